/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "assay_plugin_files.h"
#include "assay_plugin_probe.h"

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
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

static int limit_all(uint32_t cpu_seconds) {
    const rlim_t mebibyte = 1 << 20;
    /* 1 and not 0: with 0 the kernel still feeds a program that takes core dumps from a pipe. */
    int failed = limit(RLIMIT_CORE, 1);
    failed |= limit(RLIMIT_CPU, cpu_seconds);
    failed |= limit(RLIMIT_FSIZE, 16 * mebibyte);
    failed |= limit(RLIMIT_NOFILE, 256);
    failed |= limit(RLIMIT_NPROC, 4096); /* counts all processes of the user */
#ifndef SANITIZED                        /* a sanitizer reserves terabytes of addresses */
    failed |= limit(RLIMIT_AS, 2048 * mebibyte);
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

int assay_probe_confine(pid_t parent, uint32_t cpu_seconds) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
        return -1;
    return_crashes_to_system();
    offer_to_be_killed();
    return keep_output() != 0 ? -1 : limit_all(cpu_seconds);
}

void assay_probe_exit(int status) { exit(status); }

char **assay_environment(void) { return environ; }
