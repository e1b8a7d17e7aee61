/* SPDX-License-Identifier: Apache-2.0
 *
 * Labels by IDNA 2008: allowed code points (RFC 5892), their context (its appendix A), normalization form
 * C, no mark at the start, no hyphen at an end or as third and fourth character (RFC 5891 section 4.2.3),
 * and the Bidi rule for a label that holds right-to-left characters (RFC 5893); or by UTS 46, which
 * allows more code points, and hyphens. Cost: binary searches for each of at most 63 code points.
 */
#include "idna.h"

#include "idna_properties.h"
#include "punycode.h"

#include <string.h>

typedef struct {
    uint32_t points[PUNYCODE_CAPACITY];
    uint32_t properties[PUNYCODE_CAPACITY];
    size_t count;
} u_label;

uint32_t assay_idna_properties(uint32_t point) {
    uint32_t low = 0, high = assay_idna_ranges_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        const idna_range *range = &assay_idna_ranges[middle];
        if (point > range->last)
            low = middle + 1;
        else if (point < range->first)
            high = middle;
        else if ((range->properties & IDNA_EVERY_SECOND) && (point - range->first) % 2)
            return IDNA_NOT_ALLOWED;
        else
            return range->properties;
    }
    return IDNA_NOT_ALLOWED;
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
static bool suits_context(const u_label *label, size_t at, idna_profile profile) {
    uint32_t point = label->points[at];
    if (profile == IDNA_BROWSER && point != 0x200C && point != 0x200D)
        return true;
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

static bool is_right_to_left(const u_label *label) {
    for (size_t i = 0; i < label->count; i++) {
        uint32_t direction = IDNA_DIRECTION(label->properties[i]);
        if (direction == RIGHT || direction == ARABIC || direction == ARABIC_NUMBER)
            return true;
    }
    return false;
}

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

static bool has_forbidden_hyphens(const u_label *label, idna_profile profile) {
    const uint32_t *points = label->points;
    if (profile == IDNA_BROWSER)
        return false;
    return points[0] == '-' || points[label->count - 1] == '-' ||
           (label->count >= 4 && points[2] == '-' && points[3] == '-');
}

static bool is_normal(const u_label *label) {
    uint32_t composed[4 * PUNYCODE_CAPACITY];
    return assay_idna_compose(label->points, label->count, composed) == label->count &&
           memcmp(composed, label->points, label->count * sizeof *composed) == 0;
}

static bool is_valid(u_label *label, idna_profile profile) {
    uint32_t met = 0;
    for (size_t i = 0; i < label->count; i++) {
        uint32_t properties = assay_idna_properties(label->points[i]);
        if (properties == IDNA_NOT_ALLOWED ||
            (profile == IDNA_PROTOCOL && !(properties & IDNA_PROTOCOL_VALID)))
            return false;
        label->properties[i] = properties;
        met |= properties;
    }
    if (label->properties[0] & IDNA_MARK)
        return false;
    for (size_t i = 0; i < label->count; i++)
        if (!suits_context(label, i, profile))
            return false;
    return obeys_bidi_rule(label) && ((profile == IDNA_PROTOCOL && !(met & IDNA_MARK)) || is_normal(label));
}

/* Conditions 1, 5 and 6 of the Bidi rule, for a label without characters of class R, AL and AN. */
static bool is_left_label(const u_label *label) {
    uint32_t last = NEUTRAL;
    for (size_t i = 0; i < label->count; i++)
        if (IDNA_DIRECTION(label->properties[i]) != NONSPACING)
            last = IDNA_DIRECTION(label->properties[i]);
    return IDNA_DIRECTION(label->properties[0]) == LEFT && (last == LEFT || last == EUROPEAN_NUMBER);
}

bool assay_is_a_label(const uint8_t *text, size_t length, idna_profile profile, idna_label *about) {
    u_label label;
    label.count = assay_decode_punycode(text, length, label.points);
    if (label.count == 0 || has_forbidden_hyphens(&label, profile) || !is_valid(&label, profile))
        return false;
    if (about) {
        about->right_to_left = is_right_to_left(&label);
        about->no_left_label = !about->right_to_left && !is_left_label(&label);
    }
    return true;
}

bool assay_is_u_label(const uint32_t *points, size_t count, idna_profile profile) {
    u_label label = {.count = count};
    if (count == 0 || count > PUNYCODE_CAPACITY)
        return false;
    memcpy(label.points, points, count * sizeof *points);
    return !has_forbidden_hyphens(&label, profile) && is_valid(&label, profile);
}

size_t assay_idna_map(uint32_t point, const uint32_t **mapped, uint32_t *single) {
    uint32_t low = 0, high = assay_idna_mappings_count;
    *single = point < 0x80 && point >= 'A' && point <= 'Z' ? point | 0x20u : point;
    *mapped = single;
    while (point >= 0x80 && low < high) {
        uint32_t middle = (low + high) / 2;
        const idna_mapping *found = &assay_idna_mappings[middle];
        if (point > found->last)
            low = middle + 1;
        else if (point < found->first)
            high = middle;
        else if ((point - found->first) % found->step)
            return 1;
        else if (found->length == 1) {
            *single = found->target + (point - found->first);
            return 1;
        } else {
            *mapped = assay_idna_sequences + found->target;
            return found->length;
        }
    }
    return 1;
}
