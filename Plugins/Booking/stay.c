/* SPDX-License-Identifier: Apache-2.0
 *
 * booking.stay(from: field, minNights: int = 1, maxNights: int = 30)
 *
 * The value is the day of departure, the field `from` holds the day of arrival, both as yyyy-MM-dd
 * (Gregorian, years 0000 to 9999). Between them lie minNights to maxNights nights.
 * A row whose arrival is not such a date is skipped: a rule of that field has to say so. A value that
 * is not such a date fails with stay.date, a departure before the arrival with stay.order.
 * The violations stay.tooShort and stay.tooLong have the argument `nights`.
 */
#include "booking.h"

#include <stdlib.h>

enum { DATE, ORDER, TOO_SHORT, TOO_LONG };
static const assay_str nights_argument[] = {STR("nights")};
static const assay_code *const codes[] = {
    CODE("stay.date", "must be a date like 2030-07-21", .argument_count = 0),
    CODE("stay.order", "must not be before the day of arrival", .argument_count = 0),
    CODE("stay.tooShort",
         "must be at least {minNights} {minNights:night|nights} after the arrival, not {nights}",
         .argument_count = 1, .argument_names = nights_argument),
    CODE("stay.tooLong",
         "must be at most {maxNights} {maxNights:night|nights} after the arrival, not {nights}",
         .argument_count = 1, .argument_names = nights_argument),
};

#define INTEGER_DEFAULT(number) {.kind = ASSAY_I64, .as.i64 = (number)}
#define PARAMETER(type_, name_, summary_, ...)                                                               \
    &(const assay_parameter) {                                                                               \
        .struct_size = sizeof(assay_parameter), .type = (type_), .name = STR(name_),                         \
        .summary = STR(summary_), __VA_ARGS__                                                                \
    }
static const assay_parameter *const parameters[] = {
    PARAMETER(ASSAY_PARAM_FIELD, "from", "the day of arrival", .flags = ASSAY_PARAM_REQUIRED),
    PARAMETER(ASSAY_PARAM_INTEGER, "minNights", "the fewest nights", .default_value = INTEGER_DEFAULT(1),
              .maximum = 36500),
    PARAMETER(ASSAY_PARAM_INTEGER, "maxNights", "the most nights", .default_value = INTEGER_DEFAULT(30),
              .maximum = 36500),
};

/* An example has one value and no other field: with the arrival absent only the value's own form is
 * checked. */
static const assay_example *const examples[] = {
    EXAMPLE(ASSAY_PASS, 0, "\"2030-07-21\"", "stay(arrival)"),
    EXAMPLE(ASSAY_PASS, 0, "\"2032-02-29\"", "stay(arrival, 2, 14)"),
    EXAMPLE(ASSAY_FAIL, DATE, "\"2030-02-30\"", "stay(arrival)"),
    EXAMPLE(ASSAY_FAIL, DATE, "\"21 July 2030\"", "stay(from=arrival, maxNights=7)"),
};

typedef struct {
    uint64_t column;
    int64_t min_nights, max_nights;
} stay;

/* The number that `count` digits write, or -1. */
static int32_t read_number(const uint8_t *text, unsigned count) {
    int32_t number = 0;
    for (unsigned i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        number = number * 10 + (text[i] - '0');
    }
    return number;
}

static int32_t days_in_month(int32_t year, int32_t month) {
    static const int8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (month == 2 && leap);
}

/* Days since 0000-03-01, or INT64_MIN if the value is no date. March begins the year here, so that
 * the leap day ends it and (153 * month + 2) / 5 counts the days of the months before. */
static int64_t day_number(const assay_value *value) {
    const uint8_t *text = value->as.ptr;
    if (value->kind != ASSAY_STR || value->len != 10 || text[4] != '-' || text[7] != '-')
        return INT64_MIN;
    int32_t year = read_number(text, 4), month = read_number(text + 5, 2), day = read_number(text + 8, 2);
    if (year < 0 || month < 1 || month > 12 || day < 1 || day > days_in_month(year, month))
        return INT64_MIN;
    int64_t from_march = (month + 9) % 12, years = (int64_t)year - (month < 3) + 400;
    return years * 365 + years / 4 - years / 100 + years / 400 + (153 * from_march + 2) / 5 + day - 1;
}

static assay_verdict failed(uint32_t code) { return (assay_verdict){.status = ASSAY_FAIL, .code = code}; }

static assay_verdict check(const stay *limits, const assay_call *call, const assay_batch *batch,
                           uint32_t row) {
    int64_t departure = day_number(&batch->columns[0][row]);
    int64_t arrival = day_number(&batch->columns[limits->column][row]);
    if (departure == INT64_MIN)
        return failed(DATE);
    if (arrival == INT64_MIN)
        return (assay_verdict){.status = ASSAY_SKIP};
    if (departure < arrival)
        return failed(ORDER);
    assay_value nights = {.kind = ASSAY_I64, .as.i64 = departure - arrival};
    if (nights.as.i64 >= limits->min_nights && nights.as.i64 <= limits->max_nights)
        return (assay_verdict){.status = ASSAY_PASS};
    call->args(call, row, (assay_str){0, 0}, &nights, 1);
    return failed(nights.as.i64 < limits->min_nights ? TOO_SHORT : TOO_LONG);
}

static assay_rc evaluate(const void *inst, const assay_call *call, const assay_batch *batch,
                         assay_verdict *out) {
    const stay *limits = inst;
    if (limits->column >= batch->column_count)
        return ASSAY_E_INTERNAL;
    for (uint32_t row = 0; row < batch->count; row++)
        out[row] = check(limits, call, batch, row);
    return ASSAY_OK;
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    stay limits = {(uint64_t)params[0].as.i64, params[1].as.i64, params[2].as.i64};
    if (limits.min_nights > limits.max_nights) {
        call->error(call, ASSAY_E_PARAM, (assay_str)STR("minNights must not be above maxNights"));
        return ASSAY_E_PARAM;
    }
    stay *kept = malloc(sizeof *kept);
    if (!kept)
        return ASSAY_E_NOMEM;
    *kept = limits;
    *inst = kept;
    return ASSAY_OK;
}

const assay_rule booking_stay = {
    .struct_size = sizeof(assay_rule),
    .flags = ASSAY_RULE_CONCURRENT | ASSAY_RULE_PURE,
    .id = STR("stay"),
    .summary = STR("The day of departure, a number of nights after the arrival"),
    .kinds = ASSAY_KIND_BIT(ASSAY_STR),
    .parameter_count = COUNT_OF(parameters),
    .parameters = parameters,
    .codes = codes,
    .code_count = COUNT_OF(codes),
    .examples = examples,
    .example_count = COUNT_OF(examples),
    .create = create,
    .evaluate = evaluate,
    .destroy = free,
};
