# rules ; position ; outcome grundy # source: Winning Ways ch. 3; small ones by brute force
northcott ; 0-1 ; P 0
northcott ; 0-5,2-7 ; P 0
northcott ; 5-0,2-7 ; P 0
northcott ; 1-6,0-3,7-2 ; N 2
northcott ; 0-7 ; N 6
northcott ; 3-4 ; P 0
northcott:4 ; 0-3 ; N 2
northcott:1000000000000 ; 0-999999999999,5-7 ; N 999999999999
northcott/misere ; 0-1 ; N -
northcott:1 ; 0-1 ; domain
northcott:x ; 0-1 ; syntax
northcott ; 0-8 ; domain
northcott ; 3-3 ; domain
northcott ; 3 ; syntax
northcott ; 3-4,5 ; syntax
