/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin `fleet-c`: vehicles of a fleet. ../README.md says what the rules and the settings mean. */
#include "fleet.h"

ASSAY_PLUGIN("fleet-c", "1.0.0",
             ASSAY_RULES(&assay_rule_vin, &assay_rule_after, &assay_rule_uniqueKeys, &assay_rule_listed),
             ASSAY_CONFIGURATION(
                 ASSAY_PARAMETER(ASSAY_PARAM_STRING, "file", "the file with the words", ASSAY_OPTIONAL),
                 ASSAY_PARAMETER(ASSAY_PARAM_STRING, "words", "the words, if there is no file",
                                 ASSAY_DEFAULT_TEXT("car motorcycle truck van")),
                 ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "caseSensitive", "whether A and a are different",
                                 ASSAY_DEFAULT_BOOLEAN(1))),
             ASSAY_VENDOR("The authors of Assay"), ASSAY_LICENSE("Apache-2.0"), .init = words_start,
             .shutdown = words_stop);
