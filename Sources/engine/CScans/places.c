// SPDX-License-Identifier: Apache-2.0
//
// Finds out whether a program depends on each byte by its place alone.

#include "assay_scans.h"

#include <string.h>

enum { LENGTHS = ASSAY_SCAN_LONGEST + 1, PATHS = 16, GROUPS = 8, HALVES = 16 };

// What a byte has to be: a class by its number, one byte, or anything.
typedef uint16_t byte_set;
enum { ANY = UINT16_MAX, ONE_BYTE = 0x100 };

// The bytes of a set: a row of lower halves for each upper half.
typedef struct {
    uint16_t rows[HALVES];
} byte_table;

// The texts that one way through the program says yes to: of each place, what its byte has to be, and what it
// must not be (ANY: nothing).
typedef struct {
    uint64_t lengths;
    byte_set sets[LENGTHS], forbidden[LENGTHS];
} path;

static byte_table table_of(const assay_scan *scan, byte_set set) {
    byte_table table = {{0}};
    for (unsigned high = 0; high < HALVES; high++) {
        if (set == ANY)
            table.rows[high] = UINT16_MAX;
        else if (set >= ONE_BYTE)
            table.rows[high] = high == (set >> 4 & 15) ? (uint16_t)(1u << (set & 15)) : 0;
        else if (high >= HALVES / 2)
            table.rows[high] = (uint16_t)scan->beyond[set];
        else
            for (unsigned low = 0; low < HALVES; low++)
                table.rows[high] |= (uint16_t)((scan->low[set][low] >> high & 1) << low);
    }
    return table;
}

static bool are_disjoint(const assay_scan *scan, byte_set one, byte_set other) {
    const byte_table table = table_of(scan, one), more = table_of(scan, other);
    for (unsigned high = 0; high < HALVES; high++) {
        if (table.rows[high] & more.rows[high])
            return false;
    }
    return true;
}

// The lengths from `least` to `most`, as a bit each.
static uint64_t lengths_between(unsigned least, unsigned most) {
    if (least >= LENGTHS)
        return 0;
    const uint64_t from = ~UINT64_C(0) << least;
    return most < LENGTHS - 1 ? from & ((UINT64_C(1) << (most + 1)) - 1) : from;
}

static unsigned longest(uint64_t lengths) { return lengths ? 63 - (unsigned)__builtin_clzll(lengths) : 0; }

// Demands a set of `count` places from `place` on; false: something else is known of one.
static bool demand(const assay_scan *scan, path *path, unsigned place, unsigned count, byte_set set) {
    for (unsigned at = place; at < place + count && at < LENGTHS; at++) {
        if (path->sets[at] != ANY && path->sets[at] != set)
            return false;
        if (path->forbidden[at] != ANY && !are_disjoint(scan, path->forbidden[at], set))
            return false;
        path->sets[at] = set;
    }
    return true;
}

// Demands a byte of a set at a place: shorter texts have none there.
static bool demand_byte(const assay_scan *scan, path *path, unsigned place, byte_set set) {
    path->lengths &= lengths_between(place + 1, LENGTHS);
    return demand(scan, path, place, 1, set);
}

// Forbids a set at a place; false: the place may be of it, or another set is forbidden already.
static bool forbid(const assay_scan *scan, path *path, unsigned place, byte_set set) {
    if (path->sets[place] != ANY)
        return are_disjoint(scan, path->sets[place], set);
    if (path->forbidden[place] != ANY && path->forbidden[place] != set)
        return false;
    path->forbidden[place] = set;
    return true;
}

// What the paths that were followed to their ends say yes to.
typedef struct {
    const assay_scan *scan;
    path found;
    unsigned path_count;
} search;

// Adds a path to those found; false: it has other demands of a place.
static bool add(search *search, const path *path) {
    if (path->lengths == 0)
        return true;
    const unsigned known = longest(search->found.lengths), length = longest(path->lengths);
    for (unsigned place = 0; place < length; place++) {
        if (path->sets[place] == ANY && path->forbidden[place] != ANY)
            return false;
        if (place < known && search->found.sets[place] != path->sets[place])
            return false;
        search->found.sets[place] = path->sets[place];
    }
    search->found.lengths |= path->lengths;
    return ++search->path_count <= PATHS;
}

static bool follow(search *search, unsigned number, unsigned place, path path);

// Ends a program at one of some lengths: the next one begins, or the path is complete.
static bool end(search *search, const assay_scan_step *step, uint64_t lengths, path *path) {
    path->lengths &= lengths;
    return step->target ? follow(search, step->target, 0, *path) : add(search, path);
}

static bool follow_run(search *search, unsigned number, unsigned place, path *path) {
    const assay_scan_step *steps = search->scan->steps, *run = steps + number;
    if (run->least == run->most)
        return demand(search->scan, path, place, run->least, run->class_number) &&
               follow(search, number + 1, place + run->least, *path);
    unsigned next = number + 1;
    while (steps[next].operation == ASSAY_SCAN_JUMP)
        next = steps[next].target;
    // As many bytes as there are: only the end of the text makes that a matter of places.
    return steps[next].operation == ASSAY_SCAN_END &&
           demand(search->scan, path, place, run->most, run->class_number) &&
           end(search, steps + next, lengths_between(place + run->least, place + run->most), path);
}

