/* SPDX-License-Identifier: MIT
 * The POSIX host: files are read whole, written whole or not at all, and every task of
 * a parallel loop runs exactly once. */
#define _DEFAULT_SOURCE /* for flock */
#include <bouton/text.h>

#include "check.h"
#include "failing_host.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The POSIX host with memory that is counted, and a folder of its own. */
struct fixture {
    struct failing_host memory;
    bt_context *ctx;
    bt_text bytes;
    char folder[200], name[300];
    int free_fd;
};

static int next_fd(void)
{
    int fd = open("/dev/null", O_RDONLY);
    close(fd);
    return fd;
}

static void set_up(struct fixture *f)
{
    const char *base = getenv("TMPDIR");

    failing_host_init(&f->memory, 0);
    f->memory.host.open_source = bt_host_posix()->open_source;
    f->memory.host.open_store = bt_host_posix()->open_store;
    f->ctx = bt_context_new(&f->memory.host, 0);
    bt_text_init(&f->bytes, f->ctx);
    snprintf(f->folder, sizeof f->folder, "%s/bouton-test-XXXXXX",
             base ? base : "/tmp");
    if (!mkdtemp(f->folder))
        perror(f->folder);
    f->free_fd = next_fd();
}

/* f->name becomes the path of this file in the folder. */
static const char *in_folder(struct fixture *f, const char *file)
{
    snprintf(f->name, sizeof f->name, "%s/%s", f->folder, file);
    return f->name;
}

static size_t count_files(struct fixture *f)
{
    DIR *dir = opendir(f->folder);
    size_t n = 0;

    while (dir && readdir(dir))
        n++;
    if (dir)
        closedir(dir);
    return n - 2; /* . and .. */
}

static void tear_down(struct fixture *f)
{
    bt_text_free(&f->bytes);
    bt_context_free(f->ctx);
    CHECK(f->memory.live_bytes == 0, "%llu bytes left",
          (unsigned long long)f->memory.live_bytes);
    CHECK(next_fd() == f->free_fd, "a file was left open");
    CHECK(rmdir(f->folder) == 0, "%s is not empty", f->folder);
}

static void make_file(const char *name, const char *bytes, size_t len)
{
    FILE *file = fopen(name, "wb");
    CHECK(file && fwrite(bytes, 1, len, file) == len, "%s", name);
    if (file)
        fclose(file);
}

static bt_status read_file(struct fixture *f, const char *name)
{
    bt_text_clear(&f->bytes);
    return bt_read_file(&f->bytes, bt_span_of(name));
}

static bt_status open_store(struct fixture *f, const char *name, bt_store **store)
{
    const bt_host *host = bt_context_host(f->ctx);
    *store = NULL;
    return host->open_store(host->self, f->ctx, name, store);
}

/* Reading. */

static void whole_files(void)
{
    static const size_t size[] = {0,     1,      100,    65535,  65536,
                                  65537, 131071, 131072, 131073, 1000003};
    struct fixture f;
    char *bytes = malloc(1000003);

    set_up(&f);
    for (size_t i = 0; i < 1000003; i++)
        bytes[i] = (char)(i * i % 251);
    for (size_t i = 0; i < sizeof size / sizeof size[0]; i++) {
        make_file(in_folder(&f, "file"), bytes, size[i]);
        CHECK(read_file(&f, f.name) == BT_OK, "%s", bt_message(f.ctx));
        CHECK(bt_span_equal(bt_text_span(&f.bytes), (bt_span){bytes, size[i]}),
              "%zu bytes, %zu read", size[i], f.bytes.len);
        CHECK(bt_text_chars(&f.bytes)[size[i]] == 0, "it ends in a zero byte");
        unlink(f.name);
    }
    CHECK(read_file(&f, "/dev/null") == BT_OK && f.bytes.len == 0, "%s",
          bt_message(f.ctx));
    free(bytes);
    tear_down(&f);
}

