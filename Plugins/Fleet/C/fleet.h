/* SPDX-License-Identifier: Apache-2.0
 *
 * fleet.h: what the files of this plugin share; a file a rule. */
#ifndef FLEET_H
#define FLEET_H
#include "assay_plugin_c.h"

#include <stdbool.h>

#define INTERNAL __attribute__((visibility("hidden")))
#define STR(text) ASSAY_STR_LITERAL(text)
#define GERMAN(message) ASSAY_TRANSLATIONS({STR("de"), STR(message)})

ASSAY_DECLARE_RULE(vin);
ASSAY_DECLARE_RULE(after);
ASSAY_DECLARE_RULE(uniqueKeys);
ASSAY_DECLARE_RULE(listed);

/* The words of the settings, in the order of their bytes. Immutable after `words_start`. */
typedef struct words {
    uint8_t *text; /* what the list borrows */
    assay_str *list;
    uint64_t count;
    bool is_case_sensitive;
} words;

INTERNAL assay_rc words_start(const assay_host *host, const assay_call *call, const assay_value *config,
                              void **state);
INTERNAL void words_stop(void *state);
INTERNAL bool words_have(const words *words, assay_str word);

static inline assay_value integer_value(int64_t number) {
    return (assay_value){.kind = ASSAY_I64, .as.i64 = number};
}

static inline assay_value text_value(const uint8_t *bytes, uint64_t count) {
    return (assay_value){.kind = ASSAY_STR, .as.ptr = bytes, .len = count};
}

#endif
