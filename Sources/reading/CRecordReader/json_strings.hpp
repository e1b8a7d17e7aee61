// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "arena.hpp"
#include "assay_plugin.h"

namespace reader {

// Resolves the escapes of the text of a JSON string, without its quotes. UTF-8 and the absence of control
// characters have been checked. May read 15 bytes after the text.
struct Unescaped {
    enum class Outcome { done, invalid, no_memory } outcome;
    const uint8_t *text; // in the arena, 32 readable bytes after it
    uint64_t length;
    bool is_ascii;
};
Unescaped unescape(const uint8_t *text, uint64_t length, Arena &arena);

// One escape, which starts at the backslash `p`.
struct Escape {
    uint32_t code_point;
    uint32_t length; // in the source; 0: invalid
};
Escape read_escape(const uint8_t *p, const uint8_t *end);

// Writes the UTF-8 form, at most 4 bytes, and returns its length.
uint32_t write_utf8(uint32_t code_point, uint8_t *out);

} // namespace reader
