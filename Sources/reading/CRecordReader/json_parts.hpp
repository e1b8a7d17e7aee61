// SPDX-License-Identifier: Apache-2.0
//
// Walks over the parts of a JSON text that was parsed without error, without reading outside it; of other
// texts it makes what it can.
#pragma once
#include "byte_scan.hpp"
#include "json_strings.hpp"

namespace reader {

struct Span {
    const uint8_t *start, *end;
};

inline const uint8_t *skip_space(const uint8_t *p, const uint8_t *end) {
    while (p < end && is_json_space(*p))
        p++;
    return p;
}

// From the opening quote to after the closing one. An odd number of backslashes makes a quote text.
inline const uint8_t *skip_string(const uint8_t *p, const uint8_t *end) {
    const uint8_t *const text = p + 1;
    for (p = text; p < end; p++) {
        p = static_cast<const uint8_t *>(std::memchr(p, '"', static_cast<size_t>(end - p)));
        if (!p)
            return end;
        const uint8_t *before = p;
        while (before > text && before[-1] == '\\')
            before--;
        if ((p - before) % 2 == 0)
            return p + 1;
    }
    return end;
}

inline const uint8_t *skip_container(const uint8_t *p, const uint8_t *end) {
    uint64_t depth = 0;
    while (p < end) {
        if (*p == '"') {
            p = skip_string(p, end);
            continue;
        }
        if (*p == '{' || *p == '[')
            depth++;
        if ((*p == '}' || *p == ']') && --depth == 0)
            return p + 1;
        p++;
    }
    return end;
}

inline const uint8_t *skip_value(const uint8_t *p, const uint8_t *end) {
    if (p == end)
        return end;
    if (*p == '"')
        return skip_string(p, end);
    if (*p == '{' || *p == '[')
        return skip_container(p, end);
    while (p < end && *p != ',' && *p != ']' && *p != '}' && !is_json_space(*p))
        p++;
    return p;
}

// Whether the text between the quotes of a JSON string is `key` when its escapes are resolved.
inline bool is_key(Span text, const assay_str &key) {
    const auto length = static_cast<size_t>(text.end - text.start);
    if (!std::memchr(text.start, '\\', length))
        return length == key.len && (length == 0 || std::memcmp(text.start, key.ptr, length) == 0);
    uint64_t matched = 0;
    for (const uint8_t *p = text.start; p < text.end;) {
        uint8_t bytes[4] = {*p};
        uint32_t count = 1, step = 1;
        if (*p == '\\') {
            const Escape escape = read_escape(p, text.end);
            if (!escape.length)
                return false;
            count = write_utf8(escape.code_point, bytes);
            step = escape.length;
        }
        if (key.len - matched < count || std::memcmp(key.ptr + matched, bytes, count) != 0)
            return false;
        matched += count;
        p += step;
    }
    return matched == key.len;
}

// Goes through the parts of a container: calls `visit(start, index)` for each and gets the end of the part.
template <class Visit> void for_each_part(Span container, Visit &&visit) {
    const uint8_t *end = container.end, *p = skip_space(container.start + 1, end);
    for (uint64_t index = 0; p < end && *p != ']' && *p != '}'; index++) {
        const uint8_t *after = visit(p, index);
        after = skip_space(after, end);
        if (after == end || *after != ',')
            return;
        p = skip_space(after + 1, end);
    }
}

// The parts of a member, of which `p` is the first byte. False: there is none.
struct MemberParts {
    Span key; // between the quotes
    Span value;
};
inline bool read_member(const uint8_t *p, const uint8_t *end, MemberParts &parts) {
    if (*p != '"')
        return false;
    const uint8_t *key_end = skip_string(p, end);
    const uint8_t *start = skip_space(key_end, end);
    if (start == end || *start != ':')
        return false;
    start = skip_space(start + 1, end);
    parts = {{p + 1, key_end - 1}, {start, skip_value(start, end)}};
    return true;
}

} // namespace reader