static void check_unreadable(struct fixture *f, const char *name, bt_status wanted)
{
    bt_status status = read_file(f, name);
    CHECK(status == wanted, "'%s': %d", name, (int)status);
    CHECK(status == bt_last_status(f->ctx) && bt_message(f->ctx)[0], "'%s': %s", name,
          bt_message(f->ctx));
    CHECK(strstr(bt_message(f->ctx), name), "'%s': %s", name, bt_message(f->ctx));
    CHECK(next_fd() == f->free_fd, "'%s': a file was left open", name);
}

static void unreadable_files(void)
{
    struct fixture f;
    char long_name[5000];

    set_up(&f);
    check_unreadable(&f, in_folder(&f, "missing"), BT_DOMAIN);
    check_unreadable(&f, in_folder(&f, "missing/below"), BT_DOMAIN);
    check_unreadable(&f, "", BT_DOMAIN);
    check_unreadable(&f, f.folder, BT_DOMAIN);
    check_unreadable(&f, "/", BT_DOMAIN);
    check_unreadable(&f, "/dev/null/below", BT_DOMAIN);
    if (access("/proc/self/mem", R_OK) ==
        0) /* it opens, but its first page is nowhere */
        check_unreadable(&f, "/proc/self/mem", BT_IO);

    memset(long_name, 'x', sizeof long_name);
    long_name[sizeof long_name - 1] = 0;
    CHECK(read_file(&f, long_name) == BT_DOMAIN, "%s", bt_message(f.ctx));

    make_file(in_folder(&f, "secret"), "3,4,5", 5);
    CHECK(chmod(f.name, 0) == 0, "chmod");
    if (geteuid() != 0) /* root may read anything */
        check_unreadable(&f, f.name, BT_DOMAIN);
    unlink(f.name);
    tear_down(&f);
}

static void reading_without_memory(void)
{
    struct fixture f;
    char bytes[1000] = {0};

    set_up(&f);
    make_file(in_folder(&f, "file"), bytes, sizeof bytes);
    f.memory.fail_at = f.memory.calls + 1;
    CHECK(read_file(&f, f.name) == BT_NOMEM, "%s", bt_message(f.ctx));
    f.memory.fail_at = 0;
    bt_set_memory_limit(f.ctx, 100);
    CHECK(read_file(&f, f.name) == BT_UNABLE, "%s", bt_message(f.ctx));
    bt_set_memory_limit(f.ctx, 0);
    CHECK(read_file(&f, f.name) == BT_OK && f.bytes.len == 1000, "%s",
          bt_message(f.ctx));
    unlink(f.name);
    tear_down(&f);
}

/* A source gives what comes, piece by piece, and closes its file. */
static void sources(void)
{
    struct fixture f;
    bt_source *source = NULL;
    char buffer[10];
    size_t got = 99;
    int end[2];

    set_up(&f);
    CHECK(pipe(end) == 0, "pipe");
    CHECK(bt_source_of_fd(f.ctx, end[0], "a pipe", &source) == BT_OK, "%s",
          bt_message(f.ctx));
    CHECK(write(end[1], "3,4,5", 5) == 5, "write");
    CHECK(source->read(source, f.ctx, buffer, 3, &got) == BT_OK && got == 3, "%zu",
          got);
    CHECK(source->read(source, f.ctx, buffer, 10, &got) == BT_OK && got == 2, "%zu",
          got);
    CHECK(memcmp(buffer, ",5", 2) == 0, "what comes next");
    CHECK(write(end[1], "678", 3) == 3 && close(end[1]) == 0, "write");
    CHECK(bt_read_all(source, &f.bytes) == BT_OK, "%s", bt_message(f.ctx));
    CHECK(bt_span_equal(bt_text_span(&f.bytes), bt_span_of("678")), "all that is left");
    CHECK(source->read(source, f.ctx, buffer, 10, &got) == BT_OK && got == 0,
          "the end");
    source->close(source);

    end[0] = open("/dev/null", O_WRONLY);
    CHECK(bt_source_of_fd(f.ctx, end[0], "deaf", &source) == BT_OK, "%s",
          bt_message(f.ctx));
    CHECK(source->read(source, f.ctx, buffer, 10, &got) == BT_IO, "not for reading");
    CHECK(strstr(bt_message(f.ctx), "deaf"), "%s", bt_message(f.ctx));
    source->close(source);
    tear_down(&f);
}

