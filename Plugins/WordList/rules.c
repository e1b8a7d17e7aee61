/* SPDX-License-Identifier: Apache-2.0
 *
 * wordList.allowed(match: whole | words = whole, caseSensitive: bool = true)
 * wordList.denied(match: whole | words = whole, caseSensitive: bool = true)
 *
 * whole: the value, every byte of it, is a word of the list; for `denied` it is none.
 * words: each word within the value is on the list; for `denied` none is. A word is a run of letters,
 * digits and combining accents that is as long as possible, so that words of the list with other
 * characters, such as spaces, are found by `whole` alone. A value without words passes.
 *
 * Without caseSensitive letters that differ in their case only are the same, one character at a time
 * (Σ, σ and ς are; ß and ss are not). The argument `word` of a violation is the first word that breaks
 * the rule. A lookup costs the length of the word, whatever the number of words.
 *
 * The examples hold for any list, which is why they are few. */
#include "word_list.h"

#include <stdlib.h>

enum { VALUE, WORD };
enum { WHOLE, WORDS };

typedef struct lookup {
    const word_list *list;
    bool finds_words, is_case_sensitive;
} lookup;

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)call;
    lookup *made = malloc(sizeof *made);
    if (!made)
        return ASSAY_E_NOMEM;
    *made = (lookup){state, params[0].as.i64 == WORDS, params[1].as.i64 != 0};
    *inst = made;
    return ASSAY_OK;
}

static bool is_listed(const lookup *rule, assay_str word) {
    if (rule->is_case_sensitive)
        return word_set_has(&rule->list->exact, word);
    uint8_t folded[FOLDED_BYTES];
    size_t length = fold(word, folded, sizeof folded);
    return length != SIZE_MAX && word_set_has(&rule->list->folded, (assay_str){folded, length});
}

/* The next word at or after *position, which moves past it; empty at the end. */
static assay_str next_word(assay_str text, uint64_t *position) {
    uint64_t start = *position;
    while (*position < text.len) {
        uint64_t before = *position;
        uint32_t character = next_character(text, position);
        if (character == NOT_UTF8)
            ++*position;
        else if (belongs_to_word(character))
            continue;
        if (before > start)
            return (assay_str){text.ptr + start, before - start};
        start = *position;
    }
    return (assay_str){text.ptr + start, text.len - start};
}

static assay_verdict check(const assay_value *value, const assay_row *row, bool wanted) {
    const lookup *rule = row->inst;
    assay_str text = {value->as.ptr, value->len};
    if (!rule->finds_words)
        return assay_pass_if(is_listed(rule, text) == wanted, VALUE);
    uint64_t position = 0;
    for (assay_str word; (word = next_word(text, &position)).len > 0;)
        if (is_listed(rule, word) != wanted) {
            assay_value argument = {.kind = ASSAY_STR, .as.ptr = word.ptr, .len = word.len};
            return assay_fail_with(row, WORD, &argument, 1);
        }
    return assay_pass();
}

static assay_verdict check_allowed(const assay_value *value, const assay_row *row) {
    return check(value, row, true);
}

static assay_verdict check_denied(const assay_value *value, const assay_row *row) {
    return check(value, row, false);
}

#define LOOKUP_PARAMETERS                                                                                    \
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "match", "the whole value, or the words within it", \
                                     ASSAY_DEFAULT_TEXT("whole"),                                            \
                                     ASSAY_CHOICES(ASSAY_STR_LITERAL("whole"), ASSAY_STR_LITERAL("words"))), \
                     ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "caseSensitive", "whether A and a are different",  \
                                     ASSAY_DEFAULT_BOOLEAN(1)))
#define WORD_ARGUMENT ASSAY_ARGUMENTS(ASSAY_STR_LITERAL("word"))
#define GERMAN(message) ASSAY_TRANSLATIONS({ASSAY_STR_LITERAL("de"), ASSAY_STR_LITERAL(message)})

ASSAY_ROW_RULE(
    allowed, "A word of the list, or a text of such words", ASSAY_KIND_BIT(ASSAY_STR), check_allowed,
    .create = create, .destroy = free, LOOKUP_PARAMETERS,
    ASSAY_CODES(ASSAY_CODE_WITH("allowed.value", "must be on the list of allowed words",
                                GERMAN("muss auf der Liste der erlaubten Wörter stehen")),
                ASSAY_CODE_WITH("allowed.word", "must have only allowed words, not '{word}'", WORD_ARGUMENT,
                                GERMAN("darf nur erlaubte Wörter haben, nicht „{word}“"))),
    ASSAY_EXAMPLES(ASSAY_VALID("\"...\"", "allowed(match=words)"), ASSAY_INVALID(VALUE, "\"\"", "allowed")));

ASSAY_ROW_RULE(denied, "No word of the list, or a text without such words", ASSAY_KIND_BIT(ASSAY_STR),
               check_denied, .create = create, .destroy = free, LOOKUP_PARAMETERS,
               ASSAY_CODES(ASSAY_CODE_WITH("denied.value", "must not be on the list of denied words",
                                           GERMAN("darf nicht auf der Liste der verbotenen Wörter stehen")),
                           ASSAY_CODE_WITH("denied.word", "must not have the denied word '{word}'",
                                           WORD_ARGUMENT,
                                           GERMAN("darf das verbotene Wort „{word}“ nicht haben"))),
               ASSAY_EXAMPLES(ASSAY_VALID("\"\"", "denied"), ASSAY_VALID("\"...\"", "denied(match=words)")));
