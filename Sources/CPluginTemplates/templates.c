/* SPDX-License-Identifier: Apache-2.0
 *
 * The files of new plugins, by language: the templates under `Plugins/New`, and the contract with the
 * layer of the language as they stand under `Plugins`. */
#include "plugin_templates.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

/* clang-format off */
static const char contract[] = {
#embed "../../Plugins/ABI/include/assay_plugin.h" suffix(, 0)
};

static const assay_template_file files[] = {
    {"c", "include/assay_plugin.h", contract, 0},
    {"c", "include/assay_plugin_c.h", (const char[]){
#embed "../../Plugins/ABI/include/assay_plugin_c.h" suffix(, 0)
    }, 0},
    {"c", "plugin.c", (const char[]){
#embed "../../Plugins/New/c/plugin.c" suffix(, 0)
    }, 1},
    {"c", "tests.c", (const char[]){
#embed "../../Plugins/New/c/tests.c" suffix(, 0)
    }, 1},
    {"c", "Makefile", (const char[]){
#embed "../../Plugins/New/c/Makefile" suffix(, 0)
    }, 1},
    {"c", "README.md", (const char[]){
#embed "../../Plugins/New/c/README.md" suffix(, 0)
    }, 1},
};
/* clang-format on */

const assay_template_file *const assay_template_files = files;
const uint32_t assay_template_count = sizeof files / sizeof files[0];
