/* SPDX-License-Identifier: Apache-2.0
 *
 * Normalization form C (UAX 15) of code points that labels may have: none of them is a singleton or
 * excluded from composition, so that pairs and Hangul suffice.
 */
#include "idna.h"
#include "idna_properties.h"

enum { L_FIRST = 0x1100, V_FIRST = 0x1161, T_FIRST = 0x11A7, S_FIRST = 0xAC00 };
enum { L_COUNT = 19, V_COUNT = 21, T_COUNT = 28, S_COUNT = L_COUNT * V_COUNT * T_COUNT };

static const idna_composition *composition_of(uint32_t point) {
    uint32_t low = 0, high = assay_idna_compositions_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        const idna_composition *found = &assay_idna_compositions[middle];
        if (found->composed == point)
            return found;
        if (found->composed < point)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* The one code point for two, or 0. */
static uint32_t composed_of(uint32_t first, uint32_t second) {
    if (first >= L_FIRST && first < L_FIRST + L_COUNT && second >= V_FIRST && second < V_FIRST + V_COUNT)
        return S_FIRST + ((first - L_FIRST) * V_COUNT + (second - V_FIRST)) * T_COUNT;
    if (first >= S_FIRST && first < S_FIRST + S_COUNT && (first - S_FIRST) % T_COUNT == 0 &&
        second > T_FIRST && second < T_FIRST + T_COUNT)
        return first + (second - T_FIRST);
    uint32_t low = 0, high = assay_idna_compositions_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        const idna_composition *found = &assay_idna_compositions[assay_idna_compositions_by_pair[middle]];
        if (found->first == first && found->second == second)
            return found->composed;
        if (found->first < first || (found->first == first && found->second < second))
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

/* Writes the decomposition, at most four code points; returns how many. */
static size_t decompose(uint32_t point, uint32_t *out) {
    uint32_t marks[3];
    size_t count = 0, written = 0;
    const idna_composition *pair = composition_of(point);
    for (; pair && count < 3; pair = composition_of(point)) {
        marks[count++] = pair->second;
        point = pair->first;
    }
    out[written++] = point;
    while (count > 0)
        out[written++] = marks[--count];
    return written;
}

static uint32_t class_of(uint32_t point) {
    uint32_t properties = assay_idna_properties(point);
    return properties == IDNA_NOT_ALLOWED ? 0 : IDNA_COMBINING_CLASS(properties);
}

/* Marks in a row in the order of their classes, those of one class as they were. */
static void order_marks(uint32_t *points, size_t count) {
    for (size_t i = 1; i < count; i++) {
        uint32_t point = points[i], class = class_of(point);
        size_t at = i;
        for (; class > 0 && at > 0 && class_of(points[at - 1]) > class; at--)
            points[at] = points[at - 1];
        points[at] = point;
    }
}

size_t assay_idna_compose(const uint32_t *points, size_t count, uint32_t *composed) {
    size_t length = 0, written = 0, starter = SIZE_MAX;
    for (size_t i = 0; i < count; i++)
        length += decompose(points[i], composed + length);
    order_marks(composed, length);
    /* What is written is never ahead of what is read. */
    uint32_t last_class = 0;
    for (size_t i = 0; i < length; i++) {
        uint32_t class = class_of(composed[i]);
        bool adjacent = starter != SIZE_MAX && written == starter + 1;
        if (starter != SIZE_MAX && (adjacent || (last_class < class && last_class != 0))) {
            uint32_t one = composed_of(composed[starter], composed[i]);
            if (one) {
                composed[starter] = one;
                continue;
            }
        }
        if (class == 0)
            starter = written;
        last_class = class;
        composed[written++] = composed[i];
    }
    return written;
}
