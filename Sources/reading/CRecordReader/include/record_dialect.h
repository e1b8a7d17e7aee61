// SPDX-License-Identifier: Apache-2.0
//
// How a CSV input is written, where it is not written as RFC 4180 says.
#ifndef RECORD_DIALECT_H
#define RECORD_DIALECT_H
#include <stdint.h>

#ifdef __cplusplus
#define READER_DIALECT_NOEXCEPT noexcept
extern "C" {
#else
#define READER_DIALECT_NOEXCEPT
#endif

// reader_csv_dialect.flags
#define READER_CSV_NO_QUOTES (1u << 0)    // a quote is text
#define READER_CSV_LAZY_QUOTES (1u << 1)  // a quote that neither opens nor ends a cell is text
#define READER_CSV_SKIP_SPACE (1u << 2)   // spaces and tabs before a cell are left out
#define READER_CSV_SINGLE_LINE (1u << 3)  // a line end always ends the record
#define READER_CSV_COUNT_QUOTES (1u << 4) // with READER_CSV_NO_QUOTES: count cells that begin with "

// All zero but for the delimiter is RFC 4180. The characters are ASCII, differ, and are neither CR nor LF.
typedef struct reader_csv_dialect {
    uint8_t delimiter;
    uint8_t quote;   // 0: the double quote
    uint8_t escape;  // takes the meaning from the character after it; 0: none
    uint8_t comment; // begins a line that is no record; 0: none
    uint8_t flags;
} reader_csv_dialect;

// No quote is open.
#define READER_NO_QUOTE UINT64_MAX

// Reads the beginning of a record. Gives the offset of the quote that is open after it, or READER_NO_QUOTE.
uint64_t reader_csv_open_quote(const reader_csv_dialect *dialect, const uint8_t *record,
                               uint64_t length) READER_DIALECT_NOEXCEPT;

// What is known after a byte: reader_csv_step, bits 0 to 7
#define READER_CSV_ENDS_CELL 3u
#define READER_CSV_ENDS_RECORD 4u
#define READER_CSV_ENDS_COMMENT 5u
#define READER_CSV_ENDS_IN_QUOTES 8u // ends a record, inside of quotes
// Bits 8 and up: which bytes are text of the cell
#define READER_CSV_THIS_BYTE (1u << 8)
#define READER_CSV_BYTE_BEFORE (1u << 9)

// Reads one byte, for callers that read few of them. *state is 0 where a record begins.
uint32_t reader_csv_step(const reader_csv_dialect *dialect, uint8_t *state,
                         uint8_t byte) READER_DIALECT_NOEXCEPT;

#ifdef __cplusplus
}
#endif
#endif
