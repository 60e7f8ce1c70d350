# rules ; position ; outcome grundy # source
wythoff ; 0,0 ; P 0
wythoff ; 1,2 ; P 0   # Wythoff 1907
wythoff ; 3,5 ; P 0
wythoff ; 5,3 ; P 0
wythoff ; 4,7 ; P 0
wythoff ; 6,10 ; P 0
wythoff ; 1,1 ; N 2   # brute force, made apart from this program
wythoff ; 3,3 ; N 6
wythoff ; 4,4 ; N 7
wythoff ; 5,6 ; N 10
wythoff ; 6,6 ; N 3
wythoff ; 0,6 ; N 6
wythoff ; 1000000000000000000,1618033988749894848 ; N -
wythoff ; 1618033988749894848,2618033988749894848 ; P - # k = 10^18, floor(k phi)
wythoff ; 18446744073709551615,18446744073709551615 ; N -
wythoff ; 18446744073709551615,0 ; N -
wythoff/misere ; 0,0 ; N -
wythoff/misere ; 0,1 ; P -
wythoff/misere ; 2,2 ; P -
wythoff/misere ; 1,2 ; N -
wythoff/misere ; 3,5 ; P -
wythoff ; 3 ; domain
wythoff ; 3,4,5 ; domain
wythoff ; 3,x ; syntax
wythoff:2 ; 3,4 ; syntax
