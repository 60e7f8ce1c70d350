# rules ; position ; outcome grundy # source
# Piles, and spare chips behind the colon: Nim on the piles (notes 003, question 5).
cheating ; 0:0       ; P 0   # nothing is left above or under the table
cheating ; 0,0,0:0   ; P 0
cheating ; 0:1       ; P 0   # the spare chip is added, and taken away again
cheating ; 0:7       ; P 0
cheating ; 0,0:5     ; P 0
cheating ; 1:0       ; N 1
cheating ; 1:3       ; N 1
cheating ; 0,1:1     ; N 1   # DESIGN: adding wins, too
cheating ; 1,1:0     ; P 0   # to here
cheating ; 0,0:1     ; P 0   # or to here
cheating ; 3,4,6:5   ; N 1   # Nim 3,4,6: notes 004
cheating ; 2,4,6:5   ; P 0
cheating ; 3,5,6:4   ; P 0   # by adding one chip
cheating ; 3,4,7:4   ; P 0   # by adding one chip
cheating ; 1,2,3:9   ; P 0
cheating ; 4,4:1     ; P 0
cheating ; 14,9,7,5,2:1000000000000000000 ; N 7 # notes 003, question 4
cheating ; 9,9,7,5,2:1000000000000000000  ; P 0
cheating ; [3, 4, 6]:5   ; N 1
cheating ; (3,4,6 : 5)   ; N 1
cheating ; 0:18446744073709551615 ; P 0
cheating ; 18446744073709551615:0 ; N 18446744073709551615
cheating ; 9223372036854775807,9223372036854775807:1 ; P 0
# Misere play: as misere Nim on the piles.
cheating/misere ; 0:0     ; N -
cheating/misere ; 0:1     ; N -  # add it: then the other player must take it
cheating/misere ; 0:2     ; N -
cheating/misere ; 1:0     ; P -
cheating/misere ; 1:4     ; P -
cheating/misere ; 1,1:0   ; N -
cheating/misere ; 1,1,1:2 ; P -
cheating/misere ; 2:0     ; N -
cheating/misere ; 2,2:1   ; P -
cheating/misere ; 3,4,6:5 ; N -
# What is not a position.
cheating ; 3,4       ; syntax
cheating ; 3         ; syntax
cheating ; :5        ; syntax
cheating ; 3,4:      ; syntax
cheating ; 3,:5      ; syntax
cheating ; 3,4:5:6   ; syntax
cheating ; 3,4:5,6   ; syntax
cheating ; 3,4:x     ; syntax
cheating ; [3,4:5    ; syntax
cheating ; [3,4]:5]  ; syntax
cheating ; 3,4:-5    ; domain
cheating ; -3,4:5    ; domain
cheating ; 3:18446744073709551616 ; domain
cheating ; 18446744073709551615:1 ; domain
cheating ; 9223372036854775808,9223372036854775807:1 ; domain
cheating:5 ; 3,4     ; syntax