static void no_files(void)
{
    struct failing_host host;
    bt_context *ctx;
    bt_text bytes;

    failing_host_init(&host, 0);
    host.host.open_source = NULL;
    ctx = bt_context_new(&host.host, 0);
    bt_text_init(&bytes, ctx);
    CHECK(bt_read_file(&bytes, bt_span_of("/dev/null")) == BT_UNABLE, "%s",
          bt_message(ctx));
    CHECK(bt_message(ctx)[0], "a sentence");
    bt_text_free(&bytes);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "memory");
}

/* Writing. */

static void write_pieces(struct fixture *f, bt_store *store)
{
    CHECK(store->write(store, f->ctx, "nim ", 4) == BT_OK, "%s", bt_message(f->ctx));
    CHECK(store->write(store, f->ctx, "", 0) == BT_OK, "%s", bt_message(f->ctx));
    CHECK(store->write(store, f->ctx, "3,4\0,5", 6) == BT_OK, "%s", bt_message(f->ctx));
}

static bool holds(struct fixture *f, const char *bytes, size_t len)
{
    return read_file(f, f->name) == BT_OK &&
           bt_span_equal(bt_text_span(&f->bytes), (bt_span){bytes, len});
}

static void committed_files(void)
{
    struct fixture f;
    bt_store *store;
    struct stat made, plain;

    set_up(&f);
    CHECK(open_store(&f, in_folder(&f, "file"), &store) == BT_OK && store, "%s",
          bt_message(f.ctx));
    write_pieces(&f, store);
    CHECK(access(f.name, F_OK) != 0, "it is there before the commit");
    CHECK(store->commit(store, f.ctx) == BT_OK, "%s", bt_message(f.ctx));
    CHECK(holds(&f, "nim 3,4\0,5", 10), "%zu bytes", f.bytes.len);
    CHECK(count_files(&f) == 1, "%zu files", count_files(&f));

    CHECK(open_store(&f, f.name, &store) == BT_OK, "%s", bt_message(f.ctx));
    CHECK(store->write(store, f.ctx, "new", 3) == BT_OK, "%s", bt_message(f.ctx));
    CHECK(holds(&f, "nim 3,4\0,5", 10), "the old file is gone before the commit");
    CHECK(store->commit(store, f.ctx) == BT_OK && holds(&f, "new", 3), "%s",
          bt_message(f.ctx));
    CHECK(stat(f.name, &made) == 0, "stat");

    CHECK(open_store(&f, f.name, &store) == BT_OK, "%s", bt_message(f.ctx));
    CHECK(store->commit(store, f.ctx) == BT_OK && holds(&f, "", 0), "an empty file: %s",
          bt_message(f.ctx));

    CHECK(count_files(&f) == 1, "%zu files", count_files(&f));
    unlink(f.name);
    make_file(f.name, "", 0);
    CHECK(stat(f.name, &plain) == 0 && made.st_mode == plain.st_mode,
          "its mode is %o, that of any new file %o", (unsigned)made.st_mode,
          (unsigned)plain.st_mode);
    unlink(f.name);
    tear_down(&f);
}

