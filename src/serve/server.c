/* SPDX-License-Identifier: MIT
 * The server: libmicrohttpd on one thread, with every possible answer made before it
 * starts; this thread watches for slow connections and waits to be told to stop.
 *
 * What strangers on this machine can make it do is bounded: so many connections, so
 * much memory for each, so much time for a request. More of them have to wait until
 * others have used up their time. */
#include "server.h"

#include "answer.h"
#include "library.h"
#include "watch.h"

#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    MOST_CONNECTIONS = 2000,
    OTHER_DESCRIPTORS = 40,
    CONNECTION_BYTES = 32 << 10, /* the head of a request has to fit in */
    MOST_REFUSALS = 8,
    OWN_HEADERS = 5,
    TICK_MILLISECONDS = 500,
};

typedef struct {
    struct MHD_Response *in[PAGE_ENCODINGS];
} file_answers;

typedef struct {
    bt_context *ctx; /* not for the server's thread */
    library lib;
    page page;
    file_answers *file; /* as many as the page has files */
    struct MHD_Response *refusal[MOST_REFUSALS];
    watch watch;
    int socket;
    unsigned port;
} server;

/* The answers. */

typedef struct {
    const char *name, *value;
} header;

static bool add_header(server *s, struct MHD_Response *r, const header *h)
{
    return s->lib.MHD_add_response_header(r, h->name, h->value) == MHD_YES;
}

/* NULL if there is no memory. The bytes stay where they are; headers without
 * a name are left out. */
static struct MHD_Response *make_response(server *s, bt_span body,
                                          const header more[OWN_HEADERS])
{
    static const header always[] = {
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cache-Control", "no-cache"},
        /* Pages from elsewhere neither embed the files nor hold on to its window. */
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
    };
    struct MHD_Response *r = s->lib.MHD_create_response_from_buffer(
        body.len, (void *)(uintptr_t)body.at, MHD_RESPMEM_PERSISTENT);
    bool good = r != NULL;
    for (size_t i = 0; good && i < sizeof always / sizeof *always; i++)
        good = add_header(s, r, &always[i]);
    for (size_t i = 0; good && i < OWN_HEADERS; i++)
        good = !more[i].name || add_header(s, r, &more[i]);
    if (!good && r)
        s->lib.MHD_destroy_response(r);
    return good ? r : NULL;
}

static bool answer_with_file(server *s, size_t i, page_encoding e)
{
    static const char *const coding[PAGE_ENCODINGS] = {"", "gzip", "br"};
    const page_file *file = &s->page.file[i];
    bool several = file->bytes[PAGE_GZIP].at || file->bytes[PAGE_BROTLI].at;
    const header headers[OWN_HEADERS] = {
        {"Content-Type", file->media_type},
        {"Content-Security-Policy", answer_policy(file)},
        {"ETag", file->tag[e]},
        {several ? "Vary" : NULL, "Accept-Encoding"},
        {e != PAGE_PLAIN ? "Content-Encoding" : NULL, coding[e]},
    };
    s->file[i].in[e] = make_response(s, file->bytes[e], headers);
    return s->file[i].in[e] != NULL;
}

/* Behind a refusal the rest of the request, if any, is not read. */
static bool answer_with_refusals(server *s)
{
    for (size_t i = 0; answer_refusals[i].code && i < MOST_REFUSALS; i++) {
        unsigned code = answer_refusals[i].code;
        const header headers[OWN_HEADERS] = {
            {"Content-Type", "text/plain; charset=utf-8"},
            {"Content-Security-Policy", answer_policy(NULL)},
            {code != 404 ? "Connection" : NULL, "close"},
            {code == 405 ? "Allow" : NULL, "GET, HEAD"},
        };
        s->refusal[i] =
            make_response(s, bt_span_of(answer_refusals[i].sentence), headers);
        if (!s->refusal[i])
            return false;
    }
    return true;
}

static bt_status prepare_answers(server *s)
{
    s->file = bt_arena_alloc(&s->page.arena, s->page.files, sizeof *s->file);
    if (!s->file)
        return bt_last_status(s->ctx);
    bool good = answer_with_refusals(s);
    for (size_t i = 0; good && i < s->page.files; i++)
        for (unsigned e = 0; good && e < PAGE_ENCODINGS; e++)
            if (s->page.file[i].bytes[e].at)
                good = answer_with_file(s, i, (page_encoding)e);
    return good ? BT_OK
                : bt_fail(s->ctx, BT_NOMEM, "out of memory for the server", BT_NO_ARGS);
}

