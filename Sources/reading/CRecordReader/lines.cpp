// SPDX-License-Identifier: Apache-2.0
#include "byte_count.hpp"
#include "record_locate.h"
#include "record_splitters.h"
#include "structural_index.hpp"

uint64_t reader_line_start(const uint8_t *bytes, uint64_t offset) noexcept {
    const void *found = memrchr(bytes, '\n', offset);
    return found ? static_cast<uint64_t>(static_cast<const uint8_t *>(found) - bytes) + 1 : 0;
}

uint64_t reader_count_line_breaks(const uint8_t *bytes, uint64_t length) noexcept {
    return reader::count_bytes<reader::LineFeed>(bytes, length);
}

uint64_t reader_count_code_points(const uint8_t *bytes, uint64_t length) noexcept {
    return length - reader::count_bytes<reader::Continuation>(bytes, length);
}

uint64_t reader_count_text(const uint8_t *bytes, uint64_t length, uint64_t *line_breaks) noexcept {
    const reader::TwoCounts counts = reader::count_two<reader::LineFeed, reader::Continuation>(bytes, length);
    *line_breaks = counts.first;
    return length - counts.second;
}

int32_t reader_is_utf8(const uint8_t *bytes, uint64_t length) noexcept {
    return length == 0 || reader::is_utf8(bytes, length);
}

uint64_t reader_lines_end(const uint8_t *data, uint64_t length, uint64_t most) noexcept {
    const uint64_t step = 4096;
    uint64_t start = 0;
    for (; start < length; start += step) {
        const uint64_t rest = length - start < step ? length - start : step;
        const uint64_t breaks = reader::count_bytes<reader::LineFeed>(data + start, rest);
        if (breaks >= most)
            break;
        most -= breaks;
    }
    while (start < length && most > 0) {
        const void *found = std::memchr(data + start, '\n', length - start);
        if (!found)
            return length;
        start = static_cast<uint64_t>(static_cast<const uint8_t *>(found) - data) + 1;
        most--;
    }
    return start < length ? start : length;
}
