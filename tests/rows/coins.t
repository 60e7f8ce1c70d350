# rules ; position ; outcome grundy # source: Winning Ways ch. 14; values by brute force,
# made apart from this program
turning-turtles ; H ; N 1
turning-turtles ; TH ; N 2
turning-turtles ; TTH ; N 3
turning-turtles ; TTTH ; N 4
turning-turtles ; TTTTH ; N 5
turning-turtles ; TTTTTH ; N 6
turning-turtles ; TTTTTTH ; N 7
turning-turtles ; TTTTTTTH ; N 8
turning-turtles ; TTTTTTTTH ; N 9
turning-turtles ; TTTTTTTTTH ; N 10
turning-turtles ; TTTTTTTTTTH ; N 11
turning-turtles ; T ; P 0
turning-turtles ; HTX ; syntax
turning-turtles ; ; syntax
turning-turtles ; H/T ; syntax
turning-turtles ; 1,2 ; syntax
mock-turtles ; H ; N 1
mock-turtles ; TH ; N 2
mock-turtles ; TTH ; N 4
mock-turtles ; TTTH ; N 7
mock-turtles ; TTTTH ; N 8
mock-turtles ; TTTTTH ; N 11
mock-turtles ; TTTTTTH ; N 13
mock-turtles ; TTTTTTTH ; N 14
mock-turtles ; TTTTTTTTH ; N 16
mock-turtles ; TTTTTTTTTH ; N 19
mock-turtles ; TTTTTTTTTTH ; N 21
mock-turtles ; T ; P 0
mock-turtles ; HTX ; syntax
mock-turtles ; ; syntax
mock-turtles ; H/T ; syntax
mock-turtles ; 1,2 ; syntax
twins ; H ; P 0
twins ; TH ; N 1
twins ; TTH ; N 2
twins ; TTTH ; N 3
twins ; TTTTH ; N 4
twins ; TTTTTH ; N 5
twins ; TTTTTTH ; N 6
twins ; TTTTTTTH ; N 7
twins ; TTTTTTTTH ; N 8
twins ; TTTTTTTTTH ; N 9
twins ; TTTTTTTTTTH ; N 10
twins ; T ; P 0
twins ; HTX ; syntax
twins ; ; syntax
twins ; H/T ; syntax
twins ; 1,2 ; syntax
triplets ; H ; P 0
triplets ; TH ; P 0
triplets ; TTH ; N 1
triplets ; TTTH ; N 2
triplets ; TTTTH ; N 4
triplets ; TTTTTH ; N 7
triplets ; TTTTTTH ; N 8
triplets ; TTTTTTTH ; N 11
triplets ; TTTTTTTTH ; N 13
triplets ; TTTTTTTTTH ; N 14
triplets ; TTTTTTTTTTH ; N 16
triplets ; T ; P 0
triplets ; HTX ; syntax
triplets ; ; syntax
triplets ; H/T ; syntax
triplets ; 1,2 ; syntax
ruler ; H ; N 1
ruler ; TH ; N 2
ruler ; TTH ; N 1
ruler ; TTTH ; N 4
ruler ; TTTTH ; N 1
ruler ; TTTTTH ; N 2
ruler ; TTTTTTH ; N 1
ruler ; TTTTTTTH ; N 8
ruler ; TTTTTTTTH ; N 1
ruler ; TTTTTTTTTH ; N 2
ruler ; TTTTTTTTTTH ; N 1
ruler ; T ; P 0
ruler ; HTX ; syntax
ruler ; ; syntax
ruler ; H/T ; syntax
ruler ; 1,2 ; syntax
turning-turtles ; HTTHH ; P 0 # 1, 4, 5
turning-turtles ; h t h ; N 2
mock-turtles ; HHTH ; N 4 # 1, 2, 7
ruler ; HHHHHHHH ; N 12 # 1 2 1 4 1 2 1 8
twins/misere ; TH ; P -
turning-turtles/misere ; H ; P -
turning-turtles/misere ; HH ; N -
tartan:ruler,twins ; TTT/TTH ; N 1 # 1 times 1
tartan:turning-turtles,turning-turtles ; TT/TH ; N 3 # 2 times 2
tartan:turning-turtles,turning-turtles ; TTT/TTT/TTT/TTH ; N 12 # 3 times 4
tartan:mock-turtles,turning-turtles ; TTTH/TTTT ; N 7
tartan:ruler,twins ; TTH/TT ; domain
tartan:ruler,twins ; TTH/ ; syntax
tartan:ruler,twins ; /TTH ; syntax
tartan:ruler ; H ; syntax
tartan:ruler,nim ; H ; syntax
tartan:ruler,twins,twins ; H ; syntax
tartan ; H ; syntax
