/* SPDX-License-Identifier: MIT
 * Loads libmicrohttpd. */
#include "library.h"

#include <dlfcn.h>
#include <string.h>

#ifdef __APPLE__
static const char file[] = "libmicrohttpd.12.dylib";
#else
static const char file[] = "libmicrohttpd.so.12";
#endif

bt_status library_load(bt_context *ctx, library *l)
{
    void *from = dlopen(file, RTLD_NOW), *found;
    if (!from)
        return bt_fail(
            ctx, BT_UNABLE,
            "the server needs libmicrohttpd, which cannot be loaded here: {reason}",
            BT_ARGS(BT_STR("reason", dlerror())));
#define FIND(name)                                                                     \
    found = dlsym(from, #name);                                                        \
    if (!found)                                                                        \
        return bt_fail(ctx, BT_UNABLE,                                                 \
                       "the server needs another version of libmicrohttpd: this one "  \
                       "has no {function}",                                            \
                       BT_ARGS(BT_STR("function", #name)));                            \
    memcpy(&l->name, &found, sizeof found);
    LIBRARY_FUNCTIONS(FIND)
#undef FIND
    return BT_OK;
}
