/* SPDX-License-Identifier: Apache-2.0
 *
 * booking.guests(maxGuests: int = 4)
 *
 * The value is an array of at most maxGuests (1 to 100) names of guests: strings that are not empty, all
 * different, byte by byte. More fail with guests.tooMany, which has the argument `guests`; an element that is
 * no such string fails with guests.name, one that is there before with guests.twice; both point at the
 * element. An empty array passes: `minItems` is a rule of its own. Cost: every pair of names.
 */
#include "booking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOO_MANY, NAME, TWICE };
static const assay_str guests_argument[] = {STR("guests")};
static const assay_code *const codes[] = {
    CODE("guests.tooMany", "must have at most {maxGuests} {maxGuests:guest|guests}, not {guests}",
         .argument_count = 1, .argument_names = guests_argument),
    CODE("guests.name", "must be the name of a guest", .argument_count = 0),
    CODE("guests.twice", "must not be the name of an earlier guest", .argument_count = 0),
};

static const assay_parameter *const parameters[] = {
    &(const assay_parameter){
        .struct_size = sizeof(assay_parameter),
        .type = ASSAY_PARAM_INTEGER,
        .name = STR("maxGuests"),
        .summary = STR("the most guests"),
        .default_value = {.kind = ASSAY_I64, .as.i64 = 4},
        .minimum = 1,
        .maximum = 100,
    },
};

static const assay_example *const examples[] = {
    EXAMPLE(ASSAY_PASS, 0, "[\"Ada\", \"Grace\"]", "guests"),
    EXAMPLE(ASSAY_PASS, 0, "[]", "guests(maxGuests=2)"),
    EXAMPLE(ASSAY_FAIL, TOO_MANY, "[\"Ada\", \"Grace\", \"Mary\"]", "guests(maxGuests=2)"),
    EXAMPLE(ASSAY_FAIL, NAME, "[\"Ada\", \"\"]", "guests"),
    EXAMPLE(ASSAY_FAIL, NAME, "[\"Ada\", 7]", "guests"),
    EXAMPLE(ASSAY_FAIL, TWICE, "[\"Ada\", \"Grace\", \"Ada\"]", "guests"),
};

/* A failure of the element at an index. */
static assay_verdict failed_at(uint64_t index, uint32_t code, const assay_call *call, uint32_t row) {
    char pointer[24];
    int length = snprintf(pointer, sizeof pointer, "/%llu", (unsigned long long)index);
    call->args(call, row, (assay_str){(const uint8_t *)pointer, (uint64_t)length}, 0, 0);
    return (assay_verdict){.status = ASSAY_FAIL, .code = code};
}

static int is_equal(const assay_value *a, const assay_value *b) {
    return a->len == b->len && memcmp(a->as.ptr, b->as.ptr, a->len) == 0;
}

static assay_verdict check(int64_t most, const assay_call *call, const assay_value *value, uint32_t row) {
    if (value->len > (uint64_t)most) {
        assay_value guests = {.kind = ASSAY_I64, .as.i64 = (int64_t)value->len};
        call->args(call, row, (assay_str){0, 0}, &guests, 1);
        return (assay_verdict){.status = ASSAY_FAIL, .code = TOO_MANY};
    }
    const assay_value *guests = value->as.items;
    for (uint64_t i = 0; i < value->len; i++) {
        if (guests[i].kind != ASSAY_STR || guests[i].len == 0)
            return failed_at(i, NAME, call, row);
        for (uint64_t earlier = 0; earlier < i; earlier++)
            if (is_equal(&guests[earlier], &guests[i]))
                return failed_at(i, TWICE, call, row);
    }
    return (assay_verdict){.status = ASSAY_PASS};
}

static assay_rc evaluate(const void *inst, const assay_call *call, const assay_batch *batch,
                         assay_verdict *out) {
    for (uint32_t row = 0; row < batch->count; row++)
        out[row] = check(*(const int64_t *)inst, call, &batch->columns[0][row], row);
    return ASSAY_OK;
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state, (void)call;
    int64_t *most = malloc(sizeof *most);
    if (!most)
        return ASSAY_E_NOMEM;
    *most = params[0].as.i64;
    *inst = most;
    return ASSAY_OK;
}

const assay_rule booking_guests = {
    .struct_size = sizeof(assay_rule),
    .flags = ASSAY_RULE_CONCURRENT | ASSAY_RULE_PURE,
    .id = STR("guests"),
    .summary = STR("Names of guests, all different"),
    .kinds = ASSAY_KIND_BIT(ASSAY_ARRAY),
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
