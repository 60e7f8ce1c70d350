# rules ; position ; outcome grundy # source
euclid ; 0,0 ; P 0
euclid ; 0,7 ; P 0
euclid ; 1,1 ; N 1   # brute force, made apart from this program; so the next ones
euclid ; 1,6 ; N 6
euclid ; 2,3 ; P 0
euclid ; 2,4 ; N 2
euclid ; 2,7 ; N 3
euclid ; 3,4 ; P 0
euclid ; 3,8 ; N 2
euclid ; 6,11 ; N 1
euclid ; 8,13 ; N 1  # 13/8 is more than the golden ratio
euclid ; 13,21 ; P 0 # 21/13 is less
euclid ; 7540113804746346429,12200160415121876738 ; N 1 # Fibonacci numbers
euclid ; 4660046610375530309,7540113804746346429 ; P 0
euclid ; 18446744073709551615,1 ; N 18446744073709551615
euclid/misere ; 0,3 ; N -
euclid/misere ; 3,3 ; P -
euclid/misere ; 3,6 ; N -
euclid/misere ; 2,3 ; P -
euclid/misere ; 13,21 ; P -
euclid/misere ; 8,13 ; N -
euclid ; 3 ; domain
euclid ; 3,4,5 ; domain
euclid ; a,b ; syntax
