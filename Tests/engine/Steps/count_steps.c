/* SPDX-License-Identifier: Apache-2.0
 *
 * Holds every rule in C to a linear cost: feeds each one 10 kB and 1 MB of the same characters, by
 * themselves, after a value that it accepts and before one, and counts the blocks of code that it runs, which
 * is the same on every run and every machine. A hundred times the text may take a hundred times the steps,
 * and no more.
 *
 * The compiler calls __sanitizer_cov_trace_pc in each block of CRules, not here. What the C library does
 * within a call is not counted: memcmp, memcpy, strchr and their like, which are linear themselves.
 */
#include "assay_c_rules.h"
#include "planted_rule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void __sanitizer_cov_trace_pc(void);

static uint64_t steps;

void __sanitizer_cov_trace_pc(void) { steps++; }

enum {
    SHORT = 10000,
    RATIO = 100,
    LONG = SHORT * RATIO,
    MOST_ARGUMENTS = 16,
    LONGEST_VALUE = 256,
    GROUP = 60
};

/* Repeated; what some rule might look at twice. */
static const char *const patterns[] = {
    "0",
    "9",
    "a",
    "A",
    "f",
    "z",
    "-",
    ".",
    ":",
    "/",
    "%",
    " ",
    "\t",
    "\n",
    "\"",
    "\\",
    "[",
    "{",
    ",",
    ";",
    "=",
    "@",
    "*",
    "+",
    "(",
    "_",
    "\x01",
    "0-",
    "a.",
    "a:",
    "1,",
    "[[",
    "{\"a\":",
    "\"a\",",
    "[0],",
    "\\u0061",
    "\\\"",
    "%41",
    "%ff",
    "xn--a.",
    "ab--",
    "/~0",
    "~1",
    "0 ",
    "a-1",
    "1e9",
    "; a=b",
    "AAAA",
    "====",
    "*/1,",
    "P1Y",
    "\xCC\x81",
    "\xCC\x80\xCC\x81",
    "a\xCC\x81",
    "\xD8\xA8\xE2\x80\x8C",
    "\xE2\x80\x8D",
    "\xE6\xBC\xA2",
    "\xD7\x90",
    "\xEF\xBC\x91",
    "\xF0\x9F\x91\xA9\xE2\x80\x8D",
    "\xF0\x9F\x92\xA9",
};

static uint8_t text[LONG + LONGEST_VALUE + 16];

static assay_value argument_for(const assay_parameter *parameter, bool other) {
    assay_value value = parameter->default_value;
    if (parameter->type == ASSAY_PARAM_BOOLEAN && other)
        value.as.i64 = !value.as.i64;
    if (parameter->type == ASSAY_PARAM_CHOICE && value.kind == ASSAY_STR) {
        uint32_t choice = 0;
        while (choice + 1 < parameter->choice_count &&
               (parameter->choices[choice].len != value.len ||
                memcmp(parameter->choices[choice].ptr, value.as.ptr, value.len) != 0))
            choice++;
        choice = other ? (choice + 1) % parameter->choice_count : choice;
        value = (assay_value){.kind = ASSAY_I64, .as.i64 = choice};
    }
    if (parameter->type == ASSAY_PARAM_CHOICE && value.kind == ASSAY_ABSENT &&
        (parameter->flags & ASSAY_PARAM_REQUIRED))
        value = (assay_value){.kind = ASSAY_I64, .as.i64 = other};
    if (parameter->type == ASSAY_PARAM_STRING && (parameter->flags & ASSAY_PARAM_REQUIRED))
        value = (assay_value){.kind = ASSAY_STR, .as.ptr = (const uint8_t *)(other ? "GB" : "DE"), .len = 2};
    return value;
}

/* Takes the arguments of a message, of which nothing is kept. */
static assay_rc take_arguments(const assay_call *call, uint32_t row, assay_str path, const assay_value *args,
                               uint32_t nargs) {
    (void)call, (void)row, (void)path, (void)args, (void)nargs;
    return ASSAY_OK;
}

static const assay_call call = {.struct_size = sizeof(assay_call), .args = take_arguments};

