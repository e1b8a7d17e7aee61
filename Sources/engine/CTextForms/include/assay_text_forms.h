/* SPDX-License-Identifier: Apache-2.0
 *
 * The data of Unicode that texts are normalized and folded by (UAX #15; CaseFolding.txt, C and F). */
#ifndef ASSAY_TEXT_FORMS_H
#define ASSAY_TEXT_FORMS_H
#include <stdint.h>

/* What a scalar is replaced by. */
#define ASSAY_TEXT_CANONICAL 0u
#define ASSAY_TEXT_COMPATIBLE 1u
#define ASSAY_TEXT_CASE_FOLD 2u

/* The most scalars that one is replaced by. */
#define ASSAY_TEXT_LONGEST 18u

/* The version of the data, as 0x0F0000 for 15.0.0. */
uint32_t assay_text_version(void);

/* Writes what `scalar`, below 0x110000, is replaced by, itself if nothing else; returns how many. */
uint32_t assay_text_replace(uint32_t scalar, uint32_t what, uint32_t out[ASSAY_TEXT_LONGEST]);

/* The canonical combining class of a scalar. */
uint8_t assay_text_combining_class(uint32_t scalar);

/* Whether a scalar composes with some scalar before it. */
int assay_text_can_be_second(uint32_t scalar);

/* Forms that a scalar may be in, for assay_text_stays. */
#define ASSAY_TEXT_IN_NFC 0u
#define ASSAY_TEXT_IN_NFD 1u
#define ASSAY_TEXT_IN_NFKC 2u
#define ASSAY_TEXT_IN_NFKD 3u

/* Whether texts of a form may have the scalar; in NFC and NFKC what is around it matters besides. */
int assay_text_stays(uint32_t scalar, uint32_t form);

/* What two scalars compose to; 0: nothing. */
uint32_t assay_text_compose(uint32_t first, uint32_t second);

#endif
