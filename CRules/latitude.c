/* SPDX-License-Identifier: Apache-2.0
 *
 * latitude
 *
 * A geographical latitude in decimal degrees, -90 to 90, as a number or as text.
 *
 *     text = [ "+" / "-" ] 1*3digit [ "." 1*digit ]
 *
 * Cost: a text of more than 64 bytes is rejected by its length.
 */
#include "coordinate.h"

static assay_verdict check(const assay_value *value) { return assay_check_degrees_value(value, 90); }

ASSAY_RULE(latitude, "A geographical latitude in decimal degrees",
           ASSAY_KIND_BIT(ASSAY_STR) | ASSAY_KINDS_NUMBER, check,
           ASSAY_CODES(ASSAY_CODE("latitude.format", "must be a latitude, like 40.7128"),
                       ASSAY_CODE("latitude.range", "must be from -90 to 90")),
           ASSAY_EXAMPLES(ASSAY_VALID("\"40.7128\"", "latitude"), ASSAY_VALID("\"+90\"", "latitude"),
                          ASSAY_VALID("40.7128", "latitude"),
                          ASSAY_INVALID(DEGREES_RANGE, "\"90.0001\"", "latitude"),
                          ASSAY_INVALID(DEGREES_RANGE, "-90.0001", "latitude"),
                          ASSAY_INVALID(DEGREES_FORMAT, "\"4.\"", "latitude"),
                          ASSAY_INVALID(DEGREES_FORMAT, "\"4°\"", "latitude")));
