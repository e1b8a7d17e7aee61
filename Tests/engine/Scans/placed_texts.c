// SPDX-License-Identifier: Apache-2.0

// For MAP_ANONYMOUS.
#define _DEFAULT_SOURCE 1

#include "placed_texts.h"
#include "draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#include <sys/prctl.h>
#endif

// The longest block that is read at once, and the size of a page for it, whatever that of the system is.
enum { BLOCK = 64, SMALL_PAGE = 4096 };

static uint8_t *pages;
static size_t page_size;
static bool has_tags;

static void fail(const char *call) {
    perror(call);
    exit(2);
}

// ---- tags of memory ----

#if defined(PROT_MTE) && defined(HWCAP2_MTE)

enum { GRANULE = 16, TAG_SHIFT = 56, TAGS = 16, ACCESS = PROT_READ | PROT_WRITE | PROT_MTE };

// Has a wrong tag end the program; false where the processor knows no tags.
static bool check_tags(void) {
    if (!(getauxval(AT_HWCAP2) & HWCAP2_MTE))
        return false;
    return prctl(PR_SET_TAGGED_ADDR_CTRL, PR_TAGGED_ADDR_ENABLE | PR_MTE_TCF_SYNC, 0, 0, 0) == 0;
}

// Gives memory a tag; returns the address with it.
static uint8_t *tag(uint8_t *start, const uint8_t *end, unsigned number) {
    const uintptr_t bits = (uintptr_t)number << TAG_SHIFT;
    for (uintptr_t granule = (uintptr_t)start & ~(uintptr_t)(GRANULE - 1); granule < (uintptr_t)end;
         granule += GRANULE)
        __asm__ volatile(".arch_extension memtag\n\tstg %0, [%0]" : : "r"(granule | bits) : "memory");
    return (uint8_t *)((uintptr_t)start | bits);
}

#else

enum { TAGS = 16, ACCESS = PROT_READ | PROT_WRITE };

static bool check_tags(void) { return false; }

static uint8_t *tag(uint8_t *start, const uint8_t *end, unsigned number) {
    (void)end, (void)number;
    return start;
}

#endif

// ---- pages ----

bool map_pages(void) {
    has_tags = check_tags();
    page_size = (size_t)sysconf(_SC_PAGESIZE);
    pages = mmap(NULL, 2 * PLACED_TEXTS * page_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        fail("mmap");
    for (size_t number = 0; number < PLACED_TEXTS; number++) {
        if (mprotect(pages + 2 * number * page_size, page_size, has_tags ? ACCESS : PROT_READ | PROT_WRITE) !=
            0)
            fail("mprotect");
    }
    return has_tags;
}

// Where a text begins in its page: so that it ends with it, or a block about does, or anywhere.
static size_t draw_start(size_t length) {
    const size_t last = page_size - length;
    size_t start = last;
    if (draw_once_in(3))
        start = page_size - BLOCK - 2 + draw(5);
    else if (draw_once_in(3))
        start = page_size - SMALL_PAGE + draw(SMALL_PAGE);
    return start < last ? start : last;
}

const uint8_t *place_text(const uint8_t *text, size_t length) {
    static size_t used;
    uint8_t *page = pages + 2 * (used++ % PLACED_TEXTS) * page_size;
    if (length == 0 && draw_once_in(4))
        return page + page_size;
    const size_t start = draw_start(length), first = start < BLOCK ? 0 : start - BLOCK;
    const size_t last = start + length + BLOCK < page_size ? start + length + BLOCK : page_size;
    uint8_t *placed = page + start;
    if (has_tags)
        tag(page + first, page + last, 0);
    for (size_t place = first; place < last; place++)
        page[place] = (uint8_t)(draw_once_in(2) ? draw(256) : 'a' + draw(26));
    if (has_tags && draw_once_in(2))
        placed = tag(placed, placed + length, 1 + draw(TAGS - 1));
    return memcpy(placed, text, length);
}
