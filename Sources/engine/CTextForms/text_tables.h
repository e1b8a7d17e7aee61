/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables that text_tables.py writes. */
#ifndef TEXT_TABLES_H
#define TEXT_TABLES_H
#include <stdint.h>

/* What a scalar becomes: places and lengths of runs in assay_text_scalars; of length 0: itself. */
typedef struct assay_text_record {
    uint16_t canonical, compatible, fold;
    uint8_t canonical_count, compatible_count, fold_count;
    uint8_t combining_class;
    uint8_t can_be_second;           /* it composes with a scalar before it */
    uint8_t leaves_nfc, leaves_nfkc; /* NFC_Quick_Check=No, NFKC_Quick_Check=No */
} assay_text_record;

/* A record is found by two steps: the number of a block for 128 scalars, the record in the block. */
extern const uint16_t assay_text_index[];
extern const uint16_t assay_text_blocks[];
extern const assay_text_record assay_text_records[];
extern const uint32_t assay_text_scalars[];
/* First, second, composed: ordered by the first two. */
extern const uint32_t assay_text_compositions[];
extern const uint32_t assay_text_composition_count;
extern const uint32_t assay_text_unicode_version;

#endif
