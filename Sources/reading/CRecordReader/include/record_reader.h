// SPDX-License-Identifier: Apache-2.0
//
// record_reader.h: turns text (NDJSON, JSON, CSV) into columns of `assay_value`.
//
// The way of a file: a *splitter* (record_splitters.h) finds where records end, so that the caller can hand
// over whole records; a *parser* fills a *batch* with a row for each record; a *projection* says which keys
// become columns. `reader_locate_json` and `reader_locate_csv` (record_locate.h) find a value's bytes again.
//
// Threads: a projection and a layout are immutable and may be shared. A parser belongs to one thread at a
// time. Ownership: a batch points into its parser and into the text that was parsed; it is valid until the
// next parse call on that parser, or until the text or the projection goes. Nothing throws. Functions return
// 0 or a negative READER_E_ number.
#ifndef RECORD_READER_H
#define RECORD_READER_H
#include <stdint.h>

#include "assay_plugin.h"
#include "record_dialect.h"
#include "record_locate.h"
#include "record_reasons.h"
#include "record_splitters.h"

#ifdef __cplusplus
#define READER_NOEXCEPT noexcept
extern "C" {
#else
#define READER_NOEXCEPT
#endif

#define READER_E_PARAM (-1)     // too little padding, a NULL pointer, a wrong delimiter
#define READER_E_NO_MEMORY (-2) // nothing of the batch may be used
#define READER_E_TOO_LARGE (-3) // a chunk of 4 GiB or more

// Bytes after a chunk that must be readable, whatever they hold.
#define READER_PADDING 64u

// A column index that means: none.
#define READER_NO_COLUMN UINT32_MAX

// A cell index that means: none.
#define READER_NO_CELL UINT32_MAX

// Depth of nesting that a parser accepts unless told otherwise; the record itself is depth 1.
#define READER_DEFAULT_DEPTH 64u
#define READER_MAXIMUM_DEPTH 1024u

// ---- projection ----------------------------------------------------------------------------------------

// reader_projection_create, flags
#define READER_REPORT_UNKNOWN_KEYS (1u << 0) // list keys that are no column as issues

typedef struct reader_projection reader_projection;

// Makes a projection in which `keys[i]` is column i. Keys are compared byte by byte after JSON escapes are
// resolved; they are copied. NULL: no memory, or the same key twice.
reader_projection *reader_projection_create(const assay_str *keys, uint32_t count,
                                            uint32_t flags) READER_NOEXCEPT;
void reader_projection_destroy(reader_projection *projection) READER_NOEXCEPT;

// ---- batch
// -------------------------------------------------------------------------------------------------

// One record. A malformed record has a row too, so that record numbers stay right; its columns are ABSENT.
typedef struct reader_row {
    uint64_t offset;       // of the record's first byte, in the chunk; white space around it is left out
    uint64_t length;       // in bytes
    uint64_t error_offset; // malformed: where, in the chunk
    uint32_t line;         // of the record's first byte; 0 is the chunk's first line
    uint32_t reason;       // READER_OK or why the record is malformed
    uint32_t expected;     // READER_CELL_COUNT: cells of the header
    uint32_t found;        // READER_CELL_COUNT: cells of the record
} reader_row;

// reader_issue.kind
#define READER_DUPLICATE_KEY 1u // a column's key, or a key of a nested object, is repeated
#define READER_UNKNOWN_KEY 2u   // a key of the record that is no column

// Something to report about a well-formed record; ordered by row, then by offset.
typedef struct reader_issue {
    uint32_t row;
    uint32_t kind;
    uint64_t offset;    // of the key's opening quote, in the chunk
    assay_str key;      // escapes resolved
    uint32_t is_nested; // 1: the key is one of an object inside the record
    uint32_t reserved;
} reader_issue;

// Cells of a CSV chunk that have something in common.
typedef struct reader_cells {
    uint32_t count;
    uint32_t first_row;
    uint64_t first_offset; // of the first one, in the chunk, with its quote
    uint64_t line_count;   // lines of the first one
} reader_cells;

typedef struct reader_batch {
    uint32_t row_count;
    uint32_t column_count;
    uint32_t issue_count;
    uint32_t line_count;               // line breaks in the chunk
    const assay_value *const *columns; // columns[c][row]
    const reader_row *rows;
    const reader_issue *issues;
    uint32_t comment_count;   // CSV: lines that are comments
    reader_cells broken;      // CSV: cells of more than one line; those after the second may be left out
    reader_cells quoted_text; // READER_CSV_COUNT_QUOTES
} reader_batch;

// ---- parser
// ------------------------------------------------------------------------------------------------

typedef struct reader_parser reader_parser;

// A parser keeps its memory until it is destroyed: 4 bytes for each token of the largest chunk, 24 for each
// column and row, and what arrays, objects and unescaped strings need, at worst some 50 times the text
// ("[1,1,1,..."). A caller that must bound its memory bounds the length of records and chunks.

// `max_depth` is clamped to 1 ... READER_MAXIMUM_DEPTH; 0 means READER_DEFAULT_DEPTH. NULL: no memory.
reader_parser *reader_parser_create(uint32_t max_depth) READER_NOEXCEPT;
void reader_parser_destroy(reader_parser *parser) READER_NOEXCEPT;

// A JSON record with more keys than `most`, those of nested objects included, is malformed from now on. Its
// values are not read.
void reader_parser_limit_keys(reader_parser *parser, uint64_t most) READER_NOEXCEPT;

// Bytes of memory that the parser keeps for the next call.
uint64_t reader_parser_memory(const reader_parser *parser) READER_NOEXCEPT;

// How all of the functions below represent values:
// - A key that the record lacks is ABSENT. A repeated key has its last value and an issue; in
// a
//   nested object the member keeps its first place and has the last value.
// - Strings are borrowed from the text unless they contain escapes. ASSAY_FLAG_ASCII is always exact.
// - Integers are I64, U64 above INT64_MAX, and F64 beyond 64 bits. Numbers with fraction or exponent, and -0,
// are
//   F64, rounded correctly. Every F64 has ASSAY_FLAG_SOURCE_TEXT, unless its text is 16 MiB or longer.
//   A number beyond the range of a double is a DECIMAL; one that is too small for a double is 0 with its
//   text.
// - Values of other keys are validated just as strictly, but not kept; repeated keys in them are not noticed.

// Parses lines, each of which is one record or blank. A line ends with LF or CRLF, the last one maybe at the
// end. `data` must be readable up to `capacity` >= `length` + READER_PADDING bytes.
int32_t reader_parse_ndjson(reader_parser *parser, const reader_projection *projection, const uint8_t *data,
                            uint64_t length, uint64_t capacity, reader_batch *batch) READER_NOEXCEPT;

// Parses elements of one text as records, of which each is a row: they are in the order of the text, may
// touch each other, and are not validated yet. What is between them is not looked at. The line of an element
// is that in the chunk, and its reason is not used. line_count is 0. Padding as above.
int32_t reader_parse_elements(reader_parser *parser, const reader_projection *projection, const uint8_t *data,
                              uint64_t length, uint64_t capacity, const reader_extent *elements,
                              uint64_t count, reader_batch *batch) READER_NOEXCEPT;

// Parses one JSON document, over any number of lines: always one row. White space alone is READER_EMPTY.
// line_count is 0.
int32_t reader_parse_document(reader_parser *parser, const reader_projection *projection, const uint8_t *data,
                              uint64_t length, uint64_t capacity, reader_batch *batch) READER_NOEXCEPT;

// Has the processor fetch the beginning of a document, which is about to be parsed.
void reader_fetch(const uint8_t *data, uint64_t length) READER_NOEXCEPT;

// Gives the range of a column's value in the document that was parsed by the last call on the parser, and is
// still there. Returns 1, or 0 with the range of the record where it lacks the key, and with an empty one
// where the document is malformed.
uint32_t reader_locate_column(const reader_parser *parser, const uint8_t *data, uint32_t column,
                              reader_range *range) READER_NOEXCEPT;

// 3 when the text starts with a UTF-8 byte order mark, which the caller leaves out, else 0.
uint64_t reader_bom_length(const uint8_t *data, uint64_t length) READER_NOEXCEPT;

// ---- CSV (RFC 4180)
// ----------------------------------------------------------------------------------------

// Which cell of a CSV file goes to which column.
typedef struct reader_csv_layout reader_csv_layout;

// Reads a header: one record, with or without its line break and without a byte order mark. On success
// *layout is the new layout. When the header itself is malformed *layout is NULL, *row says why, and the
// result is 0. A repeated name is not used: the first cell with it is the column,
// reader_csv_cell_is_duplicate tells. `projection` must outlive the layout.
int32_t reader_csv_layout_create(const reader_projection *projection, const uint8_t *data, uint64_t length,
                                 const reader_csv_dialect *dialect, reader_csv_layout **layout,
                                 reader_row *row) READER_NOEXCEPT;
void reader_csv_layout_destroy(reader_csv_layout *layout) READER_NOEXCEPT;

// Says which texts of a cell mean that there is no value, as an empty cell does. They are copied. For a
// layout that no thread uses yet. Returns 0 or READER_E_NO_MEMORY.
int32_t reader_csv_layout_set_nulls(reader_csv_layout *layout, const assay_str *texts,
                                    uint32_t count) READER_NOEXCEPT;

uint32_t reader_csv_cell_count(const reader_csv_layout *layout) READER_NOEXCEPT;
// The name of a cell, borrowed from the layout; empty for an index that does not exist.
assay_str reader_csv_cell_name(const reader_csv_layout *layout, uint32_t cell) READER_NOEXCEPT;
// The column that a cell fills, or READER_NO_COLUMN.
uint32_t reader_csv_cell_column(const reader_csv_layout *layout, uint32_t cell) READER_NOEXCEPT;
// The first cell with this name, or READER_NO_CELL.
uint32_t reader_csv_find_cell(const reader_csv_layout *layout, assay_str name) READER_NOEXCEPT;
int32_t reader_csv_cell_is_duplicate(const reader_csv_layout *layout, uint32_t cell) READER_NOEXCEPT;

// A flag of a value that is ABSENT although the record gives it, as a cell without a text. Whoever takes
// absent fields for unknown ones has to tell the two apart.
#define READER_GIVEN (1u << 31)

// Parses whole records (not the header). Cells are STR; an empty cell is ABSENT with the flag READER_GIVEN,
// quoted or not: text has no way to say "present but empty" that all writers share. Blank lines are no
// records, unless the header has one cell: then they are records whose cell is empty (RFC 4180). A record
// that is not as long as the header is malformed, and so is a carriage return that no line feed follows
// outside quotes. The chunk ends at a record's end or at the end of the file. Padding as in
// reader_parse_ndjson.
int32_t reader_parse_csv(reader_parser *parser, const reader_csv_layout *layout, const uint8_t *data,
                         uint64_t length, uint64_t capacity, reader_batch *batch) READER_NOEXCEPT;

#ifdef __cplusplus
}
#endif
#endif
