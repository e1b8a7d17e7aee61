/* SPDX-License-Identifier: Apache-2.0
 *
 * code_rule.h: what the rules of code lists have in common. */
#ifndef ASSAY_CODE_RULE_H
#define ASSAY_CODE_RULE_H
#include "assay_plugin_c.h"
#include "code_table.h"

/* The case of a list's codes. */
typedef enum { CODES_UPPER, CODES_LOWER, CODES_TITLE } code_case;

/* The first codes of a rule that checks with `assay_check_code`. */
enum { UNKNOWN, WITHDRAWN };

/* The options of such a rule, in the lowest bits of what `create` stores. */
#define CODE_IGNORE_CASE 1u
#define CODE_ALLOW_WITHDRAWN 2u
#define CODE_OPTION_BITS 2u
#define CODE_OPTIONS(ignore_case, withdrawn)                                                                 \
    (((ignore_case).as.i64 ? CODE_IGNORE_CASE : 0u) | ((withdrawn).as.i64 ? CODE_ALLOW_WITHDRAWN : 0u))

/* Whether the table has the text; `ignore_case`: in any case. */
bool assay_is_code(const assay_code_table *table, assay_str text, bool ignore_case, code_case cased);

/* The verdict on a value of the list: UNKNOWN, or WITHDRAWN with the date of the withdrawal. */
assay_verdict assay_check_code(const assay_value *value, const assay_row *row, const assay_code_list *list,
                               uintptr_t options, code_case cased);

#define IGNORE_CASE_PARAMETER                                                                                \
    ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "ignoreCase", "Letters in any case are allowed",                    \
                    ASSAY_DEFAULT_BOOLEAN(false))

#define WITHDRAWN_PARAMETER                                                                                  \
    ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "withdrawn", "Withdrawn codes are allowed too",                     \
                    ASSAY_DEFAULT_BOOLEAN(false))

#define WITHDRAWN_CODE(id)                                                                                   \
    ASSAY_CODE_WITH(id, "must be a current code; this one was withdrawn in {date}",                          \
                    ASSAY_ARGUMENTS(ASSAY_STR_LITERAL("date")))

#endif
