/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of the plugin `wordList` share: the list, a set of texts, characters. */
#ifndef WORD_LIST_H
#define WORD_LIST_H
#include "assay_plugin_c.h"

#include <stdbool.h>
#include <stddef.h>

#define INTERNAL __attribute__((visibility("hidden")))

/* Bytes of the longest word, and of the longest one after folding: the lower case of a character of
 * two bytes can have three. */
enum { WORD_BYTES = 1024, FOLDED_BYTES = 2 * WORD_BYTES };

/* A set of texts: open addressing, at most half full. Zero is the empty set. */
typedef struct word_set {
    assay_str *slots;
    uint64_t slot_count; /* 0 or a power of two */
    uint64_t count;
} word_set;

/* Borrows the text; a text that is there already is no mistake. False: no memory. */
INTERNAL bool word_set_add(word_set *set, assay_str word);
INTERNAL bool word_set_has(const word_set *set, assay_str word);
INTERNAL void word_set_free(word_set *set);

/* The words of the file. Immutable after `word_list_read`. */
typedef struct word_list {
    uint8_t *text, *folded_text; /* what the sets borrow */
    word_set exact, folded;
} word_list;

/* Reads `file`, a path of the configuration. Says what is wrong, if anything is. */
INTERNAL assay_rc word_list_read(word_list *list, assay_str file, const assay_call *call);
INTERNAL void word_list_free(word_list *list);

/* Makes the character tables ready, once, before the functions below. False: there are none. */
INTERNAL bool characters_start(void);
INTERNAL void characters_stop(void);

#define NOT_UTF8 UINT32_MAX
/* The character at *position, and moves the position past it. NOT_UTF8: the bytes are not UTF-8. */
INTERNAL uint32_t next_character(assay_str text, uint64_t *position);
/* A letter, a digit, or a mark that belongs to one. */
INTERNAL bool belongs_to_word(uint32_t character);
/* Writes the text without differences of case and returns the number of its bytes; SIZE_MAX if they
 * are more than `capacity`. */
INTERNAL size_t fold(assay_str text, uint8_t *folded, size_t capacity);

ASSAY_DECLARE_RULE(allowed);
ASSAY_DECLARE_RULE(denied);

#endif
