// SPDX-License-Identifier: Apache-2.0
//
// A TOML document as a sequence of values with their places. One thread at a time for each call.
#ifndef TOML_EVENTS_H
#define TOML_EVENTS_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define TOML_EVENTS_NOEXCEPT noexcept
extern "C" {
#else
#define TOML_EVENTS_NOEXCEPT
#endif

typedef enum toml_kind {
    TOML_TABLE, // its members follow, in the order of their keys, then TOML_END
    TOML_ARRAY, // its elements follow, then TOML_END
    TOML_END,
    TOML_STRING,
    TOML_INTEGER,
    TOML_FLOAT,
    TOML_BOOLEAN,
    TOML_DATE // of any kind
} toml_kind;

typedef struct toml_text {
    const char *start; // UTF-8, not terminated; valid during the call
    size_t count;
} toml_text;

typedef struct toml_place {
    uint32_t line;   // from 1; 0: unknown
    uint32_t column; // in code points, from 1
} toml_place;

typedef struct toml_event {
    toml_kind kind;
    toml_text key; // NULL for elements, ends and the document itself
    toml_place key_place;
    toml_place place;
    toml_text text;  // of a string
    int64_t integer; // of an integer and of a boolean
    double number;   // of a float
} toml_event;

typedef struct toml_error {
    toml_place place;
    char message[256]; // terminated, cut
} toml_error;

typedef void (*toml_visitor)(void *context, const toml_event *event);

// Reads a document and calls `visit` for each value of it; returns 0, or -1 with `error` and no calls.
int toml_read(const char *bytes, size_t count, void *context, toml_visitor visit,
              toml_error *error) TOML_EVENTS_NOEXCEPT;

#ifdef __cplusplus
}
#endif
#endif
