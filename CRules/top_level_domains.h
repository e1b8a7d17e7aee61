/* SPDX-License-Identifier: Apache-2.0
 *
 * top_level_domains.h: the names of IANA's root zone, in lower case and as A-labels, one after the other
 * and ascending.
 */
#ifndef ASSAY_TOP_LEVEL_DOMAINS_H
#define ASSAY_TOP_LEVEL_DOMAINS_H
#include <stdint.h>

extern const char assay_top_level_domains[];
/* Where each name begins; the last one is where the last name ends. */
extern const uint16_t assay_top_level_domain_offsets[];
extern const uint32_t assay_top_level_domain_count;

#endif
