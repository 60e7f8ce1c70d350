# rules ; position ; outcome grundy # source

# Notes 003, question 1: the table of labels (period 11) belongs to {1,5,6}, as DESIGN
# section 9 found; Grundy values by definition.
subtraction:1,5,6 ; 0  ; P 0
subtraction:1,5,6 ; 1  ; N 1
subtraction:1,5,6 ; 2  ; P 0
subtraction:1,5,6 ; 3  ; N 1
subtraction:1,5,6 ; 4  ; P 0
subtraction:1,5,6 ; 5  ; N 1
subtraction:1,5,6 ; 10 ; N 2
subtraction:1,5,6 ; 11 ; P 0
subtraction:1,5,6 ; 12 ; N 1
subtraction:1,5,6 ; 13 ; P 0
subtraction:1,5,6 ; 15 ; P 0
subtraction:1,5,6 ; 20 ; N 3
subtraction:1,5,6 ; 22 ; P 0
subtraction:1,3,5,6 ; 0  ; P 0
subtraction:1,3,5,6 ; 4  ; P 0
subtraction:1,3,5,6 ; 10 ; N 2
subtraction:1,3,5,6 ; 11 ; P 0
subtraction:1,3,5,6 ; 13 ; P 0
subtraction:1,3,5,6 ; 15 ; P 0
subtraction:1,3,5,6 ; 22 ; P 0

# Notes 003, question 2: misere, period 7, restarting at 1 more than multiples of 7.
subtraction:1,3,4/misere ; 0  ; N -  # no move is left: the player to move has won
subtraction:1,3,4/misere ; 1  ; P -
subtraction:1,3,4/misere ; 2  ; N -
subtraction:1,3,4/misere ; 3  ; P -
subtraction:1,3,4/misere ; 4  ; N -
subtraction:1,3,4/misere ; 7  ; N -
subtraction:1,3,4/misere ; 8  ; P -
subtraction:1,3,4/misere ; 10 ; P -
subtraction:1,3,4/misere ; 15 ; P -
subtraction:1,3,4/misere ; 17 ; P -
subtraction:1,3,4,6/misere ; 1 ; P -
subtraction:1,3,4,6/misere ; 3 ; P -
subtraction:1,3,4,6/misere ; 8 ; P -
subtraction:1,3,4,6/misere ; 10 ; P -

# Notes 003, question 3: powers of 2; the P-positions are the multiples of 3.
subtraction:powers-of-2 ; 0  ; P 0
subtraction:powers-of-2 ; 1  ; N 1
subtraction:powers-of-2 ; 2  ; N 2
subtraction:powers-of-2 ; 3  ; P 0
subtraction:powers-of-2 ; 9  ; P 0
subtraction:powers-of-2 ; 12 ; P 0
subtraction:powers-of-2 ; 18446744073709551615 ; P 0 # 2^64-1 is a multiple of 3
subtraction:powers-of-2/misere ; 0 ; N -
subtraction:powers-of-2/misere ; 1 ; P -
subtraction:powers-of-2/misere ; 4 ; P -
subtraction:powers-of-2/misere ; 3 ; N -

# Notes 003, question 6 (b): take exactly one coin.
subtraction:1 ; 4 ; P 0
subtraction:1 ; 5 ; N 1

# Ferguson, Game Theory, I.1 and I.3: {1,3,4} has values 0 1 0 1 2 3 2, period 7.
subtraction:1,3,4 ; 2  ; P 0
subtraction:1,3,4 ; 4  ; N 2
subtraction:1,3,4 ; 5  ; N 3
subtraction:1,3,4 ; 6  ; N 2
subtraction:1,3,4 ; 7  ; P 0
subtraction:1,3,4 ; 10 ; N 1
subtraction:1,3,4 ; 10,7,4 ; N 3
subtraction:1,3,4 ; 18446744073709551615 ; N 1 # 2^64-1 = 1 mod 7
subtraction:1..3 ; 7   ; N 3   # n mod 4
subtraction:1..3 ; 21  ; N 1
subtraction:1..4 ; 25,13,7 ; N 1 # 0, 3, 2
subtraction:3..5 ; 7   ; N 2   # floor((n mod 8)/3)
subtraction:2,3 ; 4    ; N 2   # 0 0 1 1 2
subtraction:2 ; 3,3    ; P 0
subtraction:1,2,3 ; 0,0 ; P 0

