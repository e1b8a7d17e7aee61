// SPDX-License-Identifier: Apache-2.0
//
// Finds the bytes of one value in the bytes of its record: for reports, which need positions only where
// something is wrong. Reads nothing outside the record, needs no padding, allocates nothing.
#ifndef RECORD_LOCATE_H
#define RECORD_LOCATE_H
#include <stdint.h>

#include "assay_plugin.h"
#include "record_dialect.h"

#ifdef __cplusplus
#define READER_LOCATE_NOEXCEPT noexcept
extern "C" {
#else
#define READER_LOCATE_NOEXCEPT
#endif

// One step of a path: into an object by key (escapes resolved), or into an array.
typedef struct reader_step {
    assay_str key;  // when is_index is 0
    uint64_t index; // when is_index is 1
    uint32_t is_index;
    uint32_t reserved;
} reader_step;

typedef struct reader_range {
    uint64_t offset; // in the record
    uint64_t length;
} reader_range;

// Follows `path` and gives the range of the value. Where a key appears twice, the last one counts, as in the
// columns. Returns how many steps were found: less than `count` means that *range is the deepest container on
// the way, with no steps found the whole record. The record is one that was parsed without error; for others
// the range is a guess within the record.
uint32_t reader_locate_json(const uint8_t *record, uint64_t length, const reader_step *path, uint32_t count,
                            reader_range *range) READER_LOCATE_NOEXCEPT;

// As reader_locate_json and reader_locate_csv, for many values of one record: it is read once, whatever the
// number of values, and remembered until the next `reader_places_enter`. Takes up to 24 bytes for each part
// of a container on the paths.
typedef struct reader_places reader_places;

// NULL: no memory.
reader_places *reader_places_create(void) READER_LOCATE_NOEXCEPT;
void reader_places_destroy(reader_places *places) READER_LOCATE_NOEXCEPT;

// Begins with a record, which must stay until the next one.
void reader_places_enter(reader_places *places, const uint8_t *record,
                         uint64_t length) READER_LOCATE_NOEXCEPT;

uint32_t reader_places_json(reader_places *places, const reader_step *path, uint32_t count,
                            reader_range *range) READER_LOCATE_NOEXCEPT;
uint32_t reader_places_csv(reader_places *places, const reader_csv_dialect *dialect, uint32_t cell,
                           reader_range *range) READER_LOCATE_NOEXCEPT;

// Gives the JSON Pointers of keys of one well-formed record, in one pass over it.
typedef struct reader_pointer_walk reader_pointer_walk;

// What leads to the object of a key is cut to the tokens that fit in `longest` bytes: the pointer is then
// that of a container around the key. NULL: no memory.
reader_pointer_walk *reader_pointer_walk_create(const uint8_t *record, uint64_t length,
                                                uint64_t longest) READER_LOCATE_NOEXCEPT;
void reader_pointer_walk_destroy(reader_pointer_walk *walk) READER_LOCATE_NOEXCEPT;

// The pointer of the key whose opening quote is at `offset`, which is after that of the call before; valid
// until the next call. Empty: there is no such key, or no memory.
assay_str reader_pointer_walk_to(reader_pointer_walk *walk, uint64_t offset) READER_LOCATE_NOEXCEPT;

// The start of the line that the byte at `offset` is in, which may be the one after the last.
uint64_t reader_line_start(const uint8_t *bytes, uint64_t offset) READER_LOCATE_NOEXCEPT;

// Line feeds among the bytes.
uint64_t reader_count_line_breaks(const uint8_t *bytes, uint64_t length) READER_LOCATE_NOEXCEPT;

// Code points in text that is valid UTF-8.
uint64_t reader_count_code_points(const uint8_t *bytes, uint64_t length) READER_LOCATE_NOEXCEPT;

// Code points in text that is valid UTF-8, and its line feeds. 16 bytes are readable after it.
uint64_t reader_count_text(const uint8_t *bytes, uint64_t length,
                           uint64_t *line_breaks) READER_LOCATE_NOEXCEPT;

// 1 if the bytes are UTF-8, else 0.
int32_t reader_is_utf8(const uint8_t *bytes, uint64_t length) READER_LOCATE_NOEXCEPT;

// Gives the range of a cell, with its quotes and without spaces that are left out. Returns 1, or 0 with the
// range of the whole record when it has fewer cells.
uint32_t reader_locate_csv(const uint8_t *record, uint64_t length, const reader_csv_dialect *dialect,
                           uint32_t cell, reader_range *range) READER_LOCATE_NOEXCEPT;

#ifdef __cplusplus
}
#endif
#endif