static void abandoned_files(void)
{
    struct fixture f;
    bt_store *store;

    set_up(&f);
    CHECK(open_store(&f, in_folder(&f, "file"), &store) == BT_OK, "%s",
          bt_message(f.ctx));
    write_pieces(&f, store);
    store->abandon(store);
    CHECK(count_files(&f) == 0, "%zu files", count_files(&f));

    make_file(f.name, "old", 3);
    CHECK(open_store(&f, f.name, &store) == BT_OK, "%s", bt_message(f.ctx));
    write_pieces(&f, store);
    store->abandon(store);
    CHECK(holds(&f, "old", 3) && count_files(&f) == 1, "the old file stays");
    unlink(f.name);
    tear_down(&f);
}

/* Two stores for one name do not disturb each other; the later commit stays. */
static void two_writers(void)
{
    struct fixture f;
    bt_store *one, *two;

    set_up(&f);
    CHECK(open_store(&f, in_folder(&f, "file"), &one) == BT_OK, "%s",
          bt_message(f.ctx));
    CHECK(open_store(&f, f.name, &two) == BT_OK, "%s", bt_message(f.ctx));
    CHECK(one->write(one, f.ctx, "one", 3) == BT_OK, "%s", bt_message(f.ctx));
    CHECK(two->write(two, f.ctx, "two", 3) == BT_OK, "%s", bt_message(f.ctx));
    CHECK(two->commit(two, f.ctx) == BT_OK && holds(&f, "two", 3), "two");
    CHECK(one->commit(one, f.ctx) == BT_OK && holds(&f, "one", 3), "one");
    CHECK(count_files(&f) == 1, "%zu files", count_files(&f));
    unlink(f.name);
    tear_down(&f);
}

static void check_unwritable(struct fixture *f, const char *name)
{
    bt_store *store = NULL;
    bt_status status = open_store(f, name, &store);

    if (status == BT_OK && store->write(store, f->ctx, "x", 1) == BT_OK)
        status = store->commit(store, f->ctx); /* some fail only here: over a folder */
    CHECK(status == BT_IO && bt_last_status(f->ctx) == BT_IO, "'%s': %d", name,
          (int)status);
    CHECK(strstr(bt_message(f->ctx), name), "'%s': %s", name, bt_message(f->ctx));
    CHECK(next_fd() == f->free_fd, "'%s': a file was left open", name);
}

static void unwritable_places(void)
{
    struct fixture f;

    set_up(&f);
    check_unwritable(&f, in_folder(&f, "missing/file"));
    check_unwritable(&f, "/dev/null/below");
    check_unwritable(&f, "/proc/bouton-test");
    CHECK(mkdir(in_folder(&f, "folder"), 0777) == 0, "mkdir");
    check_unwritable(&f, f.name);
    CHECK(count_files(&f) == 1, "a temporary file stays beside the folder");
    CHECK(rmdir(f.name) == 0, "the folder is still there, and empty");
    tear_down(&f);
}

static void write_file(struct fixture *f, const char *name, const char *text)
{
    bt_store *store;
    CHECK(open_store(f, name, &store) == BT_OK, "%s", bt_message(f->ctx));
    if (!store)
        return;
    CHECK(store->write(store, f->ctx, text, strlen(text)) == BT_OK &&
              store->commit(store, f->ctx) == BT_OK,
          "%s", bt_message(f->ctx));
}

static unsigned mode_of(const char *name)
{
    struct stat info;
    return lstat(name, &info) == 0 ? (unsigned)info.st_mode & 07777 : 0;
}

/* A file keeps its mode, whatever the mask is; a new one gets that of the mask. While
 * it is written, nobody may read it who could not read the old one. */
