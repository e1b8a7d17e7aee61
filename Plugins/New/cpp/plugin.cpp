/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin NAME with one rule: the sum of a number's digits. */
#include "assay_plugin.hpp"

/* The rule's name, and the only place that has it; a macro, so that literals can continue it. */
#define RULE "digitSum"

/* In the order of the codes below. */
enum code : std::uint32_t { FORMAT, WRONG };

/* Runs on strings only. */
static assay::verdict check(assay::field_value value, std::int64_t divisor) {
    std::int64_t sum = 0;
    if (value.text().empty())
        return assay::fail(FORMAT);
    for (const char digit : value.text()) {
        if (digit < '0' || digit > '9')
            return assay::fail(FORMAT);
        sum += digit - '0';
    }
    return assay::pass_if(sum % divisor == 0, WRONG);
}

/* May run on several threads at once, as `define` says: `check` changes nothing. */
static assay::rule rule() {
    return assay::define(RULE, "Digits whose sum is a multiple of a number")
        .kinds(assay::kinds::string)
        .parameter(assay::integer("multipleOf", "divides the sum").between(2, 100).otherwise(10))
        .code(RULE ".format", "must be digits")
        .translation("de", "muss aus Ziffern bestehen")
        .code(RULE ".wrong", "must have a digit sum that {multipleOf} divides")
        .translation("de", "muss eine durch {multipleOf} teilbare Quersumme haben")
        .valid("\"19\"", RULE)
        .valid("\"18\"", RULE "(9)")
        .invalid(FORMAT, "\"1x\"", RULE)
        .invalid(WRONG, "\"18\"", RULE)
        .check(check);
}

ASSAY_PLUGIN("NAME", "0.1.0", rule())
