# rules ; position ; outcome grundy # source: Winning Ways ch. 3; small ones by brute force
poker-nim ; 0:0,0 ; P 0
poker-nim ; 0,0:1,0 ; P 0
poker-nim ; 0:0,9 ; P 0
poker-nim ; 3,4,6:0,0 ; N 1
poker-nim ; 1,2,3:5,0 ; P 0
poker-nim ; 1,2,3:5,7 ; P 0
poker-nim ; 5:3,3 ; N 5
poker-nim/misere ; 0:0,0 ; N -
poker-nim/misere ; 1:0,0 ; P -
poker-nim ; 3,4 ; N 7
poker-nim ; 3,4:1 ; syntax
poker-nim ; 3,4:1,2,3 ; syntax
poker-nim ; :1,2 ; syntax
poker-nim ; 3:18446744073709551615,0 ; domain
poker-nim ; 3:-1,0 ; domain
