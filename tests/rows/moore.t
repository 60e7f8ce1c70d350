# rules ; position ; outcome grundy # source
# Moore 1910, and notes 000. Grundy values "counted": mex over all options by a program
# apart from Bouton; "-": misere play, or nobody knows the value.
moore:2 ; 0       ; P 0   # no move is left
moore:2 ; 0,0,0   ; P 0
moore:2 ; 7       ; N 7   # one pile is a Nim pile
moore:2 ; 4,4     ; N 8   # both piles may be taken: no copycat
moore:2 ; 4,4,0   ; N 8   # empty piles change nothing
moore:2 ; 1,1,1   ; P 0   # three ones in the column: 0 modulo 3
moore:2 ; 1,1,1,1 ; N 1   # counted
moore:2 ; 1,1,1,1,1 ; N 2 # counted
moore:2 ; 1,1,1,1,1,1 ; P 0
moore:2 ; 5,5,5   ; P 0
moore:2 ; 1,2,2,4 ; N 9   # where the selection rule of notes 000 fails; counted
moore:2 ; 0,2,2,2 ; P 0   # where its winning move leads
moore:2 ; 3,4,6   ; N 13  # counted; Jenkyns and Mayberry: m = 3 <= z = 10, the total
moore:2 ; 3,3,3   ; P 0   # where its winning move leads
moore:2 ; 1,1,2,2,3 ; P 0 # both columns have three ones
moore:2 ; 1,2,3,3,2,1 ; N 3 # counted
moore:2 ; 3,3,3,3 ; N 2   # counted
moore:2 ; 1,2,3,4 ; N 10  # counted
moore:2 ; 1,1,2   ; N 4   # counted; m = 1 <= z = 1: the total
moore:2 ; 2,2,3   ; N 1   # counted; m = 2 > z = 1
moore:2 ; 3,3,4   ; N 2   # counted; m = 3 > z = 1
moore:2 ; 4,4,5   ; N 1   # counted
moore:2 ; 6,7,7   ; N 5   # counted; y = 2, z = 3
moore:2 ; 4,5,6   ; N 15  # counted; m = 4 <= z = 6
moore:3 ; 1,2,3,4 ; N 10  # counted
moore:3 ; 3,3,3,4 ; N 2   # counted
moore:3 ; 2,2,2,2 ; P 0
moore:3 ; 1,1,1,1,1 ; N 1 # counted
moore:3 ; 9,8,7   ; N 24  # k >= piles: the total
moore:1 ; 3,4,6   ; N 1   # k = 1 is Nim: notes 004
moore:1 ; 1,2,3   ; P 0
moore:1 ; 14,9,7,5,2 ; N 7 # notes 003
moore:007 ; 3,4,6 ; N 13
moore:2/normal ; [3, 4, 6] ; N 13
moore:18446744073709551615 ; 3,5,9 ; N 17
moore:18446744073709551615 ; 0 ; P 0

# Large piles.
moore:2 ; 9223372036854775807,1 ; N 9223372036854775808
moore:2 ; 18446744073709551615,1 ; N - # the total has more than 64 bits
moore:2 ; 18446744073709551615,18446744073709551615,18446744073709551615 ; P 0
moore:2 ; 18446744073709551614,18446744073709551615,18446744073709551615 ; N 4
moore:2 ; 1000000000000000000,1000000000000000000,1000000000000000001 ; N 1
moore:2 ; 1000000000000000000,1000000000000000000,1000000000000000002 ; N 3
moore:2 ; 18446744069414584319,18446744069414584319,18446744073709551615 ; N 9223372039002259456 # y = 2^32
moore:2 ; 1,5000000000000000000,5000000000000000000 ; N 10000000000000000001
moore:2 ; 9223372036854775808,9223372036854775808,9223372041149743104 ; N - # the total, again
moore:3 ; 1000000000000000000,1000000000000000001,1000000000000000002,1000000000000000003 ; N 21
moore:4 ; 1000000000000000000,1000000000000000000,1000000000000000000,1000000000000000000,1000000000000000000 ; P 0
moore:2 ; 1000000000000000000,999999999999999999,888888888888888888,777777777777777777 ; N -
moore:18446744073709551614 ; 18446744073709551615,1 ; N -

# Misere play.
moore:2/misere ; 0       ; N -  # no move is left, and that wins
moore:2/misere ; 1       ; P -
moore:2/misere ; 1,1     ; N -
moore:2/misere ; 1,1,1   ; N -
moore:2/misere ; 1,1,1,1 ; P -  # 1 modulo 3
moore:2/misere ; 1,1,1,1,1 ; N -
moore:2/misere ; 2       ; N -
moore:2/misere ; 1,2     ; N -  # to 0,1 and to 1,0
moore:2/misere ; 1,1,1,2 ; N -  # to four ones
moore:2/misere ; 2,2,2   ; P -  # as in normal play
moore:2/misere ; 5,5,5   ; P -
moore:2/misere ; 1,1,2,2,3 ; P -
moore:2/misere ; 1,2,2,4 ; N -
moore:3/misere ; 1,1,1,1 ; N -
moore:3/misere ; 1,1,1,1,1 ; P - # 1 modulo 4
moore:3/misere ; 2,2,2,2 ; P -
moore:1/misere ; 1,1,1   ; P -  # Nim
moore:1/misere ; 18446744073709551615,18446744073709551615 ; P -
moore:18446744073709551615/misere ; 1,0 ; P -
moore:18446744073709551615/misere ; 1,1 ; N -

# What is not a position, or not a game.
moore ; 3,4,6    ; syntax
moore: ; 3,4,6   ; syntax
moore:0 ; 3,4,6  ; domain
moore:x ; 3,4,6  ; syntax
moore:2x ; 3,4,6 ; syntax
moore:-1 ; 3,4,6 ; syntax
moore:1,2 ; 3    ; syntax
moore:18446744073709551616 ; 3 ; domain
moore:2 ; -1     ; domain
moore:2 ; 3,a    ; syntax
moore:2 ; 3,4,   ; syntax
moore:2 ; 18446744073709551616 ; domain
