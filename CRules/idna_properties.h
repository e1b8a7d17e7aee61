/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ASSAY_IDNA_PROPERTIES_H
#define ASSAY_IDNA_PROPERTIES_H
#include "idna_table.h"

/* Of a code point that no label has. */
#define IDNA_NOT_ALLOWED 0x80000000u

/* IDNA_MARK and so on, or IDNA_NOT_ALLOWED. A binary search. */
uint32_t assay_idna_properties(uint32_t point);

#endif
