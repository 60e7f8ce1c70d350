/* SPDX-License-Identifier: MIT
 * The rule sets of this library. To add a game, write its file and add its line here:
 * everything else (command line, help, man page, tests, docs) reads the registry.
 *
 * A rule set is one const bt_rules, described in bouton/rules.h. Read nim.c next, a
 * short one that fills many of its fields. Rules know neither sums nor search nor
 * files, so that every game is solved, explained, drawn and played by the same code. */
#ifndef BOUTON_RULES_REGISTRY_H
#define BOUTON_RULES_REGISTRY_H

#include <bouton/rules.h>

#define BTI_ALL_RULES(X)                                                               \
    X(cheating)                                                                        \
    X(couples)                                                                         \
    X(dawson_chess)                                                                    \
    X(dawson_kayles)                                                                   \
    X(dynamic)                                                                         \
    X(euclid)                                                                          \
    X(game)                                                                            \
    X(graph)                                                                           \
    X(grundy)                                                                          \
    X(guiles)                                                                          \
    X(hex)                                                                             \
    X(kayles)                                                                          \
    X(lasker)                                                                          \
    X(lim)                                                                             \
    X(mark)                                                                            \
    X(mock_turtles)                                                                    \
    X(moore)                                                                           \
    X(nim)                                                                             \
    X(nimble)                                                                          \
    X(northcott)                                                                       \
    X(octal)                                                                           \
    X(officers)                                                                        \
    X(poker_nim)                                                                       \
    X(ruler)                                                                           \
    X(silver_dollar)                                                                   \
    X(staircase)                                                                       \
    X(subtraction)                                                                     \
    X(tartan)                                                                          \
    X(triplets)                                                                        \
    X(turning_turtles)                                                                 \
    X(twins)                                                                           \
    X(wythoff)

struct bt_registry {
    const bt_rules *const *rules;
    size_t count;
    const bt_named_game *games; /* ends with a name NULL; NULL: there are none */
    /* Of a registry that can grow: */
    const bt_rules **own; /* the same as `rules` */
    size_t cap;
    bt_arena arena;
};

#define BTI_DECLARE_RULES(name) extern const bt_rules bti_rules_##name;
BTI_ALL_RULES(BTI_DECLARE_RULES)
#undef BTI_DECLARE_RULES

/* The games of the folder games/, from a table that the build makes of them. */
extern const bt_named_game bti_named_games[];

/* How a named game is written: its name, after "game:" if a rule set has that name. */
void bti_put_game_name(const bt_registry *registry, const bt_named_game *game,
                       bt_text *text);

#endif
