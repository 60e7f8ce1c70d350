# rules ; position ; outcome grundy # source
nimble ; 0         ; P 0   # one square: nothing moves
nimble ; 5         ; P 0   # coins on square 0 are out of play
nimble ; 0,1       ; N 1
nimble ; 0,2       ; P 0   # two coins on one square cancel
nimble ; 0,1,1,1   ; P 0   # Nim 1,2,3 in disguise
nimble ; 0,0,0,1,1,0,1 ; N 1 # Nim 3,4,6 in disguise
nimble ; 0,1,0,2   ; N 1
nimble ; 7,0,3     ; N 2
nimble ; 0,0,18446744073709551615 ; N 2
nimble/misere ; 0     ; N -
nimble/misere ; 0,1   ; P -
nimble/misere ; 0,2   ; N -
nimble/misere ; 0,0,1 ; N -
nimble/misere ; 0,0,2 ; P -
nimble ; 0,18446744073709551615,1 ; domain
nimble ; 0,-1      ; domain
nimble ; 0,a       ; syntax
nimble:3 ; 0,1     ; syntax
