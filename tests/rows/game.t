# rules ; position ; outcome grundy # source
# Rules from files in games/ (tests run beside a link to that folder).
games/wythoff.game ; 0,0  ; P 0   # Wythoff 1907: the pairs
games/wythoff.game ; 1,2  ; P 0
games/wythoff.game ; 3,5  ; P 0
games/wythoff.game ; 4,7  ; P 0
games/wythoff.game ; 6,10 ; P 0
games/wythoff.game ; 13,8 ; P 0
games/wythoff.game ; 1,1  ; N 2   # the values of Wythoff's game: Sloane A004481
games/wythoff.game ; 2,2  ; N 1
games/wythoff.game ; 3,3  ; N 6
games/wythoff.game ; 2,3  ; N 5
games/nim3.game    ; 1,2,3 ; P 0  # Bouton 1901
games/nim3.game    ; 3,4,5 ; N 2
game:games/nim3.game ; [3, 4, 5] ; N 2
games/nim3.game/misere ; 1,1,0 ; N -
games/misere-nim2.game ; 1,0 ; P -  # the line 'misere'
games/misere-nim2.game ; 1,1 ; N -
games/misere-nim2.game ; 2,2 ; P -
games/misere-nim2.game/misere ; 2,2 ; P -
games/misere-nim2.game/normal ; 2,2 ; domain
games/moore2-of-3.game ; 1,1,1 ; P 0 # Moore 1910
games/dynamic.game ; 44,43 ; N 8  # notes 003, question 6 (d)
games/dynamic.game ; 40,4  ; P 0
games/fibonacci-nim.game ; 13,12 ; P 0 # Whinihan 1963
games/fibonacci-nim.game ; 12,11 ; N 6
games/dynamic-3.game ; 21,20 ; P 0 # Schwenk 1970: 1 2 3 4 6 8 11 15 21
games/dynamic-3.game ; 27,5  ; P 0 # 21 + 6
games/dynamic-3.game ; 27,6  ; N 5
games/wythoff-2.game ; 5,13  ; P 0 # Fraenkel 1982
games/wythoff-2.game ; 5,12  ; N 3
games/subtraction-1-3-4.game ; 9 ; P 0
games/power-of-two.game ; 12 ; P 0 # notes 003, question 3
games/at-most-half.game ; 7  ; P 0
games/chomp2.game ; 5,4 ; P 0
games/chomp2.game ; 4,4 ; N 5
games/chomp3.game ; 5,3,2 ; P 0  # Zeilberger 2001: 5,3,2 is P
games/greedy-nim.game ; 5,5,2 ; P 0
games/chomp2.game ; 3,4 ; domain
games/nim3.game ; 3,4   ; syntax
games/nim3.game ; 1,2,3,4 ; syntax
games/nim3.game ; 1,-2,3 ; domain
games/no-such-file.game ; 1 ; domain

# The games of games/ have names of their own; rule sets come first.
wythoff ; 3,5           ; P 0
Wythoff ; 4 7           ; P 0
wythoff/misere ; 0,0    ; N -
fibonacci-nim ; 13,12   ; P 0
game:wythoff ; 3,5      ; P 0
game:dynamic ; 40,4     ; P 0
dynamic ; 40:4          ; P 0
misere-nim2/normal ; 1,1 ; domain
wythoff.game ; 3,5      ; domain
games/Wythoff.game ; 3,5 ; domain
wythoff:2 ; 3,5         ; syntax
graph:wythoff ; 3,5     ; domain
wythof ; 3,5            ; syntax