/* The steps for a value: `head`, the pattern so many times, `tail`. */
static uint64_t steps_for(const assay_rule *rule, const void *inst, size_t repeats, assay_str head,
                          const char *pattern, assay_str tail) {
    size_t length = head.len, width = strlen(pattern);
    memcpy(text, head.ptr, head.len);
    for (size_t i = 0; i < repeats; i++, length += width)
        memcpy(text + length, pattern, width); // NOLINT(bugprone-not-null-terminated-result): bytes
    memcpy(text + length, tail.ptr, tail.len);
    length += tail.len;
    const assay_value value = {.kind = ASSAY_STR, .as.ptr = text, .len = length};
    const assay_value *columns[] = {&value};
    const assay_batch batch = {
        .struct_size = sizeof batch, .count = 1, .column_count = 1, .columns = columns};
    assay_verdict verdict = {0};
    steps = 0;
    if (rule->evaluate(inst, &call, &batch, &verdict) != ASSAY_OK)
        abort();
    return steps;
}

/* The text of the first example that is valid, without its quotes; escapes in it are read as they are. */
static assay_str valid_text(const assay_rule *rule) {
    for (uint32_t i = 0; i < rule->example_count; i++) {
        assay_str value = rule->examples[i]->value;
        if (rule->examples[i]->status == ASSAY_PASS && value.len > 2 && value.ptr[0] == '"')
            return (assay_str){value.ptr + 1, value.len - 2 < LONGEST_VALUE ? value.len - 2 : LONGEST_VALUE};
    }
    return (assay_str){(const uint8_t *)"", 0};
}

/* How many of the values take more than their share; `shows` prints each. */
static int check(const assay_rule *rule, const void *inst, uint64_t *most, bool shows) {
    const assay_str none = {(const uint8_t *)"", 0}, value = valid_text(rule);
    int failures = 0;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        /* Whole groups of base 64, of escapes and the like, in either size. */
        size_t repeats = SHORT / strlen(patterns[i]) / GROUP * GROUP;
        for (unsigned place = 0; place < 3; place++) {
            assay_str head = place == 1 ? value : none, tail = place == 2 ? value : none;
            uint64_t few = steps_for(rule, inst, repeats, head, patterns[i], tail);
            uint64_t many = steps_for(rule, inst, RATIO * repeats, head, patterns[i], tail);
            *most = many > *most ? many : *most;
            if (many <= RATIO * few + RATIO)
                continue;
            failures++;
            if (!shows)
                continue;
            printf("%.*s: %llu steps for 10 kB of \"%s\", %llu for 1 MB\n", (int)rule->id.len, rule->id.ptr,
                   (unsigned long long)few, patterns[i], (unsigned long long)many);
        }
    }
    return failures;
}

int main(int count, char **names) {
    const assay_plugin *plugin = assay_c_rules_v1(NULL);
    int failures = 0;
    bool lists = count > 1 && strcmp(names[1], "--list") == 0;
    for (uint32_t i = 0; i < plugin->rule_count; i++) {
        const assay_rule *rule = plugin->rules[i];
        uint64_t most = 0;
        for (int other = 0; other < 2; other++) {
            assay_value arguments[MOST_ARGUMENTS];
            for (uint32_t k = 0; k < rule->parameter_count && k < MOST_ARGUMENTS; k++)
                arguments[k] = argument_for(rule->parameters[k], other);
            void *inst = NULL;
            if (rule->create && rule->create(NULL, NULL, arguments, &inst) != ASSAY_OK)
                continue;
            failures += check(rule, inst, &most, true);
            if (rule->destroy)
                rule->destroy(inst);
        }
        if (most == 0) {
            failures++;
            printf("%.*s: was not run\n", (int)rule->id.len, rule->id.ptr);
        }
        if (lists)
            printf("%-24.*s %llu\n", (int)rule->id.len, rule->id.ptr, (unsigned long long)most);
    }
    if (check(&planted_rule, NULL, &(uint64_t){0}, false) == 0) {
        failures++;
        printf("a rule that compares all pairs was not found\n");
    }
    printf("%u rules, %d values that take more than their share of steps\n", plugin->rule_count, failures);
    return failures != 0;
}
