/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_plugin_watch.h: changes in directories, and a wait for them that can be ended.
 *
 * Functions that open return a descriptor with close-on-exec, which the caller closes, or -1 with errno set.
 */
#ifndef ASSAY_PLUGIN_WATCH_H
#define ASSAY_PLUGIN_WATCH_H 1

/* An inotify instance without directories. */
int assay_watch_open(void);

/* Adds a directory, whose files are watched for being written, moved or created; again without harm. 0 or
 * -1. */
int assay_watch_directory(int watch, const char *path);

/* A descriptor that assay_wake makes readable forever. */
int assay_wakeup_open(void);
void assay_wake(int wakeup);

/* assay_watch_wait */
#define ASSAY_WATCH_WOKEN 0
#define ASSAY_WATCH_CHANGED 1
#define ASSAY_WATCH_SILENT 2

/* Waits for a change, which it takes, or for assay_wake; for so many milliseconds, forever if -1. */
int assay_watch_wait(int watch, int wakeup, int milliseconds);

#endif
