/* SPDX-License-Identifier: Apache-2.0
 *
 * fleet-c.vin: vehicle identification numbers. */
#include "fleet.h"

#include <stdlib.h>
#include <string.h>

enum { LENGTH, CHARACTER, SERIAL, CHECK_DIGIT, YEAR_CODE, LIMITS, YEAR };
enum { BY_REGION, ISO_3779, CFR_565 };

typedef struct vin {
    int64_t year; /* the column; -1: none */
    int64_t min_year, max_year, standard;
} vin;

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    if (params[1].as.i64 > params[2].as.i64)
        return ASSAY_REJECT(call, "minYear must not be above maxYear");
    vin *made = malloc(sizeof *made);
    if (!made)
        return ASSAY_E_NOMEM;
    *made = (vin){assay_is_given(&params[0]) ? params[0].as.i64 : -1, params[1].as.i64, params[2].as.i64,
                  params[3].as.i64};
    *inst = made;
    return ASSAY_OK;
}

static bool is_digit(uint8_t character) { return character >= '0' && character <= '9'; }

/* What a character counts in the check digit; -1 for one that no number has. */
static int value_of(uint8_t character) {
    static const char letters[] = "12345678.12345.7.923456789";
    if (is_digit(character))
        return character - '0';
    if (character < 'A' || character > 'Z' || letters[character - 'A'] == '.')
        return -1;
    return letters[character - 'A'] - '0';
}

static assay_verdict fail_at_position(const assay_row *row, uint32_t code, int64_t position) {
    return assay_fail_with(row, code, &(assay_value){.kind = ASSAY_I64, .as.i64 = position}, 1);
}

/* The check digit and the year of the model. */
static assay_verdict check_cfr(const uint8_t *text, const assay_row *row) {
    static const uint8_t weights[17] = {8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2};
    static const uint8_t digits[] = "0123456789X";
    static const char years[] = "ABCDEFGHJKLMNPRSTVWXY123456789";
    const vin *rule = row->inst;
    int sum = 0;
    for (int i = 0; i < 17; i++)
        sum += weights[i] * value_of(text[i]);
    if (text[8] != digits[sum % 11]) {
        const assay_value arguments[] = {text_value(&digits[sum % 11], 1), text_value(&text[8], 1)};
        return assay_fail_with(row, CHECK_DIGIT, arguments, 2);
    }
    const char *code = memchr(years, text[9], sizeof years - 1);
    if (!code)
        return assay_fail(YEAR_CODE);
    const assay_value year = integer_value(1980 + (code - years) + (is_digit(text[6]) ? 0 : 30));
    if (year.as.i64 < rule->min_year || year.as.i64 > rule->max_year)
        return assay_fail_with(row, LIMITS, &year, 1);
    const assay_value *other = assay_field(row, rule->year);
    if (!other || other->kind != ASSAY_I64 || other->as.i64 == year.as.i64)
        return assay_pass();
    return assay_fail_with(row, YEAR, (const assay_value[]){*other, year}, 2);
}

static assay_verdict check(const assay_value *value, const assay_row *row) {
    const vin *rule = row->inst;
    const uint8_t *text = value->as.ptr;
    int64_t length = 0;
    for (uint64_t i = 0; i < value->len; i++)
        length += (text[i] & 0xC0) != 0x80;
    if (length != 17)
        return fail_at_position(row, LENGTH, length);
    for (int i = 0; i < 17; i++)
        if (value_of(text[i]) < 0)
            return fail_at_position(row, CHARACTER, i + 1);
    for (int i = 13; i < 17; i++)
        if (!is_digit(text[i]))
            return assay_fail(SERIAL);
    bool is_american = text[0] != '0' && text[0] <= '5';
    return rule->standard == CFR_565 || (rule->standard == BY_REGION && is_american) ? check_cfr(text, row)
                                                                                     : assay_pass();
}

