/* SPDX-License-Identifier: Apache-2.0 */
#include "allocation_counter.h"

#include <errno.h>
#include <stddef.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

static _Thread_local int counting;
static _Thread_local uint64_t allocations;

void allocation_counter_start(void) {
    allocations = 0;
    counting = 1;
}

uint64_t allocation_counter_stop(void) {
    counting = 0;
    return allocations;
}

#if defined(SANITIZED) || !defined(__GLIBC__)

int32_t allocation_counter_is_available(void) { return 0; }

#else

int32_t allocation_counter_is_available(void) { return 1; }

/* What glibc's own malloc and its kin are called besides. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void count(void) { allocations += counting ? 1 : 0; }

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t items, size_t size) {
    count();
    return __libc_calloc(items, size);
}

void *realloc(void *memory, size_t size) {
    count();
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    count();
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}

#endif