static void drop(server *s, struct MHD_Response *r)
{
    if (r)
        s->lib.MHD_destroy_response(r);
}

static void drop_answers(server *s)
{
    for (size_t i = 0; i < MOST_REFUSALS; i++)
        drop(s, s->refusal[i]);
    for (size_t i = 0; s->file && i < s->page.files; i++)
        for (unsigned e = 0; e < PAGE_ENCODINGS; e++)
            drop(s, s->file[i].in[e]);
}

static struct MHD_Response *response_for(const server *s, const answer *a)
{
    if (a->file) /* with 304 only its head is sent */
        return s->file[a->file - s->page.file].in[a->encoding];
    size_t i = 0;
    while (answer_refusals[i].code != a->code)
        i++;
    return s->refusal[i];
}

/* The requests, on the server's thread. */

static enum MHD_Result note_header(void *cls, enum MHD_ValueKind kind, const char *name,
                                   const char *value)
{
    request *r = cls;
    (void)kind;
    if (!value)
        value = "";
    if (strcasecmp(name, "Host") == 0) {
        r->has_host = true;
        r->foreign_host = r->foreign_host || !answer_is_local(value);
    } else if (strcasecmp(name, "Content-Length") == 0) {
        r->body = r->body || value[strspn(value, "0")] != 0;
    } else if (strcasecmp(name, "Transfer-Encoding") == 0) {
        r->body = true;
    } else if (strcasecmp(name, "Accept-Encoding") == 0) {
        r->accept_encoding = value;
    } else if (strcasecmp(name, "If-None-Match") == 0) {
        r->if_none_match = value;
    }
    return MHD_YES;
}

static watched *watched_of(const server *s, struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        s->lib.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* Called when the head of a request is there, and again when all of it is. A refusal at
 * the first call ends the connection without reading further; what has no body is
 * answered at the second, and the connection can be used again. */
static enum MHD_Result on_request(void *cls, struct MHD_Connection *connection,
                                  const char *path, const char *method,
                                  const char *version, const char *upload,
                                  size_t *upload_bytes, void **seen)
{
    server *s = cls;
    (void)version;
    (void)upload;
    bool first = *seen == NULL;
    if (first)
        watch_set_answering(&s->watch, watched_of(s, connection), true);
    *seen = s;
    *upload_bytes = 0;
    request r = {.method = method, .path = path};
    s->lib.MHD_get_connection_values(connection, MHD_HEADER_KIND, note_header, &r);
    answer a = answer_to(&s->page, &r);
    if (first && (a.file || a.code == 404))
        return MHD_YES;
    return s->lib.MHD_queue_response(connection, a.code, response_for(s, &a));
}

static void on_answered(void *cls, struct MHD_Connection *connection, void **seen,
                        enum MHD_RequestTerminationCode how)
{
    server *s = cls;
    (void)seen;
    (void)how;
    watch_set_answering(&s->watch, watched_of(s, connection), false);
}

static void on_connection(void *cls, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode what)
{
    server *s = cls;
    if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
        watch_remove(&s->watch, *context);
        *context = NULL;
        return;
    }
    const union MHD_ConnectionInfo *info =
        s->lib.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info)
        *context = watch_add(&s->watch, info->connect_fd);
}

/* Names are compared as they come: %2e is no dot. */
static size_t leave_escaped(void *cls, struct MHD_Connection *connection, char *text)
{
    (void)cls;
    (void)connection;
    return strlen(text);
}

/* The socket. */

static bt_status cannot_listen(server *s, unsigned port, int error)
{
    if (error == EADDRINUSE)
        return bt_fail(
            s->ctx, BT_UNABLE,
            "port {port} is in use, perhaps by another 'bouton serve': end that one, "
            "or choose another port with --port (0 takes a free one)",
            BT_ARGS(BT_NUM("port", port)));
    if (error == EACCES)
        return bt_fail(s->ctx, BT_UNABLE,
                       "port {port} is reserved: choose one from 1024 on with --port",
                       BT_ARGS(BT_NUM("port", port)));
    return bt_fail(s->ctx, BT_UNABLE,
                   "cannot listen at port {port} of 127.0.0.1: {reason}",
                   BT_ARGS(BT_NUM("port", port), BT_STR("reason", strerror(error))));
}

