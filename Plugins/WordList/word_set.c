/* SPDX-License-Identifier: Apache-2.0
 *
 * A hash set of texts. Only the list's author could make many texts share a slot. */
#include "word_list.h"

#include <stdlib.h>
#include <string.h>

/* FNV-1a */
static uint64_t hash(assay_str word) {
    uint64_t hash = 0xcbf29ce484222325;
    for (uint64_t i = 0; i < word.len; i++)
        hash = (hash ^ word.ptr[i]) * 0x100000001b3;
    return hash ^ hash >> 32;
}

/* The slot that holds the word, or the free one where it belongs. */
static assay_str *find(const word_set *set, assay_str word) {
    uint64_t index = hash(word);
    for (;; index++) {
        assay_str *slot = &set->slots[index & (set->slot_count - 1)];
        if (!slot->ptr || (slot->len == word.len && memcmp(slot->ptr, word.ptr, word.len) == 0))
            return slot;
    }
}

static bool grow(word_set *set) {
    word_set larger = {.slot_count = set->slot_count ? set->slot_count * 2 : 64, .count = set->count};
    larger.slots = calloc(larger.slot_count, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (uint64_t i = 0; i < set->slot_count; i++)
        if (set->slots[i].ptr)
            *find(&larger, set->slots[i]) = set->slots[i];
    free(set->slots);
    *set = larger;
    return true;
}

bool word_set_add(word_set *set, assay_str word) {
    if (set->count >= set->slot_count / 2 && !grow(set))
        return false;
    assay_str *slot = find(set, word);
    set->count += !slot->ptr;
    *slot = word;
    return true;
}

bool word_set_has(const word_set *set, assay_str word) { return word.len > 0 && find(set, word)->ptr; }

void word_set_free(word_set *set) { free(set->slots); }
