/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin `kit` in C, in two files: `KitExpectations.swift` says what its rules do. */
#include "conformance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static assay_verdict check_even(const assay_value *value) { return assay_pass_if(value->as.i64 % 2 == 0, 0); }

ASSAY_RULE(even, "An even integer", ASSAY_KIND_BIT(ASSAY_I64), check_even,
           ASSAY_CODES(ASSAY_CODE_WITH("even.odd", "must be even",
                                       ASSAY_TRANSLATIONS({ASSAY_STR_LITERAL("de"),
                                                           ASSAY_STR_LITERAL("muss gerade sein")}))),
           ASSAY_EXAMPLES(ASSAY_VALID("2", "even"), ASSAY_INVALID(0, "-3", "even")));

enum { STEP, TOO_LARGE };
typedef struct {
    int64_t column, step;
} amount;

static assay_rc create_amount(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    amount made = {params[0].as.i64, params[1].as.i64 * (params[2].as.i64 == 1 ? 12 : 1)};
    if (made.step > 1000)
        return assay_reject(call, ASSAY_E_PARAM, ASSAY_TEXT("the step is above 1000 units"));
    amount *kept = malloc(sizeof *kept);
    if (!kept)
        return ASSAY_E_NOMEM;
    *kept = made;
    *inst = kept;
    return ASSAY_OK;
}

static assay_verdict check_amount(const assay_value *value, const assay_row *row) {
    const amount *rule = row->inst;
    if (value->as.i64 % rule->step != 0)
        return assay_fail(STEP);
    const assay_value *most = assay_field(row, rule->column);
    if (!most || most->kind == ASSAY_ABSENT)
        return assay_skip();
    if (most->kind != ASSAY_I64)
        return assay_undecided(row, ASSAY_TEXT("the largest amount is no integer"));
    assay_value excess = {.kind = ASSAY_I64, .as.i64 = value->as.i64 - most->as.i64};
    return excess.as.i64 <= 0 ? assay_pass() : assay_fail_with(row, TOO_LARGE, &excess, 1);
}

ASSAY_ROW_RULE(amount, "An amount up to that of another field", ASSAY_KIND_BIT(ASSAY_I64), check_amount,
               .create = create_amount, .destroy = free,
               ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_FIELD, "atMost",
                                                "the field with the largest amount", ASSAY_REQUIRED),
                                ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "step", "the amount is a multiple of it",
                                                ASSAY_DEFAULT_INTEGER(1), ASSAY_BETWEEN(1, 1000)),
                                ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "unit", "what the step counts",
                                                ASSAY_DEFAULT_TEXT("units"),
                                                ASSAY_CHOICES(ASSAY_STR_LITERAL("units"),
                                                              ASSAY_STR_LITERAL("dozens")))),
               ASSAY_CODES(ASSAY_CODE("amount.step", "must be a multiple of {step} {unit}"),
                           ASSAY_CODE_WITH("amount.tooLarge", "must be less by {excess}",
                                           ASSAY_ARGUMENTS(ASSAY_STR_LITERAL("excess")))),
               ASSAY_EXAMPLES(ASSAY_VALID("12", "amount(most, unit=dozens)"),
                              ASSAY_INVALID(STEP, "7", "amount(most, 2)")));

typedef struct {
    size_t length;
    char text[256];
} echo;

/* Appends ` name=`, and the text of a given argument or a hyphen. */
static void say(echo *heard, const char *name, const assay_value *given, const char *text, size_t length) {
    int count = snprintf(heard->text + heard->length, sizeof heard->text - heard->length, "%s%s=%.*s",
                         heard->length > 0 ? " " : "", name, given->kind == ASSAY_ABSENT ? 1 : (int)length,
                         given->kind == ASSAY_ABSENT ? "-" : text);
    heard->length += count > 0 ? (size_t)count : 0;
}

static void say_text(echo *heard, const char *name, const assay_value *given) {
    say(heard, name, given, (const char *)given->as.ptr, given->len);
}

static void say_integer(echo *heard, const char *name, const assay_value *given, long long number) {
    char text[24];
    int count = snprintf(text, sizeof text, "%lld", number);
    say(heard, name, given, text, count > 0 ? (size_t)count : 0);
}

static assay_rc create_echo(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state, (void)call;
    static const assay_value nothing = {.kind = ASSAY_ABSENT};
    echo *heard = calloc(1, sizeof *heard);
    if (!heard)
        return ASSAY_E_NOMEM;
    double ratio = params[2].kind == ASSAY_F64 ? params[2].as.f64 : (double)params[2].as.i64;
    say_text(heard, "text", &params[0]);
    say_integer(heard, "whole", &params[1], params[1].as.i64);
    say_integer(heard, "percent", &params[2], (long long)(ratio * 100));
    say_integer(heard, "strict", &params[3], params[3].as.i64);
    say_integer(heard, "size", &params[4], params[4].as.i64);
    say_integer(heard, "words", &params[5], (long long)params[5].len);
    say_text(heard, "first", params[5].len > 0 ? &params[5].as.items[0] : &nothing);
    say_text(heard, "like", &params[6]);
    say_integer(heard, "anything", &params[7], params[7].kind);
    *inst = heard;
    return ASSAY_OK;
}

static assay_verdict check_echo(const assay_value *value, const assay_row *row) {
    (void)value;
    const echo *heard = row->inst;
    assay_value text = {.kind = ASSAY_STR, .as.ptr = (const uint8_t *)heard->text, .len = heard->length};
    return assay_fail_with(row, 0, &text, 1);
}

ASSAY_ROW_RULE(
    echo, "Says what its arguments are", 0, check_echo, .create = create_echo, .destroy = free,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_STRING, "text", "a text", ASSAY_REQUIRED),
                     ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "whole", "an integer", ASSAY_OPTIONAL),
                     ASSAY_PARAMETER(ASSAY_PARAM_NUMBER, "ratio", "a number", ASSAY_DEFAULT_NUMBER(0.5)),
                     ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "strict", "a truth value",
                                     ASSAY_DEFAULT_BOOLEAN(0)),
                     ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "size", "a choice", ASSAY_DEFAULT_TEXT("small"),
                                     ASSAY_CHOICES(ASSAY_STR_LITERAL("small"), ASSAY_STR_LITERAL("large"))),
                     ASSAY_PARAMETER(ASSAY_PARAM_LIST, "words", "a list", ASSAY_OPTIONAL),
                     ASSAY_PARAMETER(ASSAY_PARAM_PATTERN, "like", "a pattern", ASSAY_OPTIONAL),
                     ASSAY_PARAMETER(ASSAY_PARAM_VALUE, "anything", "any value", ASSAY_OPTIONAL)),
    ASSAY_CODES(ASSAY_CODE_WITH("echo.heard", "heard {heard}", ASSAY_ARGUMENTS(ASSAY_STR_LITERAL("heard")))),
    ASSAY_EXAMPLES(ASSAY_INVALID(0, "1", "echo(\"a\")")));

ASSAY_PLUGIN("kit", "1.0.0",
             ASSAY_RULES(&assay_rule_even, &assay_rule_amount, &assay_rule_echo, &assay_rule_shape));
