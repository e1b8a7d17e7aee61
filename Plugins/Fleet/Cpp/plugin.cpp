/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin `fleet-cpp`: vehicles of a fleet. ../README.md says what the rules and the settings mean. */
#include "fleet.hpp"

static auto settings() {
    return assay::settings<words>()
        .parameter(assay::string("file", "the file with the words").optional())
        .parameter(
            assay::string("words", "the words, if there is no file").otherwise("car motorcycle truck van"))
        .parameter(assay::boolean("caseSensitive", "whether A and a are different").otherwise(true));
}

ASSAY_PLUGIN("fleet-cpp", "1.0.0", assay::about().vendor("The authors of Assay").license("Apache-2.0"),
             settings(), vin(), after(), unique_keys(), listed())
