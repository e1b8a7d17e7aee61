/* SPDX-License-Identifier: Apache-2.0
 *
 * timeZone(ignoreCase: bool = false)
 *
 * The name of a time zone in the IANA time zone database, a zone or a link: Europe/Berlin, UTC, US/Pacific.
 * Offsets and abbreviations that are not in it are no names. Cost: a binary search; a text of more than 40
 * bytes is rejected by its length.
 */
#include "assay_plugin_c.h"
#include "characters.h"
#include "time_zones_table.h"

#include <stddef.h>
#include <string.h>

enum { UNKNOWN };

#define LONGEST 40u

static int lower(uint8_t byte) { return is_upper(byte) ? byte | 0x20 : byte; }

static int compare(const uint8_t *name, size_t length, assay_str text) {
    for (size_t i = 0; i < length && i < text.len; i++) {
        int order = lower(name[i]) - lower(text.ptr[i]);
        if (order)
            return order;
    }
    return (int)length - (int)text.len;
}

static assay_verdict check(assay_str text, const void *inst) {
    size_t low = 0, high = text.len > LONGEST ? 0 : assay_time_zone_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2, offset = assay_time_zone_offsets[middle];
        const uint8_t *name = (const uint8_t *)assay_time_zones + offset;
        int order = compare(name, assay_time_zone_offsets[middle + 1] - offset, text);
        if (order == 0)
            return assay_pass_if(assay_options(inst) || memcmp(name, text.ptr, text.len) == 0, UNKNOWN);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return assay_fail(UNKNOWN);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64 != 0)

ASSAY_TEXT_RULE(timeZone, "A time zone name (IANA)", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "ignoreCase",
                                                 "Letters in any case are allowed",
                                                 ASSAY_DEFAULT_BOOLEAN(false))),
                ASSAY_CODES(ASSAY_CODE("timeZone.unknown", "must be a time zone name, like Europe/Berlin")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"Europe/Berlin\"", "timeZone"),
                               ASSAY_VALID("\"UTC\"", "timeZone"),
                               ASSAY_VALID("\"europe/berlin\"", "timeZone(ignoreCase=true)"),
                               ASSAY_INVALID(UNKNOWN, "\"europe/berlin\"", "timeZone"),
                               ASSAY_INVALID(UNKNOWN, "\"Europe/Bonn\"", "timeZone")),
                .create = create);