static void kept_modes(void)
{
    static const unsigned modes[] = {0600, 0640, 0644, 0666, 0755, 0777, 0700, 02755};
    struct fixture f;
    char beside[400];

    set_up(&f);
    in_folder(&f, "file");
    snprintf(beside, sizeof beside, "%s.new-%ld-0", f.name, (long)getpid());
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        mode_t mask = umask(i % 2 ? 077 : 022);
        bt_store *store;
        make_file(f.name, "old", 3);
        CHECK(chmod(f.name, (mode_t)modes[i]) == 0, "chmod");
        CHECK(open_store(&f, f.name, &store) == BT_OK, "%s", bt_message(f.ctx));
        CHECK((mode_of(beside) & ~modes[i]) == 0, "%o while writing, not %o",
              mode_of(beside), modes[i]);
        write_pieces(&f, store);
        CHECK(store->commit(store, f.ctx) == BT_OK, "%s", bt_message(f.ctx));
        CHECK(mode_of(f.name) == modes[i], "%o became %o", modes[i], mode_of(f.name));
        unlink(f.name);
        write_file(&f, f.name, "new");
        CHECK(mode_of(f.name) == (i % 2 ? 0600 : 0644), "a new file has %o",
              mode_of(f.name));
        umask(mask);
        unlink(f.name);
    }
    tear_down(&f);
}

/* A link is followed, from its own folder, even if it leads to nothing yet. */
static void followed_links(void)
{
    struct fixture f;
    char link[300], second[300], target[300], folder[300];

    set_up(&f);
    snprintf(folder, sizeof folder, "%s", in_folder(&f, "sub"));
    snprintf(target, sizeof target, "%s", in_folder(&f, "sub/target"));
    snprintf(second, sizeof second, "%s", in_folder(&f, "sub/second"));
    snprintf(link, sizeof link, "%s", in_folder(&f, "link"));
    CHECK(mkdir(folder, 0777) == 0 && symlink("sub/second", link) == 0 &&
              symlink("target", second) == 0,
          "links");
    for (int i = 0; i < 2; i++) { /* it is not there, then it is */
        struct stat info;
        write_file(&f, link, i == 0 ? "one" : "two");
        snprintf(f.name, sizeof f.name, "%s", target);
        CHECK(holds(&f, i == 0 ? "one" : "two", 3), "the target is written");
        CHECK(lstat(link, &info) == 0 && S_ISLNK(info.st_mode) &&
                  lstat(second, &info) == 0 && S_ISLNK(info.st_mode),
              "the links stay");
        CHECK(chmod(target, 0640) == 0, "chmod");
    }
    CHECK(mode_of(target) == 0640, "the target's mode became %o", mode_of(target));
    unlink(target);
    unlink(second);
    CHECK(symlink("../link", second) == 0, "a circle");
    check_unwritable(&f, link);
    unlink(second);
    unlink(link);
    rmdir(folder);
    tear_down(&f);
}

static bool is_there(struct fixture *f, const char *file)
{
    struct stat info;
    return lstat(in_folder(f, file), &info) == 0;
}

