/* SPDX-License-Identifier: Apache-2.0
 *
 * text_check.h: what the engine may ask a compiled-in rule about one text without a call of the
 * contract. A rule that has ASSAY_TEXT_CHECK is a TEXT_RULE in rules.def. */
#ifndef ASSAY_TEXT_CHECK_H
#define ASSAY_TEXT_CHECK_H
#include "assay_plugin_c.h"

#define ASSAY_DECLARE_TEXT_CHECK(name)                                                                       \
    uint32_t assay_text_failure_##name(const void *inst, const uint8_t *text, size_t length);

/* From the function that ASSAY_TEXT_RULE takes, whose verdicts are passes and failures. */
#define ASSAY_TEXT_CHECK(name, check)                                                                        \
    ASSAY_DECLARE_TEXT_CHECK(name)                                                                           \
    uint32_t assay_text_failure_##name(const void *inst, const uint8_t *text, size_t length) {               \
        const assay_verdict verdict = check((assay_str){text, length}, inst);                                \
        return verdict.status == ASSAY_PASS ? 0 : verdict.code + 1;                                          \
    }

#endif
