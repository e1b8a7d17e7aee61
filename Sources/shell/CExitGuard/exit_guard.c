/* SPDX-License-Identifier: Apache-2.0
 *
 * exit_guard.c: see assay_exit_guard.h.
 */
#define _GNU_SOURCE
#include "assay_exit_guard.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum { MAXIMUM_OWN = 256, REJECTED = 2 };

/* The addresses of what may end the process. Written before the guard is armed. */
static struct {
    uintptr_t start, end;
} own[MAXIMUM_OWN];
static size_t own_count;
static const char *program = "";
static atomic_bool armed, is_ending;

static _Noreturn void leave(int status) {
    for (;;)
        syscall(SYS_exit_group, status);
}

static int add_own(struct dl_phdr_info *library, size_t size, void *unused) {
    (void)size, (void)unused;
    for (size_t i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &library->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X) || own_count == MAXIMUM_OWN)
            continue;
        own[own_count].start = library->dlpi_addr + segment->p_vaddr;
        own[own_count].end = own[own_count].start + segment->p_memsz;
        own_count++;
    }
    return 0;
}

static bool may_end(const void *caller) {
    if (!atomic_load(&armed))
        return true;
    for (size_t i = 0; i < own_count; i++)
        if ((uintptr_t)caller >= own[i].start && (uintptr_t)caller < own[i].end)
            return true;
    return false;
}

/* A plugin that is tried in a child may end the child: whoever waits for it sees how. */
void assay_exit_guard_disarm(void) { atomic_store(&armed, false); }

void assay_exit_guard_arm(const char *name) {
    program = name;
    own_count = 0;
    (void)dl_iterate_phdr(add_own, NULL);
    if (pthread_atfork(NULL, NULL, assay_exit_guard_disarm) == 0)
        atomic_store(&armed, true);
}

_Noreturn void assay_exit_guard_end(int status) {
    (void)fflush(NULL);
    leave(status);
}

/* The name of the library's file: of the file in memory that the host has copied it to, or of its path. */
static const char *name_of(const char *path, char *target, size_t size) {
    ssize_t length = readlink(path, target, size - 1);
    if (length > 0) {
        static const char memory[] = "/memfd:", deleted[] = " (deleted)";
        target[length] = '\0';
        char *end = strstr(target, deleted);
        if (end)
            *end = '\0';
        path = strncmp(target, memory, sizeof memory - 1) ? target : target + sizeof memory - 1;
    }
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static _Noreturn void reject(const void *caller, const char *call) {
    char target[512], line[1024];
    Dl_info library;
    if (atomic_exchange(&is_ending, true)) /* another thread writes the message */
        for (;;)
            pause();
    bool is_known = dladdr(caller, &library) != 0 && library.dli_fname;
    const char *name = is_known ? name_of(library.dli_fname, target, sizeof target) : "?";
    int length =
        snprintf(line, sizeof line,
                 "%s: error[plugin.exit] plugin '%.200s' ended the program: it called %s\n"
                 "help: the results are incomplete; run again without the plugin until it is fixed\n",
                 program, name, call);
    for (int i = 0; i < length; i++) /* the name of a file may hold anything */
        if (((unsigned char)line[i] < 0x20 && line[i] != '\n') || line[i] == 0x7F)
            line[i] = '?';
    for (int written = 0; written < length;) {
        ssize_t count = write(STDERR_FILENO, line + written, (size_t)(length - written));
        if (count <= 0)
            break;
        written += (int)count;
    }
    leave(REJECTED);
}

/* Ends the process as the C library's function of this name does. */
static _Noreturn void pass_on(const char *name, int status) {
    union {
        void *address;
        void (*function)(int);
    } symbol = {.address = dlsym(RTLD_NEXT, name)};
    if (symbol.function)
        symbol.function(status);
    leave(status);
}

#define GUARDED(name)                                                                                        \
    _Noreturn void name(int status) {                                                                        \
        const void *caller = __builtin_return_address(0);                                                    \
        if (!may_end(caller))                                                                                \
            reject(caller, #name);                                                                           \
        pass_on(#name, status);                                                                              \
    }

GUARDED(exit)
GUARDED(_exit)
GUARDED(_Exit)
GUARDED(quick_exit)
