/* SPDX-License-Identifier: Apache-2.0
 *
 * isil
 *
 * An International Standard Identifier for Libraries and Related Organizations by ISO 15511.
 *
 *     isil = prefix "-" unit        prefix = 2("A"-"Z") / 1*4( letter / digit ) but not two
 *                                   unit = 1*11( letter / digit / "/" / "-" / ":" )
 *
 * At most sixteen characters. A prefix of two letters is the code of a country (ISO 3166-1) in upper
 * case; the others are those of agencies, which are not looked up. The hyphen after the prefix is part of
 * the identifier. Cost: at most sixteen characters.
 */
#include "assay_plugin_c.h"
#include "characters.h"

#include "iso_codes_table.h"
#include <stddef.h>

enum { FORMAT, COUNTRY };

static bool is_prefix(const uint8_t *text, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!is_class(text[i], CLASS_ALPHANUMERIC))
            return false;
    return count >= 1 && count <= 4;
}

static bool is_unit(const uint8_t *text, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!is_class(text[i], CLASS_ALPHANUMERIC) && text[i] != '/' && text[i] != '-' && text[i] != ':')
            return false;
    return count >= 1 && count <= 11;
}

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    size_t prefix = 0;
    if (text.len > 16)
        return assay_fail(FORMAT);
    while (prefix < text.len && text.ptr[prefix] != '-')
        prefix++;
    if (prefix == text.len || !is_prefix(text.ptr, prefix) ||
        !is_unit(text.ptr + prefix + 1, text.len - prefix - 1))
        return assay_fail(FORMAT);
    return assay_pass_if(prefix != 2 || assay_has_code(&assay_countries_alpha2, text.ptr, 2), COUNTRY);
}

ASSAY_TEXT_RULE(isil, "An International Standard Identifier for Libraries (ISO 15511)", check,
                ASSAY_CODES(ASSAY_CODE("isil.format", "must be an ISIL, like DE-Kn38"),
                            ASSAY_CODE("isil.country", "must begin with the code of a country or an agency")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"IT-RM0267\"", "isil"), ASSAY_VALID("\"OCLC-DLC\"", "isil"),
                               ASSAY_INVALID(COUNTRY, "\"WW-RM0267\"", "isil"),
                               ASSAY_INVALID(FORMAT, "\"ITRM0267\"", "isil"),
                               ASSAY_INVALID(FORMAT, "\"IT-RM0267890123\"", "isil")));
