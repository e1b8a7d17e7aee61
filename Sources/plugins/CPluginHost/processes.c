/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "processes.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int64_t assay_milliseconds(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* cannot fail */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int assay_process_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

void assay_signal_process(int descriptor, pid_t process, int signal) {
    /* A filter of system calls may allow the descriptor and not the signal. */
    if (descriptor < 0 ||
        (syscall(SYS_pidfd_send_signal, descriptor, signal, NULL, 0) != 0 && errno != ESRCH))
        (void)kill(process, signal);
}

/* ---- /proc ---------------------------------------------------------------------------------- */

/* Reads the start of a file of a process. Returns how many bytes, or -1. */
static ssize_t read_file(pid_t process, const char *name, char *bytes, size_t room) {
    char path[48];
    (void)snprintf(path, sizeof path, "/proc/%d/%s", process, name); /* names are short */
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    size_t count = 0;
    ssize_t more = 1;
    while (count < room && more > 0) {
        more = read(file, bytes + count, room - count);
        if (more > 0)
            count += (size_t)more;
    }
    (void)close(file);
    return more < 0 ? -1 : (ssize_t)count;
}

/* Fields of /proc/PID/stat, counted from 1 as in its manual; the second one, the name of the program in
 * parentheses, may hold any byte. */
enum { PARENT_FIELD = 4, START_FIELD = 22 };

static int read_process(pid_t number, assay_process *process) {
    char text[1024];
    ssize_t count = read_file(number, "stat", text, sizeof text - 1);
    if (count <= 0)
        return -1;
    text[count] = 0;
    const char *name_end = strrchr(text, ')');
    if (name_end == NULL || strlen(name_end) < sizeof ") S 1" - 1)
        return -1;
    char *rest;
    process->number = number;
    process->state = name_end[2];
    process->parent = (pid_t)strtol(name_end + 4, &rest, 10);
    for (int field = PARENT_FIELD + 1; rest != NULL && field < START_FIELD; field++)
        rest = strchr(rest + 1, ' ');
    if (rest == NULL)
        return -1;
    process->start = strtoull(rest + 1, NULL, 10);
    return 0;
}

int assay_own_process(assay_process *process) {
    char number[16];
    ssize_t length = readlink("/proc/self", number, sizeof number - 1);
    if (length <= 0)
        return -1;
    number[length] = 0;
    return read_process((pid_t)strtol(number, NULL, 10), process);
}

int assay_each_process(int (*body)(const assay_process *process, void *context), void *context) {
    DIR *directory = opendir("/proc");
    if (directory == NULL)
        return 0;
    int result = 0;
    for (struct dirent *entry; result == 0 && (entry = readdir(directory)) != NULL;) {
        assay_process process;
        if (isdigit((unsigned char)entry->d_name[0]) &&
            read_process((pid_t)strtol(entry->d_name, NULL, 10), &process) == 0)
            result = body(&process, context);
    }
    (void)closedir(directory);
    return result;
}

/* ---- descendants ---------------------------------------------------------------------------- */

int assay_is_descendant(pid_t process, pid_t ancestor) {
    /* What is read one after the other may be a circle. */
    for (int step = 0; step < 4096 && process > 1; step++) {
        assay_process seen;
        if (read_process(process, &seen) != 0)
            return 0;
        if (seen.parent == ancestor)
            return 1;
        process = seen.parent;
    }
    return 0;
}

/* The number by which a process or a thread knows itself; -1 where it is gone. */
static pid_t own_number(pid_t process, const char *file) {
    char text[4096];
    ssize_t count = read_file(process, file, text, sizeof text - 1);
    if (count <= 0)
        return -1;
    text[count] = 0;
    const char *line = strstr(text, "\nNSpid:");
    if (line == NULL)
        return process;
    char *next = (char *)line + sizeof "\nNSpid:" - 1;
    pid_t number = -1;
    while (*next == '\t' || *next == ' ')
        number = (pid_t)strtol(next, &next, 10);
    return number;
}

