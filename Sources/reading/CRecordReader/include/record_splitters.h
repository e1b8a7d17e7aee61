// SPDX-License-Identifier: Apache-2.0
//
// Splitters find the extents of records in a stream that comes in buffers of any size. They keep a fixed
// amount of state and see each byte once. Offsets count from the start of the stream. One thread at a time.
#ifndef RECORD_SPLITTERS_H
#define RECORD_SPLITTERS_H
#include <stdint.h>

#include "record_dialect.h"

#ifdef __cplusplus
#define READER_SPLIT_NOEXCEPT noexcept
extern "C" {
#else
#define READER_SPLIT_NOEXCEPT
#endif

// ---- a JSON file: one array, whose elements are the records, or one object, which is the only record
// -----------

typedef struct reader_extent {
    uint64_t offset; // of the element or of the error
    uint64_t length; // 0 for a error
    uint64_t line;   // of `offset`, from 0
    uint32_t reason; // READER_OK: an element; else a error between elements
    uint32_t reserved;
} reader_extent;

typedef struct reader_extents {
    const reader_extent *items; // in the order of the file; valid until the next call on the splitter
    uint64_t count;
} reader_extents;

typedef struct reader_json_splitter reader_json_splitter;

// NULL: no memory.
reader_json_splitter *reader_json_splitter_create(void) READER_SPLIT_NOEXCEPT;
void reader_json_splitter_destroy(reader_json_splitter *splitter) READER_SPLIT_NOEXCEPT;

// Reads the next bytes of the file (without byte order mark) and gives the elements that end in them. An
// element is not validated: parse it as a document. In a malformed one a closing bracket ends what it can
// match, and a line break ends an open string, so that the elements after it are found again. Returns 0 or
// READER_E_NO_MEMORY.
int32_t reader_json_splitter_feed(reader_json_splitter *splitter, const uint8_t *data, uint64_t length,
                                  reader_extents *extents) READER_SPLIT_NOEXCEPT;

// As reader_json_splitter_feed, but stops when it has found `most` extents, or a few more that belong to the
// same byte, and after the comma of the last element. *seen is how many bytes it has read: feed it the rest
// next.
int32_t reader_json_splitter_feed_some(reader_json_splitter *splitter, const uint8_t *data, uint64_t length,
                                       uint64_t most, uint64_t *seen,
                                       reader_extents *extents) READER_SPLIT_NOEXCEPT;

// Says that the file has ended; gives what was still open.
int32_t reader_json_splitter_finish(reader_json_splitter *splitter,
                                    reader_extents *extents) READER_SPLIT_NOEXCEPT;

// Bytes before this offset are not needed any more: the start of the element that is open, or the bytes fed
// so far.
uint64_t reader_json_splitter_needed_from(const reader_json_splitter *splitter) READER_SPLIT_NOEXCEPT;

// ---- CSV: records end at a line feed outside quotes
// --------------------------------------------------------------

// Plain data: copy it to go back. All zero but for `dialect` at the start of a file.
typedef struct reader_csv_splitter {
    reader_csv_dialect dialect;
    // 1: inside a quoted cell, 2: after a quote that ends the cell or escapes the next one. In a dialect that
    // is not RFC 4180 there are further states, and only this one counts.
    uint8_t in_quotes;
    uint8_t previous; // the last byte seen
    uint8_t has_started;
} reader_csv_splitter;

// Reads the next bytes. Returns how many of them, from the first, belong to records that are complete (up to
// and including the last line feed outside quotes), or 0. The bytes after that have been seen: do not feed
// them again.
uint64_t reader_csv_split(reader_csv_splitter *splitter, const uint8_t *data,
                          uint64_t length) READER_SPLIT_NOEXCEPT;

// As reader_csv_split, but stops after the first record: for the header. Feed the rest with the same
// splitter.
uint64_t reader_csv_split_first(reader_csv_splitter *splitter, const uint8_t *data,
                                uint64_t length) READER_SPLIT_NOEXCEPT;

// As reader_csv_split, but stops after `most` records, at least one. *seen is how many bytes it has read:
// feed it the rest next.
uint64_t reader_csv_split_some(reader_csv_splitter *splitter, const uint8_t *data, uint64_t length,
                               uint64_t most, uint64_t *seen) READER_SPLIT_NOEXCEPT;

// ---- NDJSON: records end at a line feed
// --------------------------------------------------------------

// Where the first `most` lines end, after their line feeds; the length if there are fewer.
uint64_t reader_lines_end(const uint8_t *data, uint64_t length, uint64_t most) READER_SPLIT_NOEXCEPT;

#ifdef __cplusplus
}
#endif
#endif
