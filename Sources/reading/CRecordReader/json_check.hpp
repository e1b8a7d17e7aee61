// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace reader {

// What is wrong with a text.
struct Finding {
    uint32_t reason; // READER_OK or why
    uint64_t offset; // in the text
};

// Reads a text that should be one JSON object, byte by byte, and gives its first error. It accepts what
// JsonWalker accepts, exactly; it is slow and only asked about records that the walker rejected. `text` has
// no white space at its ends.
Finding check_json_record(const uint8_t *text, uint64_t length, uint32_t max_depth);

} // namespace reader
