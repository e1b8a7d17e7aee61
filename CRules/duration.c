/* SPDX-License-Identifier: Apache-2.0
 *
 * duration
 *
 * A duration of ISO 8601 in the grammar of RFC 3339 appendix A.
 *
 *     duration = "P" ( weeks / date [ "T" time ] / "T" time )      weeks = 1*digit "W"
 *     date     = years [ months [ days ] ] / months [ days ] / days        (Y, M, D)
 *     time     = hours [ minutes [ seconds ] ] / minutes [ seconds ] / seconds      (H, M, S)
 *
 * Neighbouring units only (no "P1Y2D"), whole numbers of any length, no sign. Cost: one pass.
 */
#include "assay_plugin_c.h"
#include "characters.h"

enum { FORMAT };

typedef struct {
    assay_str text;
    uint64_t at;
} reader;

static uint8_t next(const reader *reader) {
    return reader->at < reader->text.len ? reader->text.ptr[reader->at] : 0;
}

/* Takes digits and one letter; returns the letter's place in `units`, or 3 if there is none. */
static unsigned take_quantity(reader *reader, const char units[3]) {
    uint64_t start = reader->at;
    while (is_digit(next(reader)))
        reader->at++;
    uint8_t unit = next(reader);
    for (unsigned i = 0; i < 3 && reader->at > start; i++)
        if (unit == (uint8_t)units[i]) {
            reader->at++;
            return i;
        }
    return 3;
}

/* One or more quantities, each of the unit that follows the one before, up to "T" or the end. */
static bool takes_quantities(reader *reader, const char units[3]) {
    unsigned unit = take_quantity(reader, units);
    while (unit < 3 && reader->at < reader->text.len && next(reader) != 'T') {
        unsigned following = take_quantity(reader, units);
        if (following != unit + 1)
            return false;
        unit = following;
    }
    return unit < 3;
}

static bool is_weeks(const reader *start) {
    reader reader = *start;
    return take_quantity(&reader, "WWW") == 0 && reader.at == reader.text.len;
}

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    reader reader = {.text = text, .at = 1};
    if (text.len == 0 || text.ptr[0] != 'P')
        return assay_fail(FORMAT);
    if (is_weeks(&reader))
        return assay_pass();
    if (next(&reader) != 'T' && !takes_quantities(&reader, "YMD"))
        return assay_fail(FORMAT);
    if (reader.at == text.len)
        return assay_pass_if(text.len > 1, FORMAT);
    reader.at++; /* the "T" that ended the date */
    return assay_pass_if(takes_quantities(&reader, "HMS") && reader.at == text.len, FORMAT);
}

ASSAY_TEXT_RULE(duration, "A duration", check,
                ASSAY_CODES(ASSAY_CODE("duration.format", "must be a duration like P3DT4H30M")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"P1Y2M3DT4H5M6S\"", "duration"),
                               ASSAY_VALID("\"P2W\"", "duration"),
                               ASSAY_INVALID(FORMAT, "\"P1YT\"", "duration"),
                               ASSAY_INVALID(FORMAT, "\"PT0.5S\"", "duration")));
