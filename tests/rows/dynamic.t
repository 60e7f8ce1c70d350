# rules ; position ; outcome grundy # source
# Chips, and how many may be taken now. No theorem tells the Grundy values: those below
# were counted apart from Bouton; "-" stands where the search is too large to be tried.
dynamic ; 0:5    ; P 0   # no chip is left
dynamic ; 5:0    ; P 0   # no chip may be taken
dynamic ; 0:0    ; P 0
dynamic ; 7:1    ; N 1   # notes 003, question 6 (b): x odd
dynamic ; 6:1    ; P 0   # x even
dynamic ; 6:2    ; N 2   # 6 (c): x not divisible by 4
dynamic ; 8:2    ; P 0   # x divisible by 4
dynamic ; 6:3    ; N 3   # 6 (e): the row of 3
dynamic ; 12:3   ; P 0
dynamic ; 12:4   ; N 3   # 6 (e): the row of 4
dynamic ; 8:4    ; P 0
dynamic ; 4:4    ; N 3   # 6 (d)
dynamic ; 16:4   ; P 0
dynamic ; 50:4   ; N 4   # 6 (a), with its four options:
dynamic ; 46:4   ; N 3
dynamic ; 47:3   ; N 2
dynamic ; 48:2   ; P 0
dynamic ; 49:1   ; N 1
dynamic ; 44:43  ; N 8   # 6 (d)
dynamic ; 40:4   ; P 0   # by taking 4
dynamic ; 32:12  ; P 0   # by taking 12
dynamic ; 39:1   ; N 1   # the four options of 40:4
dynamic ; 38:2   ; N 2
dynamic ; 37:3   ; N 1
dynamic ; 36:4   ; N 3
dynamic ; 36:1   ; P 0   # why 37:3 is N
dynamic ; 32:4   ; P 0   # why 36:4 is N
dynamic ; (44,43)   ; N 8
dynamic ; [44, 43]  ; N 8
dynamic ; ( 44:43 ) ; N 8
dynamic ; 44 : 43   ; N 8
dynamic:1 ; 44:43   ; N 8
dynamic ; 9223372036854775808:9223372036854775807 ; P - # the lowest set bit is 2^63
dynamic ; 9223372036854775808:9223372036854775808 ; N -
dynamic ; 18446744073709551615:1 ; N -
# F = 2: Fibonacci Nim (Whinihan 1963): n chips, not all at once, is P exactly when n is
# a Fibonacci number.
dynamic:2 ; 13:12  ; P 0
dynamic:2 ; 21:20  ; P 0
dynamic:2 ; 20:19  ; N 7   # 20 = 13 + 5 + 2
dynamic:2 ; 100:99 ; N 12  # 100 = 89 + 8 + 3
dynamic:2 ; 10:1   ; P 0   # 10 = 8 + 2
dynamic:2 ; 10:2   ; N 2
dynamic:2 ; 12200160415121876738:12200160415121876737 ; P - # F(93)
dynamic:2 ; 12200160415121876739:12200160415121876738 ; N -
# Other factors: Schwenk 1970. F = 3: 1 2 3 4 6 8 11 15; F = 5: 1 2 3 4 5 6 8 10 12.
dynamic:3 ; 8:7    ; P 0
dynamic:3 ; 11:10  ; P 0
dynamic:3 ; 10:9   ; N 6
dynamic:5 ; 8:7    ; P 0
dynamic:5 ; 7:6    ; N 6
dynamic:5 ; 9:8    ; N 7
# Whatever is taken, the next player may take all that is left.
dynamic:18446744073709551615 ; 1000000000000000000:999999999999999999 ; P -
# Misere play: one chip less.
dynamic/misere ; 0:5   ; N -
dynamic/misere ; 5:0   ; N -
dynamic/misere ; 1:1   ; P -
dynamic/misere ; 2:1   ; N -
dynamic/misere ; 41:4  ; P -
dynamic/misere ; 44:43 ; N -
dynamic/misere ; 45:43 ; N -
dynamic/misere ; 33:31 ; P -
dynamic:2/misere ; 14:12 ; P -
dynamic:2/misere ; 13:12 ; N -
# As people write it.
dynamic ; 40,4   ; P 0
dynamic ; 44,43  ; N 8
dynamic ; [44 43] ; N 8
dynamic ; 40 4   ; P 0
dynamic ; 40 : 4 ; P 0
Dynamic:2 ; (13,12) ; P 0
# What is not a position, or not a game.
dynamic ; 40,4,4 ; syntax
dynamic ; 5      ; syntax
dynamic ; (5)    ; syntax
dynamic ; (5,4,3) ; syntax
dynamic ; 5,4:3  ; syntax
dynamic ; (44,43 ; syntax
dynamic ; 5:     ; syntax
dynamic ; 5:x    ; syntax
dynamic ; 5:4:3  ; syntax
dynamic ; -5:4   ; domain
dynamic ; 5:-4   ; domain
dynamic ; 5:18446744073709551616 ; domain
dynamic:0 ; 5:3  ; domain
dynamic:18446744073709551616 ; 5:3 ; domain
dynamic:x ; 5:3  ; syntax
dynamic:2x ; 5:3 ; syntax
dynamic:-1 ; 5:3 ; syntax
