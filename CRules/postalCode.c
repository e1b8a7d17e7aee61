/* SPDX-License-Identifier: Apache-2.0
 *
 * postalCode(country: string, ignoreCase: bool = false)
 *
 * A text of the form of a country's postal codes (`postal_codes.c`), in upper case or, with ignoreCase, in
 * any. That a code is in use is not looked up. Cost: at most 16 characters, a few steps each.
 */
#include "assay_plugin_c.h"
#include "characters.h"
#include "postal_codes.h"

#include <stdlib.h>
#include <string.h>

enum { FORMAT };

#define LONGEST 16u

/* The areas of the United Kingdom, with a space after each. */
static const char areas[] =
    "AB AL B BA BB BD BF BH BL BN BR BS BT BX CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH "
    "DL DN DT DY E EC EH EN EX "
    "FK FY G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE "
    "LL LN LS LU M ME MK ML N NE "
    "NG NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR "
    "SS ST SW SY TA TD TF TN TQ "
    "TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE ";

/* The letters at the start, as an area and a space. */
static size_t area_length(const uint8_t *text, size_t length) {
    char area[4] = {0};
    size_t count = 0;
    while (count < length && count < 2 && is_upper(text[count])) {
        area[count] = (char)text[count];
        count++;
    }
    area[count] = ' ';
    for (const char *at = areas; *at && count; at = strchr(at, ' ') + 1)
        if (strncmp(at, area, count + 1) == 0)
            return count;
    return 0;
}

/* Whether a byte is in a set like "A-HJ-N]"; `*end` is after its bracket then. */
static bool is_in_set(const char *set, uint8_t byte, const char **end) {
    bool found = false;
    for (; *set != ']'; set++) {
        if (set[1] == '-' && set[2] != ']') {
            found |= byte >= (uint8_t)set[0] && byte <= (uint8_t)set[2];
            set += 2;
        } else {
            found |= byte == (uint8_t)*set;
        }
    }
    *end = set + 1;
    return found;
}

/* How many bytes the element of a form takes; 0 if it does not match. */
static size_t matched(const char *element, const uint8_t *text, size_t length, const char **end) {
    uint8_t byte = length ? *text : 0;
    *end = element + 1;
    switch (*element) {
    case '#':
        return is_digit(byte);
    case '@':
        return is_upper(byte);
    case '~':
        return area_length(text, length);
    case '[':
        return is_in_set(element + 1, byte, end);
    default:
        return byte == (uint8_t)*element;
    }
}

/* Whether a form matches the whole text. An optional element is tried with and without what it matches: three
 * in a form are the most. */
static bool matches(const char *form, const uint8_t *text, size_t length) {
    while (*form && *form != '|') {
        const char *next;
        size_t taken = matched(form, text, length, &next);
        if (*next == '?') {
            if (taken &&
                matches(next + 1, text + taken, length - taken)) // NOLINT(misc-no-recursion): three deep
                return true;
            form = next + 1;
            continue;
        }
        if (!taken)
            return false;
        form = next;
        text += taken;
        length -= taken;
    }
    return length == 0;
}

typedef struct {
    const char *forms;
    bool ignore_case;
} postal_options;

static assay_verdict check(assay_str text, const void *inst) {
    const postal_options *options = inst;
    const char *form = options->forms;
    uint8_t upper[LONGEST] = {0};
    if (text.len == 0 || text.len > LONGEST)
        return assay_fail(FORMAT);
    for (size_t i = 0; i < text.len; i++)
        upper[i] =
            options->ignore_case && is_class(text.ptr[i], CLASS_LOWER) ? text.ptr[i] & 0xDFu : text.ptr[i];
    for (;;) {
        if (matches(form, upper, text.len))
            return assay_pass();
        form = strchr(form, '|');
        if (!form)
            return assay_fail(FORMAT);
        form++;
    }
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    const char *forms = params[0].len == 2 ? assay_postal_forms(params[0].as.ptr) : NULL;
    if (!forms)
        return ASSAY_REJECT(call, "country must be a country code whose postal codes are known, like \"DE\"");
    postal_options *kept = malloc(sizeof *kept);
    if (!kept)
        return ASSAY_E_NOMEM;
    *kept = (postal_options){.forms = forms, .ignore_case = params[1].as.i64 != 0};
    *inst = kept;
    return ASSAY_OK;
}

ASSAY_TEXT_RULE(postalCode, "A postal code of a country (CLDR)", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_STRING, "country",
                                                 "The country, by ISO 3166-1 code", ASSAY_REQUIRED),
                                 ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "ignoreCase",
                                                 "Letters in any case are allowed",
                                                 ASSAY_DEFAULT_BOOLEAN(false))),
                ASSAY_CODES(ASSAY_CODE("postalCode.format", "must be a postal code of {country}")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"10117\"", "postalCode(\"DE\")"),
                               ASSAY_VALID("\"SW1A 1AA\"", "postalCode(country=\"GB\")"),
                               ASSAY_VALID("\"94105-1234\"", "postalCode(\"US\")"),
                               ASSAY_VALID("\"k1a 0b1\"", "postalCode(\"CA\", ignoreCase=true)"),
                               ASSAY_INVALID(FORMAT, "\"k1a 0b1\"", "postalCode(\"CA\")"),
                               ASSAY_INVALID(FORMAT, "\"1011\"", "postalCode(\"DE\")"),
                               ASSAY_INVALID(FORMAT, "\"ZZ1A 1AA\"", "postalCode(\"GB\")")),
                .create = create, .destroy = free);
