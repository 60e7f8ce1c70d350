# rules ; position ; outcome grundy # source
# Outcome N or P, Grundy value or - (misere play); or the kind of the error.

# The empty game and single piles.
nim ; 0         ; P 0   # no move is left
nim ; 0,0,0     ; P 0   # empty piles change nothing
nim ; 1         ; N 1   # notes 002, example 1.1
nim ; 7         ; N 7   # notes 002, example 1.2
nim ; 2,2       ; P 0   # notes 002, example 1.2
nim ; 2,3       ; N 1   # notes 002, example 1.2
nim ; 1,2,3     ; P 0   # notes 002, example 1.2
nim ; 1,1       ; P 0   # notes 002, example 1.1
nim ; 1,2       ; N 3   # notes 002, example 1.1
nim ; 5,0,0     ; N 5   # notes 002: zeros may be left out
nim ; 4,5,7     ; N 6   # notes 001, first example
nim ; 10,13,12,8 ; N 3  # notes 001, second example
nim ; 10,13,12,9 ; N 2
nim ; 9,13,12,8 ; P 0   # notes 001: where its one winning move leads
nim ; 14,9,7,5,2 ; N 7  # notes 003, question 4
nim ; 9,9,7,5,2 ; P 0   # notes 003: from 14
nim ; 14,9,0,5,2 ; P 0  # notes 003: from 7
nim ; 14,9,7,2,2 ; P 0  # notes 003: from 5
nim ; 3,4,6     ; N 1   # notes 004, the game played out
nim ; 3,2,6     ; N 7   # notes 004
nim ; 0,0,0     ; P 0   # notes 004: the player who faces this has lost
nim ; 1,1,1     ; N 1   # notes 004
nim ; 1,1,1,1   ; P 0   # notes 004
nim ; 4,4       ; P 0   # notes 004, copycat
nim ; 1,4,4     ; N 1   # notes 004, remove the odd one, then copy
nim ; 2,3,2,3   ; P 0   # notes 004, two copies of 2,3
nim ; 2,3,2,1   ; N 2   # notes 004
nim ; 2,1,2,1   ; P 0   # notes 004
nim ; 2,4,5     ; N 3   # notes 004, the binary grid
nim ; 4,5,7,8   ; N 14  # notes 004, unbalanced
nim ; 4,5,7,6   ; P 0   # notes 004, lemma 1
nim ; 0,2,3     ; N 1   # notes 004, lemma 2: the options of 1,2,3
nim ; 1,1,3     ; N 3
nim ; 1,0,3     ; N 2
nim ; 1,2,2     ; N 1
nim ; 1,2,1     ; N 2
nim ; 1,2,0     ; N 3
nim ; 3,4,5     ; N 2   # Bouton 1901
nim ; 18446744073709551615 ; N 18446744073709551615
nim ; 18446744073709551615,18446744073709551615 ; P 0
nim ; 9007199254740991,1 ; N 9007199254740990 # the last exact double
nim ; 9007199254740992   ; N 9007199254740992 # one above it: a string in JSON
nim ; [3, 4, 6] ; N 1   # brackets and blanks are accepted
nim ; ( 3,4 , 6 ) ; N 1
nim/normal ; 3,4,6 ; N 1

# Misere play: Bouton 1901; with piles of one chip the number of piles decides.
nim/misere ; 0      ; N -
nim/misere ; 1      ; P -
nim/misere ; 1,1    ; N -  # not a copycat position in misere play
nim/misere ; 1,1,1  ; P -
nim/misere ; 1,1,1,1 ; N -
nim/misere ; 2      ; N -
nim/misere ; 2,2    ; P -
nim/misere ; 2,1    ; N -
nim/misere ; 1,2,3  ; P -
nim/misere ; 3,4,6  ; N -
nim/misere ; 14,9,7,5,2 ; N -
nim/misere ; 9,9,7,5,2  ; P -
nim/misere ; 18446744073709551615,18446744073709551615 ; P -

# As people write it.
nim ; 3 4       ; N 7
nim ; 1 2 3     ; P 0
nim ; [1, 2, 3] ; P 0
nim ; (3,4,6)   ; N 1
nim ; {3,4,6}   ; N 1
nim ; [3 4 6]   ; N 1
nim: ; 3        ; N 3
Nim ; 3,4,6     ; N 1
NIM/MISERE ; 1,1,1   ; P -
nim/misère ; 1,1,1   ; P -
nim/misère ; 1,1,1  ; P -  # the accent is a character of its own
nim/MISÈRE ; 1,1,1   ; P -
nim/Normal ; 1,1,1   ; N 1

# What is not a position, or not a game.
nim ; 1 000     ; syntax
nim ; 3 -1      ; domain
nim ; [3 4      ; syntax
nim ; {3,4)     ; syntax
nim/misére ; 3  ; syntax
nim/mise ; 3    ; syntax
nim ; -1        ; domain
nim ; 3,-1      ; domain
nim ; 18446744073709551616 ; domain
nim ; 99999999999999999999999999 ; domain
nim ; a         ; syntax
nim ; 3,x,4     ; syntax
nim ; 3,,4      ; syntax
nim ; 3,4,      ; syntax
nim ; ,3        ; syntax
nim ; 3.5       ; syntax
nim ; 0x10      ; syntax
nim ; [3,4      ; syntax
nim ; 3,4]      ; syntax
nim ; [3,4)     ; syntax
nim ; 3:4       ; syntax
nim:2 ; 3       ; syntax
nim/miser ; 3   ; syntax
nmi ; 3         ; syntax
