/* SPDX-License-Identifier: Apache-2.0
 *
 * iban(countries: list?, spaces: bool = false)
 *
 * An International Bank Account Number by ISO 13616-1, with the lengths and structures of the SWIFT
 * IBAN registry (`iban_countries.h`).
 *
 *     value = country check account     country = 2("A"-"Z")    check = "02" ... "98"
 *
 * The account has the country's structure; moved to the front, with A...Z as 10...35, the whole is 1
 * modulo 97 (ISO 7064, MOD 97-10). The electronic form is upper case without spaces; with
 * spaces = true the printed form is accepted too: groups of four, one space between them, which may be a
 * no-break space (U+00A0, U+202F).
 * The account's own check digits, which some countries have, are not checked.
 * `countries` limits the countries by their two letters.
 * Cost: at most 34 characters; sixteen a step where there are vectors of 16 bytes.
 */
#include "iban_account.h"
#include "iban_countries.h"
#include "text_check.h"

#include <stdlib.h>

enum { CHARACTERS, COUNTRY, NOT_ALLOWED, LENGTH, STRUCTURE, CHECKSUM };

#define LONGEST 34u

/* A set of countries, by iban_country_index. */
typedef struct {
    uint64_t bits[(IBAN_COUNTRY_INDICES + 63) / 64];
} country_set;

typedef struct {
    bool spaces, limited;
    country_set allowed;
} iban_options;

/* The country and the check digits as the end of the number; false for check digits that no IBAN has
 * (97 and 00, 98 and 01, 02 and 99 have the same remainder). */
static inline bool checksum_holds(const uint8_t *text, uint64_t remainder) {
    uint32_t check = (text[2] & 0x0Fu) * 10 + (text[3] & 0x0Fu);
    uint64_t head = assay_base36[text[0]] * 10000u + assay_base36[text[1]] * 100u + check;
    return check >= 2 && check <= 98 && (remainder * 1000000 + head) % 97 == 1;
}

static inline assay_verdict check_electronic(const iban_options *options, const uint8_t *text,
                                             size_t length) {
    if (length < 5 || length > LONGEST)
        return assay_fail(LENGTH);
    account_scan scan = scan_account(text + 4, length - 4);
    uint32_t head =
        assay_base36[text[0]] | assay_base36[text[1]] | assay_base36[text[2]] | assay_base36[text[3]];
    if (scan.wrong != 0 || (head & NOT_BASE36) != 0)
        return assay_fail(CHARACTERS);
    if (!is_upper(text[0]) || !is_upper(text[1]))
        return assay_fail(COUNTRY);
    unsigned index = iban_country_index(text[0], text[1]);
    const iban_country *country = &iban_countries[index];
    if (country->length == 0)
        return assay_fail(COUNTRY);
    if (options->limited && !(options->allowed.bits[index / 64] >> index % 64 & 1))
        return assay_fail(NOT_ALLOWED);
    if (country->length != length)
        return assay_fail(LENGTH);
    const uint32_t digits = ~scan.letters & ((1u << (length - 4)) - 1);
    if (!is_digit(text[2]) || !is_digit(text[3]) || (digits & ~country->digits) ||
        (scan.letters & ~country->letters))
        return assay_fail(STRUCTURE);
    return assay_pass_if(checksum_holds(text, scan.remainder), CHECKSUM);
}

/* Groups of four with one space between them, the last one shorter or full. Apart from `check`, which most
 * values need alone. */
__attribute__((noinline)) static assay_verdict check_printed(const iban_options *options, assay_str text) {
    uint8_t kept[LONGEST];
    size_t count = 0;
    bool after_space = true;
    for (size_t at = 0; at < text.len;) {
        size_t space = space_length(text.ptr + at, text.len - at);
        if ((space > 0) == (after_space || count % 4 != 0))
            return assay_fail(CHARACTERS);
        if (!space && count == LONGEST)
            return assay_fail(LENGTH);
        if (!space)
            kept[count++] = text.ptr[at];
        after_space = space > 0;
        at += space ? space : 1;
    }
    return after_space ? assay_fail(CHARACTERS) : check_electronic(options, kept, count);
}

static inline assay_verdict check(assay_str text, const void *inst) {
    const iban_options *options = inst;
    if (options->spaces && text.len > 4 && space_length(text.ptr + 4, text.len - 4) > 0)
        return check_printed(options, text);
    return check_electronic(options, text.ptr, text.len);
}

static bool allow_country(country_set *set, const assay_value *code) {
    if (code->kind != ASSAY_STR || code->len != 2 || !is_upper(code->as.ptr[0]) || !is_upper(code->as.ptr[1]))
        return false;
    unsigned index = iban_country_index(code->as.ptr[0], code->as.ptr[1]);
    set->bits[index / 64] |= UINT64_C(1) << index % 64;
    return iban_countries[index].length != 0;
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    iban_options options = {.spaces = params[1].as.i64 != 0, .limited = assay_is_given(&params[0])};
    if (options.limited && params[0].len == 0)
        return ASSAY_REJECT(call, "countries must name at least one country");
    for (uint64_t i = 0; options.limited && i < params[0].len; i++)
        if (!allow_country(&options.allowed, &params[0].as.items[i]))
            return ASSAY_REJECT(call, "countries must be codes of countries that use IBANs, like \"DE\"");
    iban_options *kept = malloc(sizeof *kept);
    if (!kept)
        return ASSAY_E_NOMEM;
    *kept = options;
    *inst = kept;
    return ASSAY_OK;
}

ASSAY_TEXT_CHECK(iban, check)

ASSAY_TEXT_RULE(
    iban, "An International Bank Account Number", check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_LIST, "countries",
                                     "The accepted countries, by ISO 3166 code; by default all",
                                     ASSAY_OPTIONAL),
                     ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "spaces",
                                     "The printed form, in groups of four, is allowed",
                                     ASSAY_DEFAULT_BOOLEAN(false))),
    ASSAY_CODES(ASSAY_CODE("iban.characters", "must contain only the letters A to Z and digits"),
                ASSAY_CODE("iban.country", "must begin with the code of a country that uses IBANs"),
                ASSAY_CODE("iban.countryNotAllowed", "must be an IBAN of an accepted country"),
                ASSAY_CODE("iban.length", "must have the length of an IBAN of its country"),
                ASSAY_CODE("iban.structure", "must have the structure of an IBAN of its country"),
                ASSAY_CODE("iban.checksum", "must have the right check digits")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"DE89370400440532013000\"", "iban"),
                   ASSAY_VALID("\"GB82 WEST 1234 5698 7654 32\"", "iban(spaces=true)"),
                   ASSAY_VALID("\"GB82\\u00A0WEST\\u00A01234\\u00A05698\\u00A07654\\u00A032\"",
                               "iban(spaces=true)"),
                   ASSAY_VALID("\"FR1420041010050500013M02606\"", "iban(countries=[\"DE\", \"FR\"])"),
                   ASSAY_INVALID(CHECKSUM, "\"DE89370400440532013001\"", "iban"),
                   ASSAY_INVALID(LENGTH, "\"DE8937040044053201300\"", "iban"),
                   ASSAY_INVALID(COUNTRY, "\"ZZ89370400440532013000\"", "iban"),
                   ASSAY_INVALID(STRUCTURE, "\"DE8937040044053201300A\"", "iban"),
                   ASSAY_INVALID(CHARACTERS, "\"de89370400440532013000\"", "iban"),
                   ASSAY_INVALID(NOT_ALLOWED, "\"DE89370400440532013000\"", "iban(countries=[\"FR\"])")),
    .create = create, .destroy = free);
