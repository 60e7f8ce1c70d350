/* SPDX-License-Identifier: MIT
 * A game that tests prove things about: from a text, or from rules and a number of
 * heaps. */
#ifndef BOUTON_TESTS_PROOF_CASE_H
#define BOUTON_TESTS_PROOF_CASE_H

#include "check.h"
#include "failing_host.h"

#include "prove/discover.h"
#include "rules/game_rules.h"

#include <bouton/all.h>
#include <bouton/certificate.h>

struct proof_case {
    bt_context *ctx;
    bt_game *asked, *game;
    const bti_game_file *file;
    bti_theory theory;
    bti_measure measure;
    bt_arena arena;
    bool begun;
};

static inline bt_status proof_case_begin(struct proof_case *c)
{
    c->file = bti_game_file_of(c->game);
    c->begun = true;
    BT_TRY(bti_theory_begin(&c->theory, c->ctx, c->game));
    return bti_measure_find(&c->theory, &c->measure);
}

static inline bt_status proof_case_text(struct proof_case *c, bt_context *ctx,
                                        const char *text)
{
    *c = (struct proof_case){.ctx = ctx};
    bt_arena_init(&c->arena, ctx);
    BT_TRY(bti_game_of_text(ctx, "test", bt_span_of(text), &c->game));
    return proof_case_begin(c);
}

/* rules: "nim/misere", or a .game file. */
static inline bt_status proof_case_rules(struct proof_case *c, bt_context *ctx,
                                         const char *rules, size_t heaps)
{
    bt_text text;
    *c = (struct proof_case){.ctx = ctx};
    bt_arena_init(&c->arena, ctx);
    BT_TRY(bt_game_new(ctx, &bt_builtin, bt_span_of(rules), &c->asked));
    if (bti_game_file_of(c->asked)) {
        c->game = c->asked;
        c->asked = NULL;
        return proof_case_begin(c);
    }
    bt_text_init(&text, ctx);
    bt_status status = c->asked->rules->game_text(ctx, c->asked, heaps, &text);
    if (status == BT_OK)
        status = bti_game_of_text(ctx, rules, bt_text_span(&text), &c->game);
    bt_text_free(&text);
    BT_TRY(status);
    return proof_case_begin(c);
}

static inline void proof_case_end(struct proof_case *c)
{
    if (c->begun) {
        bti_measure_free(&c->theory, &c->measure);
        bti_theory_end(&c->theory);
    }
    bt_game_free(c->game);
    bt_game_free(c->asked);
    bt_arena_free(&c->arena);
}

static inline bt_status proof_case_formula(struct proof_case *c, const char *text,
                                           bool value, const bti_node **out)
{
    bti_scope scope = c->file->scope;
    bti_formula_text from = {.name = "the claim", .text = bt_span_of(text)};
    scope.value = value;
    return bti_formula_parse(&c->arena, &scope, &from, from.text, out);
}

/* The certificate of a theorem, checked by the code that shares nothing with it. */
static inline bt_status proof_case_check(struct proof_case *c,
                                         const bti_node *const *claim, size_t claims,
                                         const bti_dfa *set, bt_checked *checked)
{
    bt_text bytes;
    bt_text_init(&bytes, c->ctx);
    bt_status status =
        bti_certificate_write(&c->theory, &c->measure, claim, claims, set, &bytes);
    if (status == BT_OK)
        status = bt_check_certificate(&c->arena, bt_text_span(&bytes), checked);
    bt_text_free(&bytes);
    return status;
}

/* The same for a sum. */
static inline bt_status proof_case_check_sum(struct proof_case *c,
                                             const bti_found_part *part, size_t parts,
                                             bt_checked *checked)
{
    bt_text bytes;
    bt_text_init(&bytes, c->ctx);
    bt_status status = bti_certificate_write_sum(&c->theory, part, parts, &bytes);
    if (status == BT_OK)
        status = bt_check_certificate(&c->arena, bt_text_span(&bytes), checked);
    bt_text_free(&bytes);
    return status;
}

#endif
