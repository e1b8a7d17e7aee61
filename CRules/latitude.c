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
#include "assay_plugin_c.h"
#include "coordinate.h"

enum { FORMAT, RANGE };

static assay_verdict check(const assay_value *value) {
    switch (value->kind) {
    case ASSAY_STR:
        switch (assay_check_degrees(value->as.ptr, value->len, 90)) {
        case COORDINATE_RIGHT:
            return assay_pass();
        case COORDINATE_FORMAT:
            return assay_fail(FORMAT);
        default:
            return assay_fail(RANGE);
        }
    case ASSAY_I64:
        return assay_pass_if(value->as.i64 >= -90 && value->as.i64 <= 90, RANGE);
    case ASSAY_F64:
        return assay_pass_if(value->as.f64 >= -90.0 && value->as.f64 <= 90.0, RANGE);
    case ASSAY_U64:
    case ASSAY_DECIMAL:
        return assay_fail(RANGE);
    default:
        return assay_not_text(value->kind);
    }
}

ASSAY_RULE(latitude, "A geographical latitude in decimal degrees",
           ASSAY_KIND_BIT(ASSAY_STR) | ASSAY_KINDS_NUMBER, check,
           ASSAY_CODES(ASSAY_CODE("latitude.format", "must have the form of a latitude like 40.7128"),
                       ASSAY_CODE("latitude.range", "must be from -90 to 90")),
           ASSAY_EXAMPLES(ASSAY_VALID("\"40.7128\"", "latitude"), ASSAY_VALID("\"+90\"", "latitude"),
                          ASSAY_VALID("40.7128", "latitude"), ASSAY_INVALID(RANGE, "\"90.0001\"", "latitude"),
                          ASSAY_INVALID(RANGE, "-90.0001", "latitude"),
                          ASSAY_INVALID(FORMAT, "\"4.\"", "latitude"),
                          ASSAY_INVALID(FORMAT, "\"4°\"", "latitude")));
