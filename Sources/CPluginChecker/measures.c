/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "assay_plugin_checker.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

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

void assay_time_limit(uint64_t milliseconds) {
    struct itimerval timer = {{0, 0}, {0, 0}};
    timer.it_value.tv_sec = (time_t)(milliseconds / 1000);
    timer.it_value.tv_usec = (suseconds_t)(milliseconds % 1000 * 1000);
    (void)setitimer(ITIMER_REAL, &timer, NULL); /* cannot fail */
}
