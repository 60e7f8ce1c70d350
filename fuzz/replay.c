/* SPDX-License-Identifier: MIT
 * Runs a fuzz target over every file of the folders given, without libFuzzer. A broken
 * promise traps, so each file runs in a process of its own. */
#include "fuzz.h"

#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned long passed, failed;

/* In the child: exit code 0, or a signal, or a sanitizer's exit code. */
static void run_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    size_t cap = 1 << 20, len = 0, got;
    uint8_t *bytes = malloc(cap);

    while (file && bytes && (got = fread(bytes + len, 1, cap - len, file)) > 0) {
        len += got;
        if (len == cap)
            bytes = realloc(bytes, cap *= 2);
    }
    if (!file || !bytes || ferror(file))
        _exit(1);
    fclose(file);
    bytes = realloc(bytes, len > 0 ? len : 1); /* so that a read beyond its end shows */
    LLVMFuzzerTestOneInput(bytes, len);
    free(bytes);
    _exit(0);
}

static void replay_file(const char *name)
{
    int status = -1;
    pid_t child = fork();

    if (child == 0)
        run_file(name);
    if (child > 0 && waitpid(child, &status, 0) == child && status == 0) {
        passed++;
        return;
    }
    failed++;
    fprintf(stderr, "%s: failed\n", name);
}

static bool replay_folder(const char *folder)
{
    struct dirent **entry;
    int n = scandir(folder, &entry, NULL, alphasort);
    char name[4096];

    if (n < 0) {
        perror(folder);
        return false;
    }
    for (int i = 0; i < n; i++) {
        snprintf(name, sizeof name, "%s/%s", folder, entry[i]->d_name);
        if (entry[i]->d_name[0] != '.')
            replay_file(name);
        free(entry[i]);
    }
    free(entry);
    return true;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!replay_folder(argv[i]))
            failed++;
    printf("%lu passed, %lu failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
