// SPDX-License-Identifier: Apache-2.0
// Counts what threads of a program have in common, for LD_PRELOAD: locks that are taken, and lines of cache
// that move since a reference is counted by another thread than the one before. The file of COUNTS receives
// both numbers.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct {
    atomic_long locks;
    atomic_long moves;
} counts;

typedef struct {
    _Atomic(void *) object;
    atomic_int thread;
} counter;

enum { counter_bits = 20, longest_search = 64 };

static counts unused;
static counts *made = &unused;
static counter *counters;
static atomic_int thread_count;
static _Thread_local int this_thread;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("COUNTS");
    if (!path)
        return;
    const int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || ftruncate(file, sizeof(counts)))
        abort();
    void *map = mmap(NULL, sizeof(counts), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map == MAP_FAILED)
        abort();
    made = map;
    counters = calloc((size_t)1 << counter_bits, sizeof(counter));
}

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

static void note(void *object) {
    // Objects that are never freed, and what is none, are not written.
    if (!counters || (intptr_t)object <= 0)
        return;
    if (!this_thread)
        this_thread = atomic_fetch_add(&thread_count, 1) + 1;
    const uint64_t start = ((uint64_t)object >> 4) * 0x9E3779B97F4A7C15U >> (64 - counter_bits);
    for (uint64_t step = 0; step < longest_search; step++) {
        counter *found = &counters[(start + step) & (((uint64_t)1 << counter_bits) - 1)];
        void *other = NULL;
        if (atomic_compare_exchange_strong(&found->object, &other, object) || other == object) {
            const int last = atomic_exchange(&found->thread, this_thread);
            if (last && last != this_thread)
                atomic_fetch_add(&made->moves, 1);
            return;
        }
    }
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    static int (*lock)(pthread_mutex_t *);
    if (!lock)
        lock = (int (*)(pthread_mutex_t *))next("pthread_mutex_lock");
    atomic_fetch_add(&made->locks, 1);
    return lock(mutex);
}

void *swift_retain(void *object) {
    static void *(*retain)(void *);
    if (!retain)
        retain = (void *(*)(void *))next("swift_retain");
    note(object);
    return retain(object);
}

void swift_release(void *object) {
    static void (*release)(void *);
    if (!release)
        release = (void (*)(void *))next("swift_release");
    note(object);
    release(object);
}
