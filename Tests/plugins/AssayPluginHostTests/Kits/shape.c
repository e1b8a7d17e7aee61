/* SPDX-License-Identifier: Apache-2.0
 *
 * The rule `shape` of the plugin `kit` in C: looks at every kind of value. */
#include "conformance.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct {
    char text[256];
    int length;
} shape;

#define SAY(shape, ...)                                                                                      \
    ((shape)->length +=                                                                                      \
     snprintf((shape)->text + (shape)->length, sizeof(shape)->text - (size_t)(shape)->length, __VA_ARGS__))

static void describe(shape *shape, const assay_value *value);

static void describe_elements(shape *shape, const assay_value *value) {
    SAY(shape, "[");
    for (uint64_t index = 0; index < value->len; index++) {
        SAY(shape, index > 0 ? " " : "");
        describe(shape, &value->as.items[index]);
    }
    SAY(shape, "]");
}

static void describe_members(shape *shape, const assay_value *value) {
    SAY(shape, "{");
    for (uint64_t index = 0; index < value->len; index++) {
        const assay_member *member = &value->as.members[index];
        SAY(shape, "%s%.*s:", index > 0 ? " " : "", (int)member->key.len, (const char *)member->key.ptr);
        describe(shape, &member->value);
    }
    SAY(shape, "}");
}

static void describe(shape *shape, const assay_value *value) {
    switch (value->kind) {
    case ASSAY_NULL:
        SAY(shape, "null");
        break;
    case ASSAY_BOOL:
        SAY(shape, value->as.i64 ? "true" : "false");
        break;
    case ASSAY_I64:
        SAY(shape, "i%" PRId64, value->as.i64);
        break;
    case ASSAY_U64:
        SAY(shape, "u%" PRIu64, value->as.u64);
        break;
    case ASSAY_F64:
        SAY(shape, "n%" PRId64, (int64_t)(value->as.f64 * 100));
        break;
    case ASSAY_STR:
        SAY(shape, "s%" PRIu64, value->len);
        break;
    case ASSAY_DECIMAL:
        SAY(shape, "d%.*s", (int)value->len, (const char *)value->as.ptr);
        break;
    case ASSAY_ARRAY:
        describe_elements(shape, value);
        break;
    case ASSAY_OBJECT:
        describe_members(shape, value);
        break;
    default:
        SAY(shape, "?");
        break;
    }
}

static assay_verdict check(const assay_value *value, const assay_row *row) {
    shape shape = {.length = 0};
    describe(&shape, value);
    assay_value text = {
        .kind = ASSAY_STR, .as.ptr = (const uint8_t *)shape.text, .len = (uint64_t)shape.length};
    assay_str second = ASSAY_STR_LITERAL("/1"), here = {0, 0};
    return assay_fail_at(row, 0, value->kind == ASSAY_ARRAY && value->len > 1 ? second : here, &text, 1);
}

ASSAY_ROW_RULE(shape, "Says what a value is", 0, check,
               ASSAY_CODES(ASSAY_CODE_WITH("shape.is", "is {shape}",
                                           ASSAY_ARGUMENTS(ASSAY_STR_LITERAL("shape")))),
               ASSAY_EXAMPLES(ASSAY_INVALID(0, "[1, \"ab\"]", "shape")));