/* What a killed run left goes; what looks alike, or is locked, stays. */
static void left_over_files(void)
{
    static const char *const left[] = {"file.new-99999-0", "file.new-7"};
    static const char *const others[] = {
        "file.new-",     "file.new-x",  "file.new-1-",   "file.new-1-2-3",
        "file.new-1-2x", "fil.new-1-1", "file2.new-1-1", "xfile.new-1-1"};
    struct fixture f;

    set_up(&f);
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        make_file(in_folder(&f, left[i]), "half", 4);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        make_file(in_folder(&f, others[i]), "mine", 4);
    make_file(in_folder(&f, "file.new-5-5"), "locked", 6);
    int locked = open(f.name, O_RDONLY | O_CLOEXEC);
    CHECK(flock(locked, LOCK_EX) == 0, "flock");
    CHECK(symlink("file.new-", in_folder(&f, "file.new-6-6")) == 0 &&
              mkfifo(in_folder(&f, "file.new-7-7"), 0666) == 0 &&
              mkdir(in_folder(&f, "file.new-8-8"), 0777) == 0,
          "others");
    write_file(&f, in_folder(&f, "file"), "new");
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        CHECK(!is_there(&f, left[i]), "%s stays", left[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        CHECK(is_there(&f, others[i]), "%s is gone", others[i]);
    CHECK(is_there(&f, "file.new-5-5"), "a locked file is gone");
    CHECK(is_there(&f, "file.new-6-6") && is_there(&f, "file.new-7-7") &&
              is_there(&f, "file.new-8-8"),
          "what is not a regular file is gone");
    close(locked);
    write_file(&f, in_folder(&f, "file"), "new");
    CHECK(!is_there(&f, "file.new-5-5"), "a file whose lock is free stays");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        unlink(in_folder(&f, others[i]));
    unlink(in_folder(&f, "file.new-6-6"));
    unlink(in_folder(&f, "file.new-7-7"));
    rmdir(in_folder(&f, "file.new-8-8"));
    unlink(in_folder(&f, "file"));
    tear_down(&f);
}

/* Another process writes the same file; it is killed, or goes on. */
static void killed_run(bool killed)
{
    struct fixture f;
    int begun[2], go_on[2];
    char byte = 0;

    set_up(&f);
    in_folder(&f, "file");
    CHECK(pipe(begun) == 0 && pipe(go_on) == 0, "pipes");
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        bt_store *store = NULL;
        bool good = open_store(&f, f.name, &store) == BT_OK &&
                    store->write(store, f.ctx, "child", 5) == BT_OK &&
                    write(begun[1], "b", 1) == 1 && read(go_on[0], &byte, 1) == 1 &&
                    store->commit(store, f.ctx) == BT_OK;
        _exit(good ? 0 : 1);
    }
    int end = 0;
    CHECK(read(begun[0], &byte, 1) == 1 && count_files(&f) == 1, "the child has begun");
    if (killed)
        CHECK(kill(child, SIGKILL) == 0 && waitpid(child, &end, 0) == child, "kill");
    write_file(&f, f.name, "parent");
    CHECK(count_files(&f) == (killed ? 1u : 2u), "%zu files", count_files(&f));
    CHECK(holds(&f, "parent", 6), "the parent's file");
    if (!killed) {
        CHECK(write(go_on[1], "g", 1) == 1 && waitpid(child, &end, 0) == child &&
                  WIFEXITED(end) && WEXITSTATUS(end) == 0,
              "the child could not finish");
        CHECK(holds(&f, "child", 5) && count_files(&f) == 1, "the child's file");
    }
    for (int i = 0; i < 2; i++) {
        close(begun[i]);
        close(go_on[i]);
    }
    unlink(f.name);
    tear_down(&f);
}

/* Many at once: every one of them commits, and nothing is left. */
static void many_writers(void)
{
    enum { WRITERS = 6, TIMES = 60 };
    struct fixture f;
    pid_t child[WRITERS];

    set_up(&f);
    in_folder(&f, "file");
    fflush(NULL);
    for (int i = 0; i < WRITERS; i++) {
        child[i] = fork();
        if (child[i] != 0)
            continue;
        bool good = true;
        for (int k = 0; k < TIMES && good; k++) {
            bt_store *store = NULL;
            good = open_store(&f, f.name, &store) == BT_OK &&
                   store->write(store, f.ctx, "whole", 5) == BT_OK &&
                   store->commit(store, f.ctx) == BT_OK;
        }
        if (!good)
            fprintf(stderr, "%s\n", bt_message(f.ctx));
        _exit(good ? 0 : 1);
    }
    for (int i = 0; i < WRITERS; i++) {
        int end = 0;
        CHECK(waitpid(child[i], &end, 0) == child[i] && WIFEXITED(end) &&
                  WEXITSTATUS(end) == 0,
              "writer %d failed", i);
    }
    CHECK(holds(&f, "whole", 5) && count_files(&f) == 1, "%zu files", count_files(&f));
    unlink(f.name);
    tear_down(&f);
}

/* What is not a regular file is written directly and stays what it is. */
static void special_files(void)
{
    struct fixture f;
    struct stat info;
    char got[10] = "";

    set_up(&f);
    write_file(&f, "/dev/null", "nothing");
    CHECK(stat("/dev/null", &info) == 0 && S_ISCHR(info.st_mode), "/dev/null is gone");
    CHECK(mkfifo(in_folder(&f, "pipe"), 0666) == 0, "mkfifo");
    int reader = open(f.name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    write_file(&f, f.name, "piped");
    CHECK(read(reader, got, sizeof got) == 5 && memcmp(got, "piped", 5) == 0, "pipe");
    CHECK(stat(f.name, &info) == 0 && S_ISFIFO(info.st_mode), "the pipe is gone");
    close(reader);
    unlink(f.name);
    tear_down(&f);
}

static void odd_names(void)
{
    struct fixture f;
    char longest[256],
        *names[] = {longest, "a\nb\033[2J", "\xFF\xFE", "-o", "a b.new-1-1"};

    memset(longest, 'n', 255);
    longest[255] = 0;
    set_up(&f);
    char path[600];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int twice = 0; twice < 2; twice++) {
            snprintf(path, sizeof path, "%s/%s", f.folder, names[i]);
            write_file(&f, path, "odd");
            CHECK(read_file(&f, path) == BT_OK && f.bytes.len == 3, "name %zu", i);
            CHECK(count_files(&f) == 1, "name %zu: %zu files", i, count_files(&f));
            if (twice)
                unlink(path);
        }
    tear_down(&f);
}

/* Rights: tried as somebody who is not root, in a process of its own. */
static void check_rights(struct fixture *f)
{
    bt_store *store = NULL;
    CHECK(open_store(f, in_folder(f, "locked/file"), &store) == BT_IO &&
              strstr(bt_message(f->ctx), "no new file can be made beside it"),
          "%s", bt_message(f->ctx));
    CHECK(open_store(f, in_folder(f, "open/read-only"), &store) == BT_IO &&
              strstr(bt_message(f->ctx), "Permission denied"),
          "%s", bt_message(f->ctx));
    CHECK(holds(f, "kept", 4), "a read-only file is changed");
}

static void rights(void)
{
    enum { NOBODY = 65534 };
    struct fixture f;
    char locked[300], open[300];

    set_up(&f);
    snprintf(locked, sizeof locked, "%s", in_folder(&f, "locked"));
    snprintf(open, sizeof open, "%s", in_folder(&f, "open"));
    CHECK(chmod(f.folder, 0777) == 0 && mkdir(locked, 0777) == 0 &&
              mkdir(open, 0777) == 0 && chmod(open, 0777) == 0,
          "mkdir");
    make_file(in_folder(&f, "locked/file"), "kept", 4);
    CHECK(chmod(f.name, 0666) == 0 && chmod(locked, 0555) == 0, "chmod");
    make_file(in_folder(&f, "open/read-only"), "kept", 4);
    CHECK(chmod(f.name, 0444) == 0, "chmod");
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        check_failed = 0;
        if (geteuid() == 0 && setuid(NOBODY) != 0)
            _exit(1);
        check_rights(&f);
        _exit(check_failed > 0);
    }
    int end = 0;
    CHECK(waitpid(child, &end, 0) == child && WIFEXITED(end) && WEXITSTATUS(end) == 0,
          "rights are not kept");
    unlink(in_folder(&f, "open/read-only"));
    chmod(locked, 0777);
    unlink(in_folder(&f, "locked/file"));
    rmdir(locked);
    rmdir(open);
    tear_down(&f);
}

