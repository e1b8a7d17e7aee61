/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin `wordList`: values against a list of words, as an example of a plugin with a setting.
 *
 *     file: string, required    the list; a relative path begins at the working directory of the process
 *
 * The file is read when the plugin is loaded, and again when it is reloaded; word_file.c says what it is
 * like. Words are compared as they are, without normalization: "é" is one character or two. */
#include "word_list.h"

#include <stdlib.h>

static void stop(void *state) {
    word_list_free(state);
    free(state);
    characters_stop();
}

static assay_rc start(const assay_host *host, const assay_call *call, const assay_value *config,
                      void **state) {
    (void)host;
    if (!characters_start())
        return assay_reject(call, ASSAY_E_INTERNAL,
                            ASSAY_TEXT("the locale C.UTF-8 is missing; install the C library's locales"));
    word_list *list = calloc(1, sizeof *list);
    if (!list) {
        characters_stop();
        return ASSAY_E_NOMEM;
    }
    const assay_value *file = &config->as.members[0].value;
    assay_rc result = word_list_read(list, (assay_str){file->as.ptr, file->len}, call);
    if (result != ASSAY_OK)
        stop(list);
    else
        *state = list;
    return result;
}

ASSAY_PLUGIN("wordList", "1.0.0", ASSAY_RULES(&assay_rule_allowed, &assay_rule_denied),
             ASSAY_CONFIGURATION(ASSAY_PARAMETER(ASSAY_PARAM_STRING, "file", "the file with the words",
                                                 ASSAY_REQUIRED)),
             .init = start, .shutdown = stop);
