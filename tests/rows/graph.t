# rules ; position ; outcome and Grundy value, or {K} for infinity with the set K
# The values of roundabout.txt and of the circle in teaser.dot were worked out by hand
# from Smith's rules (C. A. B. Smith, Graphs and composite games, 1966).
graph:examples/teaser.dot ; L ; P 0    # no arrow leads out
graph:examples/teaser.dot ; I ; N 1
graph:examples/teaser.dot ; J ; N 1
graph:examples/teaser.dot ; E ; P 0
graph:examples/teaser.dot ; F ; P 0    # both arrows lead to N
graph:examples/teaser.dot ; G ; P 0
graph:examples/teaser.dot ; B ; N 1
graph:examples/teaser.dot ; D ; N 1    # its option H is infinite, but reverts to 1
graph:examples/teaser.dot ; A ; P 0
graph:examples/teaser.dot ; H ; D {1}  # to leave the circle loses
graph:examples/teaser.dot ; K ; D {}
examples/teaser.dot       ; A ; P 0    # the ending tells the rules
graph:examples/teaser.dot ; Z ; domain
graph:examples/teaser.dot ; a ; domain
graph:examples/teaser.dot ;   ; domain
graph:examples/teaser.dot/misere ; L ; N -
graph:examples/teaser.dot/misere ; I ; P -
graph:examples/teaser.dot/misere ; E ; N -
graph:examples/teaser.dot/misere ; F ; N -
graph:examples/teaser.dot/misere ; B ; P -
graph:examples/teaser.dot/misere ; A ; N -
graph:examples/teaser.dot/misere ; H ; N -  # J is P now
graph:examples/teaser.dot/misere ; K ; P -
graph:examples/roundabout.txt ; t ; P 0
graph:examples/roundabout.txt ; a ; N 1
graph:examples/roundabout.txt ; b ; N 2
graph:examples/roundabout.txt ; x ; N {0,2}
graph:examples/roundabout.txt ; y ; D {}
graph:examples/roundabout.txt/misere ; t ; N -
graph:examples/roundabout.txt/misere ; a ; P -
graph:examples/roundabout.txt/misere ; x ; D -
graph:examples/roundabout.txt/misere ; y ; D -
graph:examples/missing.dot ; A ; domain
graph:                 ; A ; syntax
