/* SPDX-License-Identifier: Apache-2.0
 *
 * time_zones_table.h: the names of the IANA time zone database, zones and links, one after the other and
 * ascending without regard to case. tables.py writes the table. */
#ifndef ASSAY_TIME_ZONES_TABLE_H
#define ASSAY_TIME_ZONES_TABLE_H
#include <stdint.h>

extern const char assay_time_zones[];
extern const uint16_t assay_time_zone_offsets[]; /* of each name, and the end of the last one */
extern const uint32_t assay_time_zone_count;

#endif
