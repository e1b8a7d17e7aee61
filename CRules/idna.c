/* SPDX-License-Identifier: Apache-2.0
 *
 * The U-label of an A-label, by IDNA 2008: allowed code points (RFC 5892), their context (its
 * appendix A), no mark at the start, no hyphen at an end or as third and fourth character (RFC 5891
 * section 4.2.3), and the Bidi rule for a label that holds right-to-left characters (RFC 5893).
 * Normalization form C of sequences is not checked.
 * Cost: a binary search in the table for each of at most 59 code points.
 */
#include "idna.h"

#include "idna_table.h"
#include "punycode.h"

/* Not in the table, so not allowed; its bit is none of theirs. */
#define NOT_ALLOWED 0x80000000u

typedef struct {
    uint32_t points[PUNYCODE_CAPACITY];
    uint32_t properties[PUNYCODE_CAPACITY];
    size_t count;
} u_label;

static uint32_t properties_of(uint32_t point) {
    uint32_t low = 0, high = assay_idna_range_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        const idna_range *range = &assay_idna_ranges[middle];
        if (point > range->last)
            low = middle + 1;
        else if (point < range->first)
            high = middle;
        else if ((range->properties & IDNA_EVERY_SECOND) && (point - range->first) % 2)
            return NOT_ALLOWED;
        else
            return range->properties;
    }
    return NOT_ALLOWED;
}

/* RFC 5892 appendix A.1, second part: joining characters on both sides, transparent ones between. */
static bool joins_around(const u_label *label, size_t at) {
    size_t left = at, right = at + 1;
    while (left > 0 && (label->properties[left - 1] & IDNA_TRANSPARENT))
        left--;
    while (right < label->count && (label->properties[right] & IDNA_TRANSPARENT))
        right++;
    return left > 0 && right < label->count && (label->properties[left - 1] & IDNA_JOINS_AFTER) &&
           (label->properties[right] & IDNA_JOINS_BEFORE);
}

static bool has_property(const u_label *label, uint32_t property) {
    for (size_t i = 0; i < label->count; i++)
        if (label->properties[i] & property)
            return true;
    return false;
}

static bool has_point_in(const u_label *label, uint32_t first, uint32_t last) {
    for (size_t i = 0; i < label->count; i++)
        if (label->points[i] >= first && label->points[i] <= last)
            return true;
    return false;
}

/* RFC 5892 appendix A for the code point at `at`; true for those that appendix does not name. */
static bool suits_context(const u_label *label, size_t at) {
    uint32_t point = label->points[at];
    uint32_t before = at > 0 ? label->properties[at - 1] : 0;
    uint32_t after = at + 1 < label->count ? label->properties[at + 1] : 0;
    switch (point) {
    case 0x200C: /* zero width non-joiner */
        return (before & IDNA_VIRAMA) || joins_around(label, at);
    case 0x200D: /* zero width joiner */
        return before & IDNA_VIRAMA;
    case 0x00B7: /* middle dot */
        return at > 0 && at + 1 < label->count && label->points[at - 1] == 'l' &&
               label->points[at + 1] == 'l';
    case 0x0375: /* Greek keraia */
        return after & IDNA_GREEK;
    case 0x05F3: /* Hebrew geresh */
    case 0x05F4: /* Hebrew gershayim */
        return before & IDNA_HEBREW;
    case 0x30FB: /* Katakana middle dot */
        return has_property(label, IDNA_KANA_OR_HAN);
    default:
        if (point >= 0x0660 && point <= 0x0669) /* Arabic-Indic digits, and the extended ones */
            return !has_point_in(label, 0x06F0, 0x06F9);
        return !(point >= 0x06F0 && point <= 0x06F9) || !has_point_in(label, 0x0660, 0x0669);
    }
}

#define ONE(direction) (1u << (direction))

/* RFC 5893 section 2, for a label with characters of class R, AL or AN. */
static bool obeys_bidi_rule(const u_label *label) {
    uint32_t met = 0, last = NONSPACING, first = IDNA_DIRECTION(label->properties[0]);
    for (size_t i = 0; i < label->count; i++) {
        uint32_t direction = IDNA_DIRECTION(label->properties[i]);
        met |= ONE(direction);
        if (direction != NONSPACING)
            last = direction;
    }
    if (!(met & (ONE(RIGHT) | ONE(ARABIC) | ONE(ARABIC_NUMBER))))
        return true;
    bool both_numbers = (met & ONE(EUROPEAN_NUMBER)) && (met & ONE(ARABIC_NUMBER));
    bool starts = first == RIGHT || first == ARABIC;
    bool ends = last == RIGHT || last == ARABIC || last == EUROPEAN_NUMBER || last == ARABIC_NUMBER;
    return starts && ends && !both_numbers && !(met & ONE(LEFT));
}

static bool has_forbidden_hyphens(const u_label *label) {
    const uint32_t *points = label->points;
    return points[0] == '-' || points[label->count - 1] == '-' ||
           (label->count >= 4 && points[2] == '-' && points[3] == '-');
}

bool assay_is_a_label(const uint8_t *text, size_t length) {
    u_label label;
    label.count = assay_decode_punycode(text, length, label.points);
    if (label.count == 0 || has_forbidden_hyphens(&label))
        return false;
    for (size_t i = 0; i < label.count; i++) {
        label.properties[i] = properties_of(label.points[i]);
        if (label.properties[i] == NOT_ALLOWED)
            return false;
    }
    if (label.properties[0] & IDNA_MARK)
        return false;
    for (size_t i = 0; i < label.count; i++)
        if (!suits_context(&label, i))
            return false;
    return obeys_bidi_rule(&label);
}
