/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_messages.h: the messages of the built-in rules and of the engine in other languages than English.
 *
 * Static data in UTF-8. messages.py writes it from the files in languages/, which translators edit. */
#ifndef ASSAY_MESSAGES_H
#define ASSAY_MESSAGES_H 1

#include <stddef.h>

size_t assay_message_count(void);

/* The message of this number, from 0, in English. */
const char *assay_message_in_english(size_t message);

size_t assay_language_count(void);

/* The BCP 47 tag of the language of this number, from 0, such as zh-Hans. */
const char *assay_language_tag(size_t language);

/* A message in a language; NULL: it is not translated. */
const char *assay_message_in(size_t language, size_t message);

#endif