# Subtract a square: P-positions 0 2 5 7 10 12 15 17 20 22 34 39 44 (OEIS A030193).
subtraction:squares ; 2  ; P 0
subtraction:squares ; 20 ; P 0
subtraction:squares ; 22 ; P 0
subtraction:squares ; 33 ; N 4
subtraction:squares ; 34 ; P 0
subtraction:squares ; 39 ; P 0
subtraction:squares ; 44 ; P 0
subtraction:squares ; 34,39,44 ; P 0
subtraction:squares/misere ; 34 ; N -
subtraction:squares/misere ; 0,0 ; N -
subtraction:squares/misere ; 1 ; P -

# Subtract a prime: P-positions 0 1 9 10 25 34 35 49 55 (OEIS A025043).
subtraction:primes ; 0  ; P 0
subtraction:primes ; 1  ; P 0
subtraction:primes ; 2  ; N 1
subtraction:primes ; 8  ; N 4
subtraction:primes ; 9  ; P 0
subtraction:primes ; 10 ; P 0
subtraction:primes ; 25 ; P 0
subtraction:primes ; 34 ; P 0
subtraction:primes ; 55 ; P 0
subtraction:primes/misere ; 1 ; N -
subtraction:primes/misere ; 2 ; P -

# Subtract a Fibonacci number 1 2 3 5 8: 4 reaches 1, 2, 3 only.
subtraction:fibonacci ; 3 ; N 3
subtraction:fibonacci ; 4 ; P 0
subtraction:fibonacci ; 9 ; N 5
subtraction:fibonacci ; 10 ; P 0

# All amounts but some: by definition.
subtraction:all-but-1 ; 1 ; P 0
subtraction:all-but-1 ; 5 ; N 2  # floor(n/2)
subtraction:all-but-2 ; 2 ; P 0
subtraction:all-but-2,3 ; 2 ; P 0
subtraction:all-but-2..3 ; 2 ; P 0
subtraction:all-but-1/misere ; 1 ; N -

# As people write it.
subtraction:{1,3,4} ; 9  ; P 0
subtraction:{1, 3, 4} ; 9 ; P 0
subtraction:{1 3 4} ; 9  ; P 0
subtraction:1, 3 ; 9     ; N 1
subtraction:{1..4} ; 10  ; P 0
subtraction:all-but-{1} ; 1 ; P 0
SUBTRACTION:{1,3,4}/Misère ; 9 ; N -

# Wrong sets and positions.
subtraction:{1,3,4 ; 9   ; syntax
subtraction:1,3,4} ; 9   ; syntax
subtraction:{} ; 9       ; syntax
subtraction:{1,{3},4} ; 9 ; syntax
subtraction:{squares} ; 9 ; syntax
subtraction:Squares ; 9  ; syntax
subtraction:1 000 ; 9    ; syntax
subtraction ; 5          ; syntax
subtraction: ; 5         ; syntax
subtraction:0 ; 5        ; domain
subtraction:1,0 ; 5      ; domain
subtraction:4..1 ; 5     ; domain
subtraction:1, ; 5       ; syntax
subtraction:,1 ; 5       ; syntax
subtraction:1..  ; 5     ; syntax
subtraction:1.5 ; 5      ; syntax
subtraction:-1 ; 5       ; syntax
subtraction:18446744073709551616 ; 5 ; domain
subtraction:square ; 5   ; syntax
subtraction:all-but- ; 5 ; syntax
subtraction:all-but-0 ; 5 ; domain
subtraction:all-but-1..18446744073709551615 ; 5 ; domain
subtraction:1,2 ; 5:3    ; syntax
subtraction:1,2 ; x      ; syntax
