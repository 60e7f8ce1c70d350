/* SPDX-License-Identifier: MIT
 * The game that prove and discover work on: a `.game` file, or the text that a rule set
 * writes of itself. */
#ifndef BOUTON_COMMANDS_PROOF_GAME_H
#define BOUTON_COMMANDS_PROOF_GAME_H

#include "commands/vacuous.h"
#include "core/json_members.h"
#include "prove/oracle.h"
#include "prove/prove.h"

typedef struct {
    bt_game *game;  /* of the `.game` text */
    bt_game *asked; /* what the words named, if that is another one */
    const char *name;
    const bti_game_file *file;
    uint64_t heaps; /* variables of a file */
    bool fixed;     /* the rules say how many there are, and there are several */
    bt_text text;   /* that a rule set wrote, or --show */
    bti_theory theory;
    bti_measure measure;
    bool begun;
} bti_proof_game;

/* From the only word of the call and --heaps. Close it whatever happens. */
bt_status bti_proof_game_open(bti_call *call, bti_proof_game *p);
void bti_proof_game_close(bti_call *call, bti_proof_game *p);

/* Its automata and its measure. At a limit *why says which, and *ready is false. */
bt_status bti_proof_game_begin(bti_call *call, bti_proof_game *p, bti_why *why,
                               bool *ready);
/* "GAVE UP: ...", with what can be done about it. */
void bti_put_gave_up(const bti_call *call, bt_text *out, const bti_why *why);

/* Whether a theorem about it is about nothing. Its automata must be there. */
bti_vacuous bti_proof_game_vacuous(const bti_proof_game *p);

/* What a command returns when bti_proof_game_open did not succeed: a limit that the
 * rules alone have met is the answer GAVE UP, too. */
bt_status bti_gave_up(bti_call *call, bt_status status);

/* Refuses --json beside --certificate -. */
bt_status bti_certificate_alone(bti_call *call);
/* Says on standard error that --certificate wrote none, and why. */
bt_status bti_no_certificate(bti_call *call, bti_proof_answer answer);
/* Into the file of --certificate; - is standard output, which gets no answer then. */
bt_status bti_put_certificate(bti_call *call, const bt_text *bytes);

/* --show */
bt_status bti_proof_game_show(bti_call *call, bti_proof_game *p);

/* "nim with 3 heaps", "staircase with 3 steps" */
void bti_put_heaps(bt_text *out, const bti_proof_game *p);

/* The rows "game", "play", "variables" that answers begin with. */
void bti_proof_game_text(bt_text *out, const bti_proof_game *p);
void bti_proof_game_json(bt_json_writer *w, const bti_proof_game *p);
/* "Play ends: ..." */
void bti_measure_text(bt_text *out, const bti_proof_game *p);

void bti_put_position(bt_text *out, const uint64_t *x, size_t vars); /* 3,5 */
/* A member whose value is the formula as text. */
void bti_put_formula(bti_call *call, bt_json_writer *w, const char *key,
                     const bti_proof_game *p, const bti_node *formula);

#endif
