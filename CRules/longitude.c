/* SPDX-License-Identifier: Apache-2.0
 *
 * longitude
 *
 * A geographical longitude in decimal degrees, -180 to 180, as a number or as text.
 *
 *     text = [ "+" / "-" ] 1*3digit [ "." 1*digit ]
 *
 * Cost: a text of more than 64 bytes is rejected by its length.
 */
#include "coordinate.h"

static assay_verdict check(const assay_value *value) { return assay_check_degrees_value(value, 180); }

ASSAY_RULE(longitude, "A geographical longitude in decimal degrees",
           ASSAY_KIND_BIT(ASSAY_STR) | ASSAY_KINDS_NUMBER, check,
           ASSAY_CODES(ASSAY_CODE("longitude.format", "must be a longitude, like -74.0060"),
                       ASSAY_CODE("longitude.range", "must be from -180 to 180")),
           ASSAY_EXAMPLES(ASSAY_VALID("\"-74.0060\"", "longitude"), ASSAY_VALID("\"+180\"", "longitude"),
                          ASSAY_VALID("-74.0060", "longitude"),
                          ASSAY_INVALID(DEGREES_RANGE, "\"180.0001\"", "longitude"),
                          ASSAY_INVALID(DEGREES_RANGE, "-180.0001", "longitude"),
                          ASSAY_INVALID(DEGREES_FORMAT, "\"4.\"", "longitude"),
                          ASSAY_INVALID(DEGREES_FORMAT, "\"4°\"", "longitude")));
