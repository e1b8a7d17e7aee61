/* SPDX-License-Identifier: Apache-2.0
 *
 * The files of new plugins, which are in the program itself: `ruleshell plugin new` needs no folder
 * beside it. The compiler reads the real files, so that they cannot differ from what is here. */
#ifndef ASSAY_PLUGIN_TEMPLATES_H
#define ASSAY_PLUGIN_TEMPLATES_H 1
#include <stdint.h>

typedef struct assay_template_file {
    const char *language; /* as --language names it */
    const char *path;     /* in the plugin's folder */
    const char *text;     /* ends with NUL */
    /* Not 0: NAME in the text stands for the plugin's id. 0: copied as it is. */
    uint32_t has_name;
} assay_template_file;

/* `assay_template_count` files that stay for the life of the process. */
extern const assay_template_file *const assay_template_files;
extern const uint32_t assay_template_count;

#endif
