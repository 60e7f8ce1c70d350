# rules ; position ; outcome grundy # source
# Coins on step 1, 2, 3, ...: Nim on the odd steps (Sprague 1937; Ferguson, Game Theory,
# part I, exercise 2.6.6; notes 000).
staircase ; 0         ; P 0   # no coin: nothing moves
staircase ; 0,0,0,0   ; P 0
staircase ; 1         ; N 1   # one coin on step 1
staircase ; 0,1       ; P 0   # it comes to step 1, and the other player takes it down
staircase ; 0,7       ; P 0   # even steps alone: every move can be repeated one lower
staircase ; 0,5,0,3   ; P 0
staircase ; 0,0,1     ; N 1
staircase ; 2,0,5,1   ; N 7   # odd steps 2,5
staircase ; 2,3,2,1   ; P 0   # where its one winning move leads
staircase ; 1,0,0,1   ; N 1   # DESIGN: wins from an even step, too
staircase ; 1,0,1,0   ; P 0   # to here
staircase ; 0,0,0,1   ; P 0   # or to here
staircase ; 3,4,3,7   ; P 0
staircase ; 1,9,2,9,3 ; P 0   # Nim 1,2,3
staircase ; 3,9,4,1,6 ; N 1   # Nim 3,4,6: notes 004
staircase ; 3,0,2,0,6 ; N 7   # Nim 3,2,6: notes 004
staircase ; 14,1000000000000000000,9,1,7,1,5,1,2 ; N 7 # notes 003, question 4
staircase ; 9,1000000000000000000,9,1,7,1,5,1,2  ; P 0
staircase ; [2, 0, 5, 1] ; N 7
staircase ; 18446744073709551615 ; N 18446744073709551615
staircase ; 9223372036854775807,1,9223372036854775807 ; P 0
staircase ; 0,18446744073709551615 ; P 0
# Misere play: as misere Nim on the odd steps.
staircase/misere ; 0       ; N -
staircase/misere ; 1       ; P -
staircase/misere ; 0,1     ; N -  # its one move leaves 1,0
staircase/misere ; 0,0,1   ; P -
staircase/misere ; 1,0,1   ; N -
staircase/misere ; 2       ; N -
staircase/misere ; 2,0,2   ; P -
staircase/misere ; 0,2     ; N -
staircase/misere ; 1,5,2,5,3 ; P -
staircase/misere ; 2,0,5,1 ; N -
# What is not a position.
staircase ; 18446744073709551615,1 ; domain
staircase ; 9223372036854775808,0,9223372036854775808 ; domain
staircase ; 18446744073709551616 ; domain
staircase ; 1,-1      ; domain
staircase ; 1,,1      ; syntax
staircase ; 1:2       ; syntax
staircase ; x         ; syntax
staircase:4 ; 1       ; syntax