static bool bind_and_listen(int fd, unsigned port, struct sockaddr_in *address)
{
    int yes = 1;
    socklen_t len = sizeof *address;
    *address =
        (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
           bind(fd, (struct sockaddr *)address, len) == 0 &&
           listen(fd, SOMAXCONN) == 0 &&
           getsockname(fd, (struct sockaddr *)address, &len) == 0;
}

static bt_status open_socket(server *s, unsigned port)
{
    struct sockaddr_in address;
    s->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (!bind_and_listen(s->socket, port, &address)) {
        bt_status status = cannot_listen(s, port, errno);
        if (s->socket >= 0)
            close(s->socket);
        s->socket = -1;
        return status;
    }
    s->port = ntohs(address.sin_port);
    return BT_OK;
}

/* As many as are allowed to this process, if that is fewer. */
static unsigned allow_connections(void)
{
    struct rlimit files;
    rlim_t wanted = MOST_CONNECTIONS + OTHER_DESCRIPTORS;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return MOST_CONNECTIONS / 10;
    if (files.rlim_cur < wanted) {
        rlim_t before = files.rlim_cur;
        files.rlim_cur = files.rlim_max < wanted ? files.rlim_max : wanted;
        if (setrlimit(RLIMIT_NOFILE, &files) != 0)
            files.rlim_cur = before;
    }
    if (files.rlim_cur >= wanted)
        return MOST_CONNECTIONS;
    return files.rlim_cur > 2 * OTHER_DESCRIPTORS
               ? (unsigned)(files.rlim_cur - OTHER_DESCRIPTORS)
               : OTHER_DESCRIPTORS;
}

static struct MHD_Daemon *start(server *s, unsigned patience_seconds)
{
    return s->lib.MHD_start_daemon(
        MHD_USE_AUTO_INTERNAL_THREAD, (uint16_t)s->port, NULL, NULL, on_request, s,
        MHD_OPTION_LISTEN_SOCKET, s->socket,                          /**/
        MHD_OPTION_CONNECTION_LIMIT, allow_connections(),             /**/
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES, /**/
        MHD_OPTION_CONNECTION_TIMEOUT, patience_seconds,              /**/
        MHD_OPTION_STRICT_FOR_CLIENT, 1,                              /**/
        MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL,            /**/
        MHD_OPTION_NOTIFY_COMPLETED, on_answered, s,                  /**/
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, s,               /**/
        MHD_OPTION_END);
}

/* The signals come while it sleeps and at no other time, so none is missed. */
static void wait_for_stop(server *s, const sigset_t *unblocked)
{
    while (!bt_stopped(s->ctx)) {
        struct timespec tick = {.tv_nsec = TICK_MILLISECONDS * 1000000L};
        (void)pselect(0, NULL, NULL, NULL, &tick, unblocked);
        watch_shut_late(&s->watch);
    }
}

/* The server's thread inherits the blocked signals: they are for this one. */
static bt_status run(server *s, const bt_serve_how *how)
{
    sigset_t stops, before;
    sigemptyset(&stops);
    sigaddset(&stops, SIGINT);
    sigaddset(&stops, SIGTERM);
    sigaddset(&stops, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &stops, &before);
    struct MHD_Daemon *daemon = start(s, how->patience_seconds);
    bt_status status = BT_OK;
    if (!daemon)
        status = bt_fail(s->ctx, BT_UNABLE, "libmicrohttpd cannot start a server here",
                         BT_NO_ARGS);
    if (status == BT_OK)
        status = how->listening(how->arg, s->port);
    if (status == BT_OK)
        wait_for_stop(s, &before);
    if (daemon)
        s->lib.MHD_stop_daemon(daemon); /* closes the socket */
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

static bt_status prepare_and_run(server *s, const bt_serve_how *how)
{
    if (how->folder.at)
        BT_TRY(page_of_folder(s->ctx, how->folder, &s->page));
    else
        BT_TRY(page_of_program(s->ctx, &s->page));
    BT_TRY(library_load(s->ctx, &s->lib));
    BT_TRY(prepare_answers(s));
    BT_TRY(open_socket(s, how->port));
    return run(s, how);
}

bt_status serve_page(void *self, bt_context *ctx, const bt_serve_how *how)
{
    server s = {.ctx = ctx, .socket = -1};
    (void)self;
    watch_begin(&s.watch, how->patience_seconds);
    bt_status status = prepare_and_run(&s, how);
    drop_answers(&s);
    watch_end(&s.watch);
    page_free(&s.page);
    return status;
}
