/* SPDX-License-Identifier: Apache-2.0
 *
 * latLong(dms: bool = false)
 *
 * A latitude and a longitude with a comma between them, perhaps in parentheses.
 *
 *     value = [ "(" ] latitude "," *" " longitude [ ")" ]      both parentheses or none
 *
 * Decimal degrees (`assay_check_degrees`) or, with dms = true, degrees, minutes, seconds and a letter
 * instead. Cost: a text of more than 132 bytes is rejected by its length.
 */
#include "assay_plugin_c.h"
#include "coordinate.h"

#include <string.h>

enum { FORMAT, RANGE };
enum { LONGEST = 2 * COORDINATE_LONGEST + 4 };

static assay_verdict check(assay_str text, const void *inst) {
    const uint8_t *at = text.ptr, *comma;
    size_t length = text.len;
    if (length < 3 || length > LONGEST)
        return assay_fail(FORMAT);
    bool open = at[0] == '(', closed = at[length - 1] == ')';
    if (open != closed)
        return assay_fail(FORMAT);
    at += open;
    length -= open ? 2 : 0;
    comma = memchr(at, ',', length);
    if (!comma)
        return assay_fail(FORMAT);
    const uint8_t *second = comma + 1, *end = at + length;
    while (second < end && *second == ' ')
        second++;
    bool dms = assay_options(inst);
    size_t first_length = (size_t)(comma - at), second_length = (size_t)(end - second);
    assay_coordinate latitude =
        dms ? assay_check_dms(at, first_length, 90, "NS") : assay_check_degrees(at, first_length, 90);
    assay_coordinate longitude = dms ? assay_check_dms(second, second_length, 180, "EW")
                                     : assay_check_degrees(second, second_length, 180);
    if (latitude == COORDINATE_FORMAT || longitude == COORDINATE_FORMAT)
        return assay_fail(FORMAT);
    return assay_pass_if(latitude == COORDINATE_RIGHT && longitude == COORDINATE_RIGHT, RANGE);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64 != 0)

ASSAY_TEXT_RULE(
    latLong, "A latitude and a longitude, separated by a comma", check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "dms",
                                     "Degrees, minutes and seconds in place of decimal degrees",
                                     ASSAY_DEFAULT_BOOLEAN(false))),
    ASSAY_CODES(ASSAY_CODE("latLong.format", "must be a latitude and a longitude with a comma between them"),
                ASSAY_CODE("latLong.range",
                           "must have a latitude from -90 to 90 and a longitude from -180 to 180")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"40.7128, -74.0060\"", "latLong"),
                   ASSAY_VALID("\"(-17.738223,85.605469)\"", "latLong"),
                   ASSAY_VALID("\"40° 26′ 46″ N, 79°58'56.5\\\"w\"", "latLong(dms=true)"),
                   ASSAY_INVALID(FORMAT, "\"40.7128 -74.0060\"", "latLong"),
                   ASSAY_INVALID(RANGE, "\"90.1, 0\"", "latLong"),
                   ASSAY_INVALID(RANGE, "\"40° 60′ 46″ N, 79° 58′ 56″ W\"", "latLong(dms=true)")),
    .create = create);
