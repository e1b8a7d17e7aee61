/* SPDX-License-Identifier: Apache-2.0
 *
 * top_level_domains.h: the names of IANA's root zone, and those that were in it, in lower case and as
 * A-labels, one after the other and ascending. tables.py writes the table.
 */
#ifndef ASSAY_TOP_LEVEL_DOMAINS_H
#define ASSAY_TOP_LEVEL_DOMAINS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *names;
    /* Where each name begins; the last one is where the last name ends. */
    const uint16_t *offsets;
    uint32_t count;
} assay_domain_table;

extern const assay_domain_table assay_top_level_domains;
extern const assay_domain_table assay_withdrawn_top_level_domains;

/* The table has the name, which is in lower case. Cost: a binary search. */
bool assay_has_domain(const assay_domain_table *table, const uint8_t *name, size_t length);

#endif
