/* SPDX-License-Identifier: Apache-2.0 */
#include "assay_messages.h"
#include "messages.h"

size_t assay_message_count(void) { return assay_english_count; }

const char *assay_message_in_english(size_t message) { return assay_english[message]; }

size_t assay_language_count(void) { return assay_languages_count; }

const char *assay_language_tag(size_t language) { return assay_languages[language].tag; }

const char *assay_message_in(size_t language, size_t message) {
    return assay_languages[language].messages[message];
}
