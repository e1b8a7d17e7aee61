/* SPDX-License-Identifier: Apache-2.0
 *
 * fleet-c.after: a date after the date in another field. */
#include "fleet.h"

#include <stdlib.h>

enum { DATE, TOO_EARLY };

typedef struct after {
    int64_t other, min_days;
} after;

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state, (void)call;
    after *made = malloc(sizeof *made);
    if (!made)
        return ASSAY_E_NOMEM;
    *made = (after){params[0].as.i64, params[1].as.i64};
    *inst = made;
    return ASSAY_OK;
}

/* The number that two digits write, or -1. */
static int two_digits(const uint8_t *text) {
    bool are_digits = text[0] >= '0' && text[0] <= '9' && text[1] >= '0' && text[1] <= '9';
    return are_digits ? (text[0] - '0') * 10 + text[1] - '0' : -1;
}

static int days_in(int month, int year) {
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool is_leap_year = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (month == 2 && is_leap_year);
}

/* Days since 1 January 0000; false for what is no date. */
static bool read_date(const assay_value *value, int64_t *days) {
    const uint8_t *text = value->as.ptr;
    if (value->kind != ASSAY_STR || value->len != 10 || text[4] != '-' || text[7] != '-')
        return false;
    int century = two_digits(text), of_century = two_digits(text + 2);
    int month = two_digits(text + 5), day = two_digits(text + 8), year = century * 100 + of_century;
    if (century < 0 || of_century < 0 || month < 1 || month > 12 || day < 1 || day > days_in(month, year))
        return false;
    int before = year - 1; /* its leap days are over; those of the year 0 are counted by the 400 */
    *days = 365 * (int64_t)year + (year > 0 ? before / 4 - before / 100 + before / 400 + 1 : 0) + day;
    for (int passed = 1; passed < month; passed++)
        *days += days_in(passed, year);
    return true;
}

static assay_verdict check(const assay_value *value, const assay_row *row) {
    const after *rule = row->inst;
    const assay_value *other = assay_field(row, rule->other);
    int64_t date, other_date;
    if (!read_date(value, &date))
        return assay_fail(DATE);
    if (!other || !read_date(other, &other_date))
        return assay_skip();
    if (date - other_date >= rule->min_days)
        return assay_pass();
    return assay_fail_with(row, TOO_EARLY, (const assay_value[]){*other, integer_value(date - other_date)},
                           2);
}

ASSAY_ROW_RULE(
    after, "A date after the date in another field", ASSAY_KIND_BIT(ASSAY_STR), check, .create = create,
    .destroy = free,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_FIELD, "other", "the field with the earlier date",
                                     ASSAY_REQUIRED),
                     ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "minDays", "the fewest days between them",
                                     ASSAY_DEFAULT_INTEGER(1), ASSAY_BETWEEN(0, 36525))),
    ASSAY_CODES(ASSAY_CODE_WITH("after.date", "must be a date like 2030-07-21",
                                GERMAN("muss ein Datum wie 2030-07-21 sein")),
                ASSAY_CODE_WITH("after.tooEarly",
                                "must be at least {minDays} {minDays:day|days} after {date}, not {days}",
                                ASSAY_ARGUMENTS(STR("date"), STR("days")),
                                GERMAN("muss mindestens {minDays} {minDays:Tag|Tage} nach dem {date} "
                                       "liegen, nicht {days}"))),
    ASSAY_EXAMPLES(ASSAY_VALID("\"2030-07-21\"", "after(registered)"),
                   ASSAY_VALID("\"2032-02-29\"", "after(registered, minDays=14)"),
                   ASSAY_INVALID(DATE, "\"2030-02-29\"", "after(registered)"),
                   ASSAY_INVALID(DATE, "\"21 July 2030\"", "after(registered)"),
                   ASSAY_VALID_WITH("\"2030-07-21\"", "after(registered)",
                                    ASSAY_FIELDS("{\"registered\": \"2030-07-20\"}")),
                   ASSAY_INVALID_WITH(TOO_EARLY, "\"2030-07-21\"", "after(registered, minDays=14)",
                                      ASSAY_FIELDS("{\"registered\": \"2030-07-20\"}"))));