ASSAY_ROW_RULE(
    vin, "A vehicle identification number", ASSAY_KIND_BIT(ASSAY_STR), check, .create = create,
    .destroy = free,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_FIELD, "year", "the field with the model year",
                                     ASSAY_OPTIONAL),
                     ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "minYear", "the first model year",
                                     ASSAY_DEFAULT_INTEGER(1980), ASSAY_BETWEEN(1980, 2039)),
                     ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "maxYear", "the last model year",
                                     ASSAY_DEFAULT_INTEGER(2039), ASSAY_BETWEEN(1980, 2039)),
                     ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "standard", "the standard that the number follows",
                                     ASSAY_DEFAULT_TEXT("byRegion"),
                                     ASSAY_CHOICES(STR("byRegion"), STR("iso3779"), STR("cfr565")))),
    ASSAY_CODES(
        ASSAY_CODE_WITH("vin.length", "must have 17 characters, not {length}", ASSAY_ARGUMENTS(STR("length")),
                        GERMAN("muss 17 Zeichen haben, nicht {length}")),
        ASSAY_CODE_WITH("vin.character",
                        "must have a digit or a capital letter other than I, O and Q at position "
                        "{position}",
                        ASSAY_ARGUMENTS(STR("position")),
                        GERMAN("muss an Stelle {position} eine Ziffer oder einen Großbuchstaben "
                               "außer I, O und Q haben")),
        ASSAY_CODE_WITH("vin.serial", "must end with four digits", GERMAN("muss mit vier Ziffern enden")),
        ASSAY_CODE_WITH("vin.checkDigit", "must have the check digit {expected} at position 9, not {found}",
                        ASSAY_ARGUMENTS(STR("expected"), STR("found")),
                        GERMAN("muss an Stelle 9 die Prüfziffer {expected} haben, nicht {found}")),
        ASSAY_CODE_WITH("vin.yearCode", "must have the code of a model year at position 10",
                        GERMAN("muss an Stelle 10 das Zeichen eines Modelljahrs haben")),
        ASSAY_CODE_WITH("vin.limits", "must be of a model year from {minYear} to {maxYear}, not {modelYear}",
                        ASSAY_ARGUMENTS(STR("modelYear")),
                        GERMAN("muss aus einem Modelljahr von {minYear} bis {maxYear} sein, nicht "
                               "{modelYear}")),
        ASSAY_CODE_WITH("vin.year", "must be of the model year {expected}, not {modelYear}",
                        ASSAY_ARGUMENTS(STR("expected"), STR("modelYear")),
                        GERMAN("muss aus dem Modelljahr {expected} sein, nicht {modelYear}"))),
    ASSAY_EXAMPLES(ASSAY_VALID("\"1M8GDM9AXKP042788\"", "vin"),
                   ASSAY_VALID("\"WVWZZZ1JZ3W386752\"", "vin(year, minYear=2000)"),
                   ASSAY_INVALID(LENGTH, "\"1M8GDM9AXKP04278\"", "vin"),
                   ASSAY_INVALID(CHARACTER, "\"1M8GDM9AXKPO42788\"", "vin"),
                   ASSAY_INVALID(SERIAL, "\"WVWZZZ1JZ3W38675X\"", "vin"),
                   ASSAY_INVALID(CHECK_DIGIT, "\"1M8GDM9A5KP042788\"", "vin"),
                   ASSAY_INVALID(CHECK_DIGIT, "\"WVWZZZ1JZ3W386752\"", "vin(standard=cfr565)"),
                   ASSAY_INVALID(YEAR_CODE, "\"1M8GDM9A6UP042788\"", "vin"),
                   ASSAY_INVALID(LIMITS, "\"1M8GDM9AXKP042788\"", "vin(minYear=1990)"),
                   ASSAY_VALID_WITH("\"1M8GDM9AXKP042788\"", "vin(year)", ASSAY_FIELDS("{\"year\": 1989}")),
                   ASSAY_INVALID_WITH(YEAR, "\"1M8GDM9AXKP042788\"", "vin(year)",
                                      ASSAY_FIELDS("{\"year\": 1990}"))));
