/* SPDX-License-Identifier: Apache-2.0
 *
 * fleet-cpp.listed: one of the words of the settings. */
#include "fleet.hpp"

enum : std::uint32_t { UNKNOWN };

static assay::verdict check(const assay::row &row, const words &words) {
    return words.have(row.value().text()) ? assay::pass() : row.fail(UNKNOWN, {words.count()});
}

assay::rule_for<words> listed() {
    return assay::define<words>("listed", "One of the words of the settings")
        .kinds(assay::kinds::string)
        .code("listed.unknown", "must be one of {count} {count:word|words}", {"count"})
        .translation("de", "muss eines von {count} {count:Wort|Wörtern} sein")
        .valid("\"van\"", "listed")
        .invalid(UNKNOWN, "\"Van\"", "listed")
        .invalid(UNKNOWN, "\"\"", "listed")
        .valid("\"Van\"", "listed")
        .with_settings("{\"caseSensitive\": false}")
        .invalid(UNKNOWN, "\"van\"", "listed")
        .with_settings("{\"words\": \"tram bus\"}")
        .check(check);
}
