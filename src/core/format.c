/* SPDX-License-Identifier: MIT */
#include "core/format.h"

#include <bouton/text.h>

#include <string.h>

static void put_unsigned(bti_sink *sink, uint64_t number)
{
    char digits[20];
    sink->put(sink, digits, bt_print_u64(digits, number));
}

static void put_signed(bti_sink *sink, int number)
{
    if (number < 0)
        sink->put(sink, "-", 1);
    put_unsigned(sink, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

static bool starts(const char *at, const char *with)
{
    return strncmp(at, with, strlen(with)) == 0;
}

/* `at` stands behind the percent sign; returns how long the conversion is. */
static size_t convert(bti_sink *sink, const char *at, va_list *args)
{
    if (*at == 's') {
        const char *text = va_arg(*args, const char *);
        sink->put(sink, text, strlen(text));
        return 1;
    }
    if (starts(at, ".*s")) {
        int len = va_arg(*args, int);
        const char *text = va_arg(*args, const char *);
        sink->put(sink, text, len > 0 ? (size_t)len : 0);
        return 3;
    }
    if (*at == 'c') {
        char c = (char)va_arg(*args, int);
        sink->put(sink, &c, 1);
        return 1;
    }
    if (*at == 'd') {
        put_signed(sink, va_arg(*args, int));
        return 1;
    }
    if (*at == 'u') {
        put_unsigned(sink, va_arg(*args, unsigned));
        return 1;
    }
    if (starts(at, "zu")) {
        put_unsigned(sink, va_arg(*args, size_t));
        return 2;
    }
    if (starts(at, "llu")) {
        put_unsigned(sink, va_arg(*args, unsigned long long));
        return 3;
    }
    if (starts(at, "lu")) {
        put_unsigned(sink, va_arg(*args, unsigned long));
        return 2;
    }
    sink->put(sink, "%", 1);
    return *at == '%' ? 1 : 0;
}

void bti_vformat(bti_sink *sink, const char *format, va_list args)
{
    va_list rest;
    va_copy(rest, args);
    while (*format) {
        size_t plain = strcspn(format, "%");
        sink->put(sink, format, plain);
        format += plain;
        if (*format == '%') {
            format++;
            format += convert(sink, format, &rest);
        }
    }
    va_end(rest);
}
