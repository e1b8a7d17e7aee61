/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin `served`: what a rule in C sees of the services; see ServiceExpectations.swift. */
#include "assay_plugin_c.h"
#include "assay_services.h"

#include <stdlib.h>

static const assay_host *host;
static const assay_pattern_service *patterns;
static const assay_time_service *times;
static const assay_number_service *numbers;
static const assay_text_service *texts;
static assay_counter seen;
static const assay_counter_service *counters;

static assay_rc start(const assay_host *given, const assay_call *call, const assay_value *config,
                      void **state) {
    (void)config, (void)state;
    host = given;
    patterns = assay_find_patterns(host);
    times = assay_find_times(host);
    numbers = assay_find_numbers(host);
    texts = assay_find_texts(host);
    counters = assay_find_counters(host);
    if (!patterns || !times || !numbers || !texts || !counters)
        return ASSAY_REJECT(call, "this host does not have the services");
    return counters->open(host, ASSAY_TEXT("seen"), &seen);
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    assay_pattern_error error = {.struct_size = sizeof error};
    assay_pattern *made = malloc(sizeof *made);
    assay_str source = {params[0].as.ptr, params[0].len};
    assay_rc rc = made ? patterns->compile(host, source, 0, made, &error) : ASSAY_E_NOMEM;
    *inst = made;
    if (rc == ASSAY_OK)
        return rc;
    free(made);
    return assay_reject(call, rc, error.message);
}

static void destroy(void *inst) {
    patterns->release(*(assay_pattern *)inst);
    free(inst);
}

static assay_value text_of(assay_str text) {
    return (assay_value){.kind = ASSAY_STR, .as.ptr = text.ptr, .len = text.len};
}

static assay_value number_of(int64_t number) { return (assay_value){.kind = ASSAY_I64, .as.i64 = number}; }

static assay_verdict check_text(assay_str text, const assay_row *row) {
    const assay_pattern *pattern = row->inst;
    assay_range groups[2];
    int32_t found = patterns->search(*pattern, row->call, text, groups, 2);
    if (found < 0)
        return assay_undecided(row, patterns->reason(found));
    assay_value arguments[4] = {text_of(ASSAY_TEXT("-"))};
    if (found == ASSAY_MATCH_YES && groups[1].start != UINT64_MAX)
        arguments[0] = text_of((assay_str){text.ptr + groups[1].start, groups[1].end - groups[1].start});
    assay_time time = {0};
    times->parse(text, ASSAY_TIME_DAY, 0, &time);
    arguments[1] = number_of(time.day);
    assay_str folded = {0, 0};
    assay_normalized(texts, row->call, ASSAY_TEXT_NFC | ASSAY_TEXT_FOLD, text, &folded);
    arguments[2] = text_of(folded);
    uint64_t length = 0;
    texts->length(text, ASSAY_TEXT_CHARACTERS, &length);
    arguments[3] = number_of((int64_t)length);
    return assay_fail_with(row, 0, arguments, 4);
}

static assay_verdict check(const assay_value *value, const assay_row *row) {
    counters->add(seen, 1);
    if (value->kind == ASSAY_STR)
        return check_text((assay_str){value->as.ptr, value->len}, row);
    assay_value divisor;
    uint32_t is_multiple = 0;
    numbers->parse(ASSAY_TEXT("0.01"), &divisor);
    numbers->multiple_of(value, &divisor, &is_multiple);
    return assay_pass_if((int)is_multiple, 1);
}

ASSAY_ROW_RULE(
    report, "What a rule sees of the services", ASSAY_KINDS_NUMBER | ASSAY_KIND_BIT(ASSAY_STR), check,
    .create = create, .destroy = destroy,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_PATTERN, "pattern", "with a group", ASSAY_REQUIRED)),
    ASSAY_CODES(ASSAY_CODE_WITH("report.is", "group={group} day={day} folded={folded} length={length}",
                                ASSAY_ARGUMENTS(ASSAY_STR_LITERAL("group"), ASSAY_STR_LITERAL("day"),
                                                ASSAY_STR_LITERAL("folded"), ASSAY_STR_LITERAL("length"))),
                ASSAY_CODE("report.cents", "must have whole cents")));
ASSAY_PLUGIN("served", "1.0.0", ASSAY_RULES(&assay_rule_report), .init = start);
