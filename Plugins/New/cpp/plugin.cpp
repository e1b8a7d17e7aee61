/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin NAME with the rule `NAME.digitSum`: the sum of a number's digits. */
#include "assay_plugin.hpp"
#include "digit_sum.hpp"

/* In the order of the codes below. */
enum code : std::uint32_t { FORMAT, WRONG };

/* Runs on strings only. */
static assay::verdict check(assay::field_value value, std::int64_t divisor) {
    const auto sum = digit_sum(value.text());
    return sum ? assay::pass_if(*sum % divisor == 0, WRONG) : assay::fail(FORMAT);
}

/* May run on several threads at once, as `define` says: `check` changes nothing. */
static assay::rule digit_sum_rule() {
    return assay::define("digitSum", "Digits whose sum is a multiple of a number")
        .kinds(assay::kinds::string)
        .parameter(assay::integer("multipleOf", "divides the sum").between(2, 100).otherwise(10))
        .code("digitSum.format", "must be digits")
        .translation("de", "muss aus Ziffern bestehen")
        .code("digitSum.wrong", "must have a digit sum that {multipleOf} divides")
        .translation("de", "muss eine durch {multipleOf} teilbare Quersumme haben")
        .valid("\"19\"", "digitSum")
        .valid("\"18\"", "digitSum(9)")
        .invalid(FORMAT, "\"1x\"", "digitSum")
        .invalid(WRONG, "\"18\"", "digitSum")
        .check(check);
}

ASSAY_PLUGIN("NAME", "0.1.0", digit_sum_rule())