/* A limit on the size of files stands in for a full disk. */
static void full_disk(void)
{
    struct fixture f;
    struct rlimit old, tight;
    bt_store *store;
    bt_status status = BT_OK;
    char block[1000] = {0};

    set_up(&f);
    make_file(in_folder(&f, "file"), "old", 3);
    getrlimit(RLIMIT_FSIZE, &old);
    tight = old;
    tight.rlim_cur = 10500;
    signal(SIGXFSZ, SIG_IGN);
    CHECK(setrlimit(RLIMIT_FSIZE, &tight) == 0, "setrlimit");
    CHECK(open_store(&f, f.name, &store) == BT_OK, "%s", bt_message(f.ctx));
    for (int i = 0; i < 20 && status == BT_OK; i++)
        status = store->write(store, f.ctx, block, sizeof block);
    CHECK(status == BT_IO && bt_last_status(f.ctx) == BT_IO, "%d", (int)status);
    CHECK(strstr(bt_message(f.ctx), f.name), "%s", bt_message(f.ctx));
    store->abandon(store);
    CHECK(setrlimit(RLIMIT_FSIZE, &old) == 0, "setrlimit");
    CHECK(holds(&f, "old", 3) && count_files(&f) == 1, "the old file stays, alone");
    unlink(f.name);
    tear_down(&f);
}

