/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "assay_plugin_files.h"
#include "assay_plugin_probe.h"
#include "jail.h"
#include "supervise.h"

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifdef SANITIZED
/* A probe that is built with a sanitizer ends as any other: leaks at its exit are not its answer, and crashes
 * are for its host to see. */
int __lsan_is_turned_off(void) { return 1; } // NOLINT(bugprone-reserved-identifier)

static void return_crashes_to_system(void) {
    const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        (void)signal(signals[i], SIG_DFL);
}
#else
static void return_crashes_to_system(void) {}
#endif

static int limit(__rlimit_resource_t resource, rlim_t value) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0)
        return -1;
    if (limit.rlim_max > value)
        limit.rlim_max = value;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(resource, &limit);
}

static const size_t mebibyte = 1 << 20;

/* As far as an instruction reaches past itself. */
static const size_t reach = 2048 * mebibyte;

static char *reserve(size_t size) {
    void *start = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return start == MAP_FAILED ? NULL : start;
}

/* Has the library loaded below everything else, with nothing within its reach: damaged code that goes past
 * the end of its library crashes here, then, and does not find, by chance, what it would not find in the
 * host. Returns how much of the addresses that takes: none where they are limited, for a plugin can be tried
 * without it. */
static size_t set_library_apart(void) {
    struct rlimit addresses;
    if (getrlimit(RLIMIT_AS, &addresses) != 0 || addresses.rlim_cur != RLIM_INFINITY)
        return 0;
    const char *below = reserve(reach);
    if (below == NULL)
        return 0;
    size_t taken = reach;
    /* The system takes the highest gap that is large enough, so those between what is loaded already are
     * filled; where it goes upwards instead, there is no end of them. */
    int gaps = 0;
    for (size_t size = reach / 2; size >= 4096; size /= 2) {
        char *gap = reserve(size);
        for (; gap > below && gaps < 64; gaps++) {
            taken += size;
            gap = reserve(size);
        }
        if (gap != NULL)
            (void)munmap(gap, size);
    }
    return taken;
}

static int limit_all(uint32_t cpu_seconds, rlim_t addresses) {
    /* 1 and not 0: with 0 the kernel still feeds a program that takes core dumps from a pipe. */
    int failed = limit(RLIMIT_CORE, 1);
    failed |= limit(RLIMIT_CPU, cpu_seconds);
    failed |= limit(RLIMIT_FSIZE, 16 * mebibyte);
    failed |= limit(RLIMIT_NOFILE, 256);
    failed |= limit(RLIMIT_NPROC, 4096); /* counts all processes of the user */
#ifndef SANITIZED                        /* a sanitizer reserves terabytes of addresses */
    failed |= limit(RLIMIT_AS, addresses);
#else
    (void)addresses;
#endif
    return failed;
}

/* Where memory is short, the kernel takes this process and not its host. */
static void offer_to_be_killed(void) {
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return;
    ssize_t written = write(file, "1000", 4);
    (void)written; /* a plugin can be tried without it */
    (void)close(file);
}

static int keep_output(void) {
    int file = assay_memory_file("assay-plugin-output");
    if (file < 0)
        file = assay_unnamed_file("/tmp");
    if (file < 0)
        return -1;
    int output = dup2(file, STDOUT_FILENO);
    (void)close(file);
    return output < 0 ? -1 : 0;
}

int assay_probe_confine(pid_t parent, uint32_t cpu_seconds, uint64_t addresses, uint32_t wanted,
                        uint32_t allowed, uint32_t *held) {
    int line;
    *held = assay_jail_namespaces(wanted);
    /* After the namespaces: a change of user ids would undo it. */
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0 || getppid() != parent ||
        assay_supervise((*held & ASSAY_JAIL_PROCESSES) != 0, (wanted & ASSAY_JAIL_NOTICES) != 0, allowed,
                        &line) != 0)
        return -1;
    return_crashes_to_system();
    offer_to_be_killed();
    if (keep_output() != 0 || limit_all(cpu_seconds, set_library_apart() + (rlim_t)addresses) != 0)
        return -1;
    *held = assay_jail_close(wanted, *held, line);
    if (line >= 0)
        (void)close(line);
    return 0;
}

void assay_probe_exit(int status) { exit(status); }

char **assay_environment(void) { return environ; }
