/* SPDX-License-Identifier: MIT
 * The small part of printf that sentences need, writing into any sink. */
#ifndef BOUTON_CORE_FORMAT_H
#define BOUTON_CORE_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

typedef struct bti_sink bti_sink;
struct bti_sink {
    void (*put)(bti_sink *sink, const char *bytes, size_t len);
};

/* %s %.*s %c %d %u %zu %lu %llu %%; anything else is copied as it stands. */
void bti_vformat(bti_sink *sink, const char *format, va_list args);

#endif
