/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "assay_plugin_checker.h"

#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

uint64_t assay_heap_bytes(void) {
    struct mallinfo2 information = mallinfo2();
    return (uint64_t)information.uordblks + (uint64_t)information.hblkhd;
}

uint64_t assay_peak_bytes(void) {
    static const char name[] = "VmHWM:";
    char line[256];
    uint64_t kibibytes = 0;
    FILE *file = fopen("/proc/self/status", "re");
    if (file == NULL)
        return 0;
    while (kibibytes == 0 && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, name, sizeof name - 1) == 0)
            kibibytes = strtoull(line + sizeof name - 1, NULL, 10);
    (void)fclose(file);
    return kibibytes << 10;
}

int assay_time_limit_signal(void) { return SIGRTMAX; }

/* The timers of setitimer, and SIGALRM, are left to the plugin, so that what it does with them is seen. */
void assay_time_limit(uint64_t milliseconds) {
    static timer_t timer;
    static int exists;
    if (!exists) {
        struct sigevent event;
        memset(&event, 0, sizeof event);
        event.sigev_notify = SIGEV_SIGNAL;
        event.sigev_signo = assay_time_limit_signal();
        exists = timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
    }
    struct itimerspec time = {{0, 0}, {0, 0}};
    time.it_value.tv_sec = (time_t)(milliseconds / 1000);
    time.it_value.tv_nsec = (long)(milliseconds % 1000 * 1000000);
    if (exists) /* without it, the parent's limit holds */
        (void)timer_settime(timer, 0, &time, NULL);
}
