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
#include "assay_plugin_c.h"
#include "coordinate.h"

enum { FORMAT, RANGE };

static assay_verdict check(const assay_value *value) {
    switch (value->kind) {
    case ASSAY_STR:
        switch (assay_check_degrees(value->as.ptr, value->len, 180)) {
        case COORDINATE_RIGHT:
            return assay_pass();
        case COORDINATE_FORMAT:
            return assay_fail(FORMAT);
        default:
            return assay_fail(RANGE);
        }
    case ASSAY_I64:
        return assay_pass_if(value->as.i64 >= -180 && value->as.i64 <= 180, RANGE);
    case ASSAY_F64:
        return assay_pass_if(value->as.f64 >= -180.0 && value->as.f64 <= 180.0, RANGE);
    case ASSAY_U64:
    case ASSAY_DECIMAL:
        return assay_fail(RANGE);
    default:
        return assay_not_text(value->kind);
    }
}

ASSAY_RULE(longitude, "A geographical longitude in decimal degrees",
           ASSAY_KIND_BIT(ASSAY_STR) | ASSAY_KINDS_NUMBER, check,
           ASSAY_CODES(ASSAY_CODE("longitude.format", "must have the form of a longitude like -74.0060"),
                       ASSAY_CODE("longitude.range", "must be from -180 to 180")),
           ASSAY_EXAMPLES(ASSAY_VALID("\"-74.0060\"", "longitude"), ASSAY_VALID("\"+180\"", "longitude"),
                          ASSAY_VALID("-74.0060", "longitude"),
                          ASSAY_INVALID(RANGE, "\"180.0001\"", "longitude"),
                          ASSAY_INVALID(RANGE, "-180.0001", "longitude"),
                          ASSAY_INVALID(FORMAT, "\"4.\"", "longitude"),
                          ASSAY_INVALID(FORMAT, "\"4°\"", "longitude")));
