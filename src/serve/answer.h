/* SPDX-License-Identifier: MIT
 * What is answered to a request: HTTP without its wires. */
#ifndef BOUTON_SERVE_ANSWER_H
#define BOUTON_SERVE_ANSWER_H

#include "page.h"

typedef struct {
    const char *method, *path;   /* as they came; the path without ?... */
    bool has_host, foreign_host; /* some Host was named; one that is not this machine */
    bool body;                   /* something follows behind the head */
    const char *accept_encoding, *if_none_match; /* or NULL */
} request;

typedef struct {
    unsigned code;         /* 200 and 304 are about a file, others have a sentence */
    const page_file *file; /* or NULL */
    page_encoding encoding;
} answer;

/* Is this Host header a name of this machine, with or without a port? */
bool answer_is_local(const char *host);

answer answer_to(const page *p, const request *r);

/* The refusals that answer_to may give; the list ends with code 0. */
typedef struct {
    unsigned code;
    const char *sentence;
} answer_refusal;
extern const answer_refusal answer_refusals[];

/* What the browser may load for this file: nothing from elsewhere. */
const char *answer_policy(const page_file *file);

#endif