static int has_thread(pid_t process, pid_t number) {
    char path[48];
    (void)snprintf(path, sizeof path, "/proc/%d/task", process);
    DIR *directory = opendir(path);
    if (directory == NULL)
        return 0;
    int found = 0;
    for (struct dirent *entry; !found && (entry = readdir(directory)) != NULL;) {
        if (!isdigit((unsigned char)entry->d_name[0]))
            continue;
        (void)snprintf(path, sizeof path, "task/%.16s/status", entry->d_name);
        found = own_number(process, path) == number;
    }
    (void)closedir(directory);
    return found;
}

struct search {
    pid_t ancestor, excluded, number;
};

static int has_number(const assay_process *process, void *context) {
    const struct search *search = context;
    return process->number != search->excluded && assay_is_descendant(process->number, search->ancestor) &&
           has_thread(process->number, search->number);
}

int assay_descendant_has_number(pid_t ancestor, pid_t excluded, pid_t number) {
    struct search search = {ancestor, excluded, number};
    return assay_each_process(has_number, &search);
}

int assay_has_parent(pid_t process, pid_t number) {
    assay_process seen;
    return read_process(process, &seen) == 0 && own_number(seen.parent, "status") == number;
}

/* ---- ending them ---------------------------------------------------------------------------- */

struct table {
    assay_process *rows;
    size_t count, room;
};

static int add(const assay_process *process, void *context) {
    struct table *table = context;
    if (process->state == 'Z')
        return 0;
    if (table->count == table->room) {
        size_t room = table->room == 0 ? 512 : 2 * table->room;
        assay_process *rows = realloc(table->rows, room * sizeof *rows);
        if (rows == NULL)
            return ENOMEM;
        *table = (struct table){rows, table->count, room};
    }
    table->rows[table->count++] = *process;
    return 0;
}

static int by_number(const void *left, const void *right) {
    pid_t first = ((const assay_process *)left)->number;
    pid_t second = ((const assay_process *)right)->number;
    return (first > second) - (first < second);
}

static int descends(const struct table *table, const assay_process *process, pid_t ancestor) {
    /* What is read one after the other may be a circle. */
    for (size_t step = 0; process != NULL && step < table->count; step++) {
        if (process->parent == ancestor)
            return 1;
        assay_process parent = {.number = process->parent};
        process = bsearch(&parent, table->rows, table->count, sizeof parent, by_number);
    }
    return 0;
}

static int has_mark(pid_t process, const char *mark) {
    static const char name[] = ASSAY_PROBE_MARK;
    char bytes[1 << 15], wanted[128];
    int length = snprintf(wanted, sizeof wanted, "%s%s", name, mark);
    ssize_t count = read_file(process, "environ", bytes, sizeof bytes);
    return count > 0 && length > 0 && memmem(bytes, (size_t)count, wanted, (size_t)length) != NULL;
}

/* The number may have become another process's since it was read: the descriptor shows the one that has it
 * now, and when that one started says whether it is still meant. */
static void end_process(const assay_process *seen) {
    int descriptor = assay_process_descriptor(seen->number);
    assay_process now;
    if (read_process(seen->number, &now) == 0 && now.start == seen->start)
        assay_signal_process(descriptor, seen->number, SIGKILL);
    if (descriptor >= 0)
        (void)close(descriptor);
}

static size_t end_once(pid_t ancestor, const char *mark) {
    struct table table = {NULL, 0, 0};
    (void)assay_each_process(add, &table); /* without memory for all of them, those that there are */
    if (table.count > 0)
        qsort(table.rows, table.count, sizeof *table.rows, by_number);
    size_t ended = 0;
    for (size_t row = 0; row < table.count; row++) {
        const assay_process *process = &table.rows[row];
        if (process->number == getpid() || process->number == ancestor)
            continue;
        if (!descends(&table, process, ancestor) && !has_mark(process->number, mark))
            continue;
        end_process(process);
        ended++;
    }
    free(table.rows);
    return ended;
}

void assay_end_processes(pid_t ancestor, const char *mark, int64_t milliseconds) {
    int64_t deadline = assay_milliseconds() + milliseconds;
    while (end_once(ancestor, mark) > 0 && assay_milliseconds() < deadline) {
        const struct timespec moment = {0, 1000000};
        (void)nanosleep(&moment, NULL);
    }
}
