/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "assay_process_state.h"

#include <stddef.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

_Static_assert(ASSAY_RESOURCE_COUNT == RLIM_NLIMITS, "a resource more");
_Static_assert(ASSAY_RESOURCE_UNLIMITED == RLIM_INFINITY, "another infinity");

const char *assay_resource_name(int number) {
    static const char *const names[] = {
        [RLIMIT_CPU] = "RLIMIT_CPU",           [RLIMIT_FSIZE] = "RLIMIT_FSIZE",
        [RLIMIT_DATA] = "RLIMIT_DATA",         [RLIMIT_STACK] = "RLIMIT_STACK",
        [RLIMIT_CORE] = "RLIMIT_CORE",         [RLIMIT_RSS] = "RLIMIT_RSS",
        [RLIMIT_NPROC] = "RLIMIT_NPROC",       [RLIMIT_NOFILE] = "RLIMIT_NOFILE",
        [RLIMIT_MEMLOCK] = "RLIMIT_MEMLOCK",   [RLIMIT_AS] = "RLIMIT_AS",
        [RLIMIT_LOCKS] = "RLIMIT_LOCKS",       [RLIMIT_SIGPENDING] = "RLIMIT_SIGPENDING",
        [RLIMIT_MSGQUEUE] = "RLIMIT_MSGQUEUE", [RLIMIT_NICE] = "RLIMIT_NICE",
        [RLIMIT_RTPRIO] = "RLIMIT_RTPRIO",     [RLIMIT_RTTIME] = "RLIMIT_RTTIME",
    };
    return number >= 0 && number < ASSAY_RESOURCE_COUNT ? names[number] : NULL;
}

int assay_resource_limit(int number, uint64_t *soft, uint64_t *hard) {
    struct rlimit limit;
    if (getrlimit((__rlimit_resource_t)number, &limit) != 0)
        return -1;
    *soft = limit.rlim_cur;
    *hard = limit.rlim_max;
    return 0;
}

int assay_interval_timer(int number, uint64_t *period) {
    struct itimerval timer;
    if (getitimer((__itimer_which_t)number, &timer) != 0)
        return -1;
    *period = (uint64_t)timer.it_interval.tv_sec * 1000000 + (uint64_t)timer.it_interval.tv_usec;
    return timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0;
}

void assay_identity(uint32_t user[3], uint32_t group[3]) {
    (void)getresuid(&user[0], &user[1], &user[2]); /* cannot fail */
    (void)getresgid(&group[0], &group[1], &group[2]);
}
