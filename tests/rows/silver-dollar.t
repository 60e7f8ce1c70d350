# rules ; position ; outcome grundy # source
silver-dollar ; 0     ; P 0
silver-dollar ; 0,1,2 ; P 0   # nothing moves
silver-dollar ; 5     ; N 5   # a pile of 5
silver-dollar ; 3,4   ; P 0   # neighbours: every move is copied
silver-dollar ; 0,4   ; N 3
silver-dollar ; 1,4,8 ; N 2   # gaps 1 and 3
silver-dollar ; 3,7,11 ; P 0  # gaps 3 and 3
silver-dollar ; 3,5,10,14,20 ; N 2 # gaps 3, 4 and 5
silver-dollar ; 0,18446744073709551615 ; N 18446744073709551614
silver-dollar/misere ; 0   ; N -
silver-dollar/misere ; 1   ; P -
silver-dollar/misere ; 0,2 ; P -
silver-dollar/misere ; 3,4 ; N -
silver-dollar/misere ; 2   ; N -
silver-dollar ; 3,3   ; domain
silver-dollar ; 4,3   ; domain
silver-dollar ; -1    ; domain
silver-dollar ; a     ; syntax
silver-dollar:3 ; 1,2 ; syntax
