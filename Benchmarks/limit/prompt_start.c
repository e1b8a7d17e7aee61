/* SPDX-License-Identifier: Apache-2.0
 *
 * prompt_start COUNT PROGRAM ARGUMENT...: starts a program on a terminal of its own until it shows its first
 * prompt ("> "), so many times; prints the median time and the most memory. */
#define _GNU_SOURCE
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAXIMUM = 1000 };

static double now_ms(void) {
    struct timespec time = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* Milliseconds until the prompt, or -1; and the most resident memory. */
static double start(char **command, long *peak_kib) {
    int terminal;
    double begin = now_ms(), time = -1;
    pid_t process = forkpty(&terminal, NULL, NULL, NULL);
    if (process == 0) {
        execv(command[0], command);
        _exit(127);
    }
    if (process < 0)
        return -1;
    char text[4096];
    size_t length = 0;
    while (length + 1 < sizeof text) {
        ssize_t count = read(terminal, text + length, sizeof text - 1 - length);
        if (count <= 0)
            break;
        length += (size_t)count;
        text[length] = 0;
        if (strstr(text, "> ")) {
            time = now_ms() - begin;
            break;
        }
    }
    struct rusage usage = {0};
    (void)kill(process, SIGKILL);
    (void)wait4(process, NULL, 0, &usage);
    (void)close(terminal);
    *peak_kib = usage.ru_maxrss;
    return time;
}

static int compare(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

int main(int argc, char **argv) {
    static double times[MAXIMUM];
    const long count = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
    if (count < 1 || count > MAXIMUM) {
        (void)fprintf(stderr, "usage: prompt_start COUNT PROGRAM ARGUMENT...\n");
        return 2;
    }
    long most = 0;
    for (long index = 0; index < count; index++) {
        long peak = 0;
        times[index] = start(argv + 2, &peak);
        if (times[index] < 0) {
            (void)fprintf(stderr, "prompt_start: %s shows no prompt\n", argv[2]);
            return 2;
        }
        most = peak > most ? peak : most;
    }
    qsort(times, (size_t)count, sizeof times[0], compare);
    (void)printf("%-46s %8.1f   50\n", "from start to first prompt, ms", times[count / 2]);
    (void)printf("%-46s %8.1f   20\n", "memory at the first prompt, MB", (double)most / 1e3);
    return 0;
}
