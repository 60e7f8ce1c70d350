/* SPDX-License-Identifier: MIT
 * Drawn positions whose piles are heaps of another game than Nim (g->as). */
#ifndef BOUTON_RULES_DISGUISE_AS_H
#define BOUTON_RULES_DISGUISE_AS_H

#include <bouton/disguise.h>

static inline uint64_t bti_pile_of(const bt_disguise *d, const bt_pos *p, size_t i)
{
    return d->pile ? d->pile(p, i) : p->x[i];
}

void bti_as_theorem(const bt_game *g, const bt_pos *p, bt_answer *out);
bool bti_as_options(const bt_game *g, bt_pos *p, bt_visit *visit);
bool bti_as_winning(const bt_game *g, bt_pos *p, bt_rest rest, bt_visit *visit);
void bti_as_reason(const bt_game *g, const bt_pos *p, bt_steps *steps);
bool bti_as_rank(const bt_game *g, const bt_pos *p, uint64_t *moves);

#endif