// Goes on at the step `with` if a byte of a class is next, at the step `without` otherwise.
static bool follow_both(search *search, byte_set class, unsigned with, unsigned without, unsigned place,
                        const path *known) {
    path one = *known, other = *known;
    return demand_byte(search->scan, &one, place, class) && follow(search, with, place, one) &&
           forbid(search->scan, &other, place, class) && follow(search, without, place, other);
}

static bool follow_literal(search *search, unsigned number, unsigned place, path *path) {
    const assay_scan_step *step = search->scan->steps + number;
    for (unsigned at = 0; at < step->least; at++) {
        const uint8_t byte = (uint8_t)(step->places >> 8 * at);
        if (!demand_byte(search->scan, path, place + at, ONE_BYTE | byte))
            return false;
    }
    return follow(search, number + 1, place + step->least, *path);
}

static bool follow_places(search *search, unsigned number, unsigned place, path *path) {
    const assay_scan_step *step = search->scan->steps + number;
    for (unsigned at = 0; at < LENGTHS; at++) {
        if (step->places >> at & 1 && !demand_byte(search->scan, path, place + at, step->class_number))
            return false;
    }
    return follow(search, number + 1, place + step->least, *path);
}

// Follows all paths from a step on, at a place of the text; false: places do not decide what they say yes to.
static bool follow(search *search, unsigned number, unsigned place, path path) {
    const assay_scan_step *step = search->scan->steps + number;
    // No text is that long.
    if (place >= LENGTHS)
        return true;
    switch (step->operation) {
    case ASSAY_SCAN_END:
        return end(search, step, UINT64_C(1) << place, &path);
    case ASSAY_SCAN_YES:
        return end(search, step, lengths_between(place, LENGTHS), &path);
    case ASSAY_SCAN_RUN:
        return follow_run(search, number, place, &path);
    case ASSAY_SCAN_PLACES:
        return follow_places(search, number, place, &path);
    case ASSAY_SCAN_LITERAL:
        return follow_literal(search, number, place, &path);
    case ASSAY_SCAN_UNLESS:
        return follow_both(search, step->class_number, number + 1, step->target, place, &path);
    case ASSAY_SCAN_IF:
        return follow_both(search, step->class_number, step->target, number + 1, place, &path);
    case ASSAY_SCAN_JUMP:
        return follow(search, step->target, place, path);
    default:
        return false;
    }
}

// The group of the bytes whose lower halves are those of `lower`, and whose upper halves are those of
// `upper`, added where there is none; 0 where there is no room.
static uint8_t group_of(assay_scan_places *places, uint16_t lower, uint16_t upper) {
    for (unsigned group = 0; group < GROUPS; group++) {
        uint16_t known_lower = 0, known_upper = 0;
        for (unsigned half = 0; half < HALVES; half++) {
            known_lower |= (uint16_t)((places->low[half] >> group & 1) << half);
            known_upper |= (uint16_t)((places->high[half] >> group & 1) << half);
        }
        if (known_lower == 0) {
            for (unsigned half = 0; half < HALVES; half++) {
                places->low[half] |= (uint8_t)((lower >> half & 1) << group);
                places->high[half] |= (uint8_t)((upper >> half & 1) << group);
            }
        } else if (known_lower != lower || known_upper != upper) {
            continue;
        }
        return (uint8_t)(1u << group);
    }
    return 0;
}

// The groups that a set consists of, one for each row of lower halves; 0 where there is no room for them.
static uint8_t groups_of(assay_scan_places *places, const byte_table *table) {
    uint8_t groups = 0;
    uint16_t done = 0;
    for (unsigned high = 0; high < HALVES; high++) {
        if (table->rows[high] == 0 || done >> high & 1)
            continue;
        uint16_t upper = 0;
        for (unsigned other = high; other < HALVES; other++)
            upper |= (uint16_t)((table->rows[other] == table->rows[high]) << other);
        const uint8_t group = group_of(places, table->rows[high], upper);
        if (group == 0)
            return 0;
        groups |= group;
        done |= upper;
    }
    return groups;
}

void assay_scan_find_places(assay_scan *scan) {
    memset(&scan->places, 0, sizeof scan->places);
    path all = {.lengths = ~UINT64_C(0)};
    for (unsigned place = 0; place < LENGTHS; place++)
        all.sets[place] = all.forbidden[place] = ANY;
    search search = {.scan = scan, .found = all};
    search.found.lengths = 0;
    if (!follow(&search, 0, 0, all))
        return;
    assay_scan_places places = {.lengths = search.found.lengths};
    for (unsigned place = 0; place < longest(places.lengths); place++) {
        const byte_set set = search.found.sets[place];
        if (place > 0 && search.found.sets[place - 1] == set) {
            places.groups[place] = places.groups[place - 1];
            continue;
        }
        const byte_table table = table_of(scan, set);
        places.groups[place] = groups_of(&places, &table);
        if (places.groups[place] == 0)
            return;
    }
    scan->places = places;
}