/* Threads. */

enum { TASKS_MAX = 1000 };

struct tally {
    atomic_uint runs[TASKS_MAX + 1];
    const bt_host *host;
};

static void count_task(void *arg, size_t i)
{
    struct tally *tally = arg;
    atomic_fetch_add(&tally->runs[i < TASKS_MAX ? i : TASKS_MAX], 1);
}

static void check_parallel(unsigned threads, size_t tasks)
{
    struct tally *tally = calloc(1, sizeof *tally);
    size_t wrong = 0;

    bt_host_posix()->parallel_for(bt_host_posix()->self, threads, tasks, count_task,
                                  tally);
    for (size_t i = 0; i <= TASKS_MAX; i++)
        wrong += atomic_load(&tally->runs[i]) != (i < tasks);
    CHECK(wrong == 0, "%u threads, %zu tasks: %zu not run once", threads, tasks, wrong);
    free(tally);
}

static void nested_task(void *arg, size_t i)
{
    struct tally *tally = arg;
    (void)i;
    tally->host->parallel_for(tally->host->self, 2, 10, count_task, tally);
}

static void parallel(void)
{
    static const unsigned threads[] = {0, 1, 2, 4, 7, 300};
    static const size_t tasks[] = {0, 1, 2, 3, 7, 64, TASKS_MAX};
    struct tally *tally = calloc(1, sizeof *tally);
    bool ten = true;

    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++)
        for (size_t j = 0; j < sizeof tasks / sizeof tasks[0]; j++)
            check_parallel(threads[i], tasks[j]);

    tally->host = bt_host_posix();
    tally->host->parallel_for(tally->host->self, 4, 10, nested_task, tally);
    for (size_t i = 0; i < 10; i++)
        ten = ten && atomic_load(&tally->runs[i]) == 10;
    CHECK(ten, "a loop inside a loop");
    free(tally);
}

/* Memory. */

static void memory(void)
{
    const bt_host *host = bt_host_posix();
    char *block = host->resize(host->self, NULL, 0, 10);

    CHECK(block != NULL, "10 bytes");
    memset(block, 'a', 10);
    block = host->resize(host->self, block, 10, 100000);
    CHECK(block && block[9] == 'a', "100000 bytes");
    CHECK(!host->resize(host->self, block, 100000, 0), "free gives NULL");
    CHECK(!host->resize(host->self, NULL, 0, 0), "nothing to free");
    CHECK(bt_host_memory_bytes() == 0 || bt_host_memory_bytes() > 1000000,
          "this machine has %llu bytes", (unsigned long long)bt_host_memory_bytes());
    CHECK(!host->stop || !host->stop(host->self), "it goes on");
}

int main(void)
{
    whole_files();
    unreadable_files();
    reading_without_memory();
    sources();
    no_files();
    committed_files();
    abandoned_files();
    two_writers();
    unwritable_places();
    kept_modes();
    followed_links();
    left_over_files();
    killed_run(true);
    killed_run(false);
    many_writers();
    special_files();
    odd_names();
    rights();
    full_disk();
    parallel();
    memory();
    return check_close();
}
