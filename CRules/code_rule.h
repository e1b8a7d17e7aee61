/* SPDX-License-Identifier: Apache-2.0
 *
 * code_rule.h: what the rules of code lists have in common. */
#ifndef ASSAY_CODE_RULE_H
#define ASSAY_CODE_RULE_H
#include "assay_plugin_c.h"
#include "characters.h"
#include "code_table.h"

/* The case of a list's codes. */
typedef enum { CODES_UPPER, CODES_LOWER, CODES_TITLE } code_case;

enum { LONGEST_CODE = 8 };

/* Whether the list has the text; `ignore_case`: in any case. */
static inline bool is_code(const assay_code_table *table, assay_str text, bool ignore_case, code_case cased) {
    uint8_t folded[LONGEST_CODE];
    if (text.len == 0 || text.len > LONGEST_CODE)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        bool upper = cased == CODES_UPPER || (cased == CODES_TITLE && i == 0);
        bool letter = ignore_case && is_class(text.ptr[i], CLASS_ALPHA);
        folded[i] = letter ? (uint8_t)((text.ptr[i] & 0xDFu) | (upper ? 0 : 0x20u)) : text.ptr[i];
    }
    return assay_has_code(table, folded, text.len);
}

#define IGNORE_CASE_PARAMETER                                                                                \
    ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "ignoreCase", "Letters in any case are allowed",                    \
                    ASSAY_DEFAULT_BOOLEAN(false))

#endif
