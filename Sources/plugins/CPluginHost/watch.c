/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "assay_plugin_watch.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

int assay_watch_open(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

int assay_watch_directory(int watch, const char *path) {
    const uint32_t events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ONLYDIR;
    return inotify_add_watch(watch, path, events) < 0 ? -1 : 0;
}

int assay_wakeup_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void assay_wake(int wakeup) {
    const uint64_t one = 1;
    ssize_t written = write(wakeup, &one, sizeof one);
    (void)written; /* full means readable */
}

/* What changed is found out by looking; the events are only taken away. */
static void drain(int watch) {
    char events[4096];
    while (read(watch, events, sizeof events) > 0) {
    }
}

int assay_watch_wait(int watch, int wakeup, int milliseconds) {
    struct pollfd descriptors[] = {{.fd = wakeup, .events = POLLIN}, {.fd = watch, .events = POLLIN}};
    int ready;
    do
        ready = poll(descriptors, 2, milliseconds);
    while (ready < 0 && errno == EINTR);
    if (ready < 0 || descriptors[0].revents != 0)
        return ASSAY_WATCH_WOKEN;
    if (ready == 0)
        return ASSAY_WATCH_SILENT;
    drain(watch);
    return ASSAY_WATCH_CHANGED;
}
