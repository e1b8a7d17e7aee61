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
#include "characters.h"
#include "rule.h"

enum { FORMAT };
static const assay_code *const codes[] = {
    CODE("duration.format", "must be a duration like P3DT4H30M"),
};
static const assay_example *const examples[] = {
    VALID("\"P1Y2M3DT4H5M6S\"", "duration"),
    VALID("\"P2W\"", "duration"),
    INVALID(FORMAT, "\"P1YT\"", "duration"),
    INVALID(FORMAT, "\"PT0.5S\"", "duration"),
};

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

static assay_verdict judge(const void *inst, assay_str text) {
    (void)inst;
    reader reader = {.text = text, .at = 1};
    if (text.len == 0 || text.ptr[0] != 'P')
        return fail(FORMAT);
    if (is_weeks(&reader))
        return pass();
    if (next(&reader) != 'T' && !takes_quantities(&reader, "YMD"))
        return fail(FORMAT);
    if (reader.at == text.len)
        return pass_if(text.len > 1, FORMAT);
    reader.at++; /* the "T" that ended the date */
    return pass_if(takes_quantities(&reader, "HMS") && reader.at == text.len, FORMAT);
}
EVALUATE_EACH(judge)
PLAIN_RULE(duration, "A duration");
