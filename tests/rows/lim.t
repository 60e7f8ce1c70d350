# rules ; position ; outcome grundy # source: brute force, made apart from this program
lim ; 0,0,0 ; P 0
lim ; 0,0,7 ; P 0
lim ; 1,2,4 ; P 0
lim ; 0,3,4 ; P 0
lim ; 1,1,1 ; N 1
lim ; 2,5,5 ; N 5
lim ; 2,4,6 ; N 6
lim ; 3,4,7 ; N 7
lim ; 6,4,3 ; N 6
lim ; 6148914691236517205,6148914691236517205,6148914691236517205 ; N 6148914691236517205
lim ; 9223372036854775808,4611686018427387904,1 ; P 0
lim/misere ; 0,0,5 ; N -
lim/misere ; 1,1,0 ; P -
lim ; 18446744073709551615,1,0 ; domain
lim ; 3,4 ; domain
lim ; 3,4,6,1 ; domain
lim ; 3,4,x ; syntax
