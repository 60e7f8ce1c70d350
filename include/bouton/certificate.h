/* SPDX-License-Identifier: MIT
 * Certificates: checks whether the theorem that a file states is true. The checker
 * shares no code with the prover. docs/formats/certificate.md describes the format and
 * says what is verified. */
#ifndef BOUTON_CERTIFICATE_H
#define BOUTON_CERTIFICATE_H

#include <bouton/text.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What was verified, or where the certificate is wrong. The texts are kept in the arena
 * that was given. */
typedef struct bt_checked bt_checked;
struct bt_checked {
    bool yes;
    /* The theorem says nothing: there are no positions, or no position has a move.
     * False if that could not be decided. */
    bool no_positions, no_moves;
    const char *why_not;  /* a sentence if the answer is no, otherwise NULL */
    const char *position; /* one that shows it, "x = 1, y = 2", or NULL */
    const char *game;     /* its name, or "" */
    const char *const *var;
    size_t vars;
    bool misere;
    const char *digits;       /* as in the file: "binary", "fib" or weights */
    const char *rest;         /* the line `position`, or NULL: every tuple is one */
    const char *const *claim; /* as the file has them */
    size_t claims;
    const char *const *measure;
    size_t measures;
    size_t moves;
    size_t states, nodes;      /* of the automaton */
    uint64_t searched;         /* how many joint states were visited */
    const char *value;         /* the name of the Grundy value; NULL: only outcomes */
    const char *const *grundy; /* formulas for it, as the file has them */
    size_t grundys;
    /* Of a sum: its parts, each a theorem about Grundy values. Then moves, states,
     * nodes and searched are totals over the parts; everything else about a part is
     * found in the part only. */
    const bt_checked *part;
    size_t parts;
    unsigned version; /* of the format; from 5 on, every line is known to be defined */
};

/* Checks a certificate. BT_SYNTAX or BT_DOMAIN if the file cannot be read, BT_UNABLE if
 * a limit was reached. If it can be read but is wrong, BT_OK with yes = false. */
BT_API BT_MUST_CHECK bt_status bt_check_certificate(bt_arena *arena, bt_span bytes,
                                                    bt_checked *out);

#ifdef __cplusplus
}
#endif
#endif
