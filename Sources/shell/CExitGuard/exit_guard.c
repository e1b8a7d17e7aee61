/* SPDX-License-Identifier: Apache-2.0
 *
 * exit_guard.c: see assay_exit_guard.h.
 */
#define _GNU_SOURCE
#include "assay_exit_guard.h"
#include "assay_plugin_calls.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum { MAXIMUM_OWN = 256, MAXIMUM_ARGUMENTS = 1024 };

/* The addresses of what may end the process. Written before the guard is armed. */
static struct {
    uintptr_t start, end;
} own[MAXIMUM_OWN];
static size_t own_count;
static atomic_bool armed;
/* The process that is guarded; the child of a plugin's fork or vfork is not. */
static pid_t process;

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
    if (!atomic_load(&armed) || getpid() != process)
        return true;
    for (size_t i = 0; i < own_count; i++)
        if ((uintptr_t)caller >= own[i].start && (uintptr_t)caller < own[i].end)
            return true;
    return false;
}

/* A plugin that is tried in a child may end the child: whoever waits for it sees how. */
void assay_exit_guard_disarm(void) { atomic_store(&armed, false); }

void assay_exit_guard_arm(void) {
    process = getpid();
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
    char target[512];
    Dl_info library;
    bool is_known = dladdr(caller, &library) != 0 && library.dli_fname;
    assay_exit_report_call(is_known ? name_of(library.dli_fname, target, sizeof target) : "?", call);
}

/* A function of the C library, whose type its caller knows. */
typedef union symbol {
    void *address;
    void (*end)(int);
    int (*daemon)(int, int);
    int (*execvpe)(const char *, char *const[], char *const[]);
} symbol;

/* Ends the process as the C library's function of this name does. */
static _Noreturn void pass_on(const char *name, int status) {
    symbol next = {.address = dlsym(RTLD_NEXT, name)};
    if (next.end)
        next.end(status);
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

/* ---- functions that replace the program ---------------------------------------------------------------- */

#define GUARD(call)                                                                                          \
    do {                                                                                                     \
        const void *caller = __builtin_return_address(0);                                                    \
        if (!may_end(caller))                                                                                \
            reject(caller, call);                                                                            \
    } while (0)

static int replace(const char *path, char *const arguments[], char *const variables[]) {
    return (int)syscall(SYS_execve, path, arguments, variables);
}

/* Looks for the file as the C library does. */
static int replace_by_name(const char *file, char *const arguments[], char *const variables[]) {
    symbol next = {.address = dlsym(RTLD_NEXT, "execvpe")};
    if (next.execvpe)
        return next.execvpe(file, arguments, variables);
    errno = ENOSYS;
    return -1;
}

/* The parent of a daemon exits. */
int daemon(int stays_in_directory, int keeps_streams) {
    GUARD("daemon");
    symbol next = {.address = dlsym(RTLD_NEXT, "daemon")};
    if (next.daemon)
        return next.daemon(stays_in_directory, keeps_streams);
    errno = ENOSYS;
    return -1;
}

int execve(const char *path, char *const arguments[], char *const variables[]) {
    GUARD("execve");
    return replace(path, arguments, variables);
}

int execv(const char *path, char *const arguments[]) {
    GUARD("execv");
    return replace(path, arguments, environ);
}

int execvp(const char *file, char *const arguments[]) {
    GUARD("execvp");
    return replace_by_name(file, arguments, environ);
}

int execvpe(const char *file, char *const arguments[], char *const variables[]) {
    GUARD("execvpe");
    return replace_by_name(file, arguments, variables);
}

int fexecve(int descriptor, char *const arguments[], char *const variables[]) {
    GUARD("fexecve");
    return (int)syscall(SYS_execveat, descriptor, "", arguments, variables, AT_EMPTY_PATH);
}

int execveat(int descriptor, const char *path, char *const arguments[], char *const variables[], int flags) {
    GUARD("execveat");
    return (int)syscall(SYS_execveat, descriptor, path, arguments, variables, flags);
}

/* Takes the arguments of a function up to NULL into an array; too many of them are an error. */
#define TAKE(first, list, arguments)                                                                         \
    do {                                                                                                     \
        size_t count = 0;                                                                                    \
        (arguments)[0] = (char *)(uintptr_t)(first);                                                         \
        while ((arguments)[count] != NULL) {                                                                 \
            if (++count == MAXIMUM_ARGUMENTS) {                                                              \
                va_end(list);                                                                                \
                errno = E2BIG;                                                                               \
                return -1;                                                                                   \
            }                                                                                                \
            (arguments)[count] = va_arg(list, char *);                                                       \
        }                                                                                                    \
    } while (0)

int execl(const char *path, const char *first, ...) {
    GUARD("execl");
    char *arguments[MAXIMUM_ARGUMENTS];
    va_list list;
    va_start(list, first);
    TAKE(first, list, arguments);
    va_end(list);
    return replace(path, arguments, environ);
}

int execlp(const char *file, const char *first, ...) {
    GUARD("execlp");
    char *arguments[MAXIMUM_ARGUMENTS];
    va_list list;
    va_start(list, first);
    TAKE(first, list, arguments);
    va_end(list);
    return replace_by_name(file, arguments, environ);
}

int execle(const char *path, const char *first, ...) {
    GUARD("execle");
    char *arguments[MAXIMUM_ARGUMENTS];
    va_list list;
    va_start(list, first);
    TAKE(first, list, arguments);
    char *const *variables = va_arg(list, char *const *);
    va_end(list);
    return replace(path, arguments, variables);
}
