# rules ; position ; outcome grundy # values of 0 to 16 by brute force, made apart from this program
mark ; 0 ; P 0
mark ; 1 ; N 1
mark ; 2 ; P 0
mark ; 3 ; N 2
mark ; 4 ; N 1
mark ; 5 ; N 2
mark ; 6 ; P 0
mark ; 7 ; N 1
mark ; 8 ; P 0
mark ; 9 ; N 2
mark ; 10 ; P 0
mark ; 11 ; N 1
mark ; 12 ; N 2
mark ; 13 ; N 1
mark ; 14 ; P 0
mark ; 15 ; N 2
mark ; 16 ; N 1
mark ; 4096 ; N 1 # Fraenkel 2012: binary ends in 12 zeros
mark ; 9223372036854775808 ; P 0 # Fraenkel 2012: binary ends in 63 zeros
mark ; 18446744073709551615 ; N 2 # Fraenkel 2012: binary ends in 0 zeros
mark ; 1000000000000 ; N 1 # Fraenkel 2012: binary ends in 12 zeros
mark ; 12,7,5 ; N 1 # nim-sum of the values
mark ; 4,3,9 ; N 1 # nim-sum of the values
mark ; 3,9 ; P 0 # nim-sum of the values
mark/misere ; 0 ; N -
mark/misere ; 1 ; P -
mark/misere ; 2 ; N -
mark/misere ; 3 ; N -
mark/misere ; 4 ; P -
mark/misere ; 5 ; N -
mark/misere ; 6 ; P -
mark/misere ; 7 ; N -
mark/misere ; 8 ; N -
mark/misere ; 9 ; N -
mark/misere ; 10 ; P -
mark/misere ; 11 ; N -
mark/misere ; 12 ; N -
mark/misere ; 2,6 ; P - # brute force
mark/misere ; 6,6 ; P - # brute force
mark/misere ; 3,3 ; P - # brute force
mark/misere ; 5,5 ; P - # brute force
mark/misere ; 1,4,6 ; P - # brute force
mark/misere ; 2,2,2 ; N - # brute force
mark ; -1 ; domain
mark ; 1,,2 ; syntax
mark ; 18446744073709551616 ; domain
mark:2 ; 3 ; syntax
