// SPDX-License-Identifier: Apache-2.0
#include "json_walker.hpp"
#include "json_numbers.hpp"
#include "json_strings.hpp"
#include <algorithm>

namespace reader {

// ---- the record -------------------------------------------------------------------------------------------

// The slot of a key among the two that are expected next, or null. The second chance is for a record that
// lacks an optional key.
static inline ColumnSlot *expected_slot(ColumnSlot *next, const uint8_t *token, uint64_t length) {
    if (__builtin_expect(next->matches(token, length), 1))
        return next;
    return next->successor->matches(token, length) ? next->successor : nullptr;
}

// The hot loop: most members have the key that followed the one before in earlier records.
const uint32_t *JsonWalker::record(const uint32_t *at, uint32_t limit, uint32_t row) {
    const uint8_t *const data = data_;
    limit_ = limit;
    row_ = row;
    ColumnSlot *slot = parser_.slots.begin_record();
    if (data[*at] != '{')
        return nullptr;
    at++;
    if (*at < limit && data[*at] == '}')
        return at + 1;
    for (;;) {
        ColumnSlot *const expected = expected_slot(slot->successor, data + at[0], at[1] - at[0]);
        if (__builtin_expect(expected != nullptr, 1)) {
            slot = expected;
            if (__builtin_expect(!parser_.slots.note(*slot, at + 2), 0) && !report_duplicate(at, *slot))
                return nullptr;
            at = value<Use::keep>(at + 2, slot->start[row], 1);
        } else {
            at = unpredicted_member(at, slot);
        }
        if (__builtin_expect(!at, 0))
            return nullptr;
        const uint8_t c = data[*at];
        if (__builtin_expect(c != ',', 0))
            return c == '}' && *at < limit ? at + 1 : nullptr;
        at++;
    }
}

// Looks the key up. `slot` becomes its column's, if it has one, and is then expected there the next time.
const uint32_t *JsonWalker::unpredicted_member(const uint32_t *at, ColumnSlot *&slot) {
    if (*at >= limit_ || data_[at[0]] != '"' || data_[at[1]] != ':')
        return nullptr;
    assay_value key{};
    if (!string<Use::keep>(at, key))
        return nullptr;
    const uint32_t column = projection_.find(key.as.ptr, key.len);
    if (column == READER_NO_COLUMN)
        return unknown_member(at, {key.as.ptr, key.len});
    ColumnSlot &found = parser_.slots[column];
    slot = slot->successor = &found;
    if (!parser_.slots.note(found, at + 2) && !report_duplicate(at, found))
        return nullptr;
    return value<Use::keep>(at + 2, found.start[row_], 1);
}

bool JsonWalker::report_duplicate(const uint32_t *at, const ColumnSlot &slot) {
    const ProjectedKey &key = projection_.keys[slot.column];
    return add_issue(READER_DUPLICATE_KEY, at[0], {key.text, key.length}, false);
}

const uint32_t *JsonWalker::unknown_member(const uint32_t *at, const assay_str &key) {
    const bool report = projection_.flags & READER_REPORT_UNKNOWN_KEYS;
    if (report && !add_issue(READER_UNKNOWN_KEY, at[0], key, false))
        return nullptr;
    assay_value ignored;
    return value<Use::check>(at + 2, ignored, 1);
}

bool JsonWalker::add_issue(uint32_t kind, uint64_t offset, const assay_str &key, bool is_nested) {
    return parser_.issues.push({row_, kind, origin_ + offset, key, is_nested, 0}) || parser_.no_memory();
}

// ---- values ----------------------------------------------------------------------------------------------

// The most frequent kind, without a call.
template <JsonWalker::Use use>
inline const uint32_t *JsonWalker::value(const uint32_t *at, assay_value &out, uint32_t depth) {
    if (__builtin_expect(*at < limit_ && data_[*at] == '"', 1))
        return string<use>(at, out);
    return any_value<use>(at, out, depth);
}

// Tells whether a text or a number is next.
inline bool JsonWalker::is_simple(const uint32_t *at) const {
    if (*at >= limit_)
        return false;
    const uint8_t c = data_[*at];
    return c == '"' || c == '-' || static_cast<uint8_t>(c - '0') <= 9;
}

// Reads a text or a number, neither of which adds to what is pending.
template <JsonWalker::Use use>
__attribute__((always_inline)) inline const uint32_t *JsonWalker::simple_value(const uint32_t *at,
                                                                               assay_value &out) {
    return data_[*at] == '"' ? string<use>(at, out) : number(at, out);
}

template <JsonWalker::Use use>
const uint32_t *JsonWalker::any_value(const uint32_t *at, assay_value &out, uint32_t depth) {
    if (*at >= limit_)
        return nullptr;
    const uint8_t c = data_[*at];
    if (c == '-' || static_cast<uint8_t>(c - '0') <= 9)
        return number(at, out);
    switch (c) {
    case '{':
        return object<use>(at, out, depth + 1);
    case '[':
        return array<use>(at, out, depth + 1);
    case 't':
        out.kind = ASSAY_BOOL;
        out.as.i64 = 1;
        return literal(at, "true", 4, out);
    case 'f':
        out.kind = ASSAY_BOOL;
        out.as.i64 = 0;
        return literal(at, "false", 5, out);
    case 'n':
        out.kind = ASSAY_NULL;
        out.as.i64 = 0;
        return literal(at, "null", 4, out);
    default:
        return nullptr;
    }
}

inline const uint32_t *JsonWalker::number(const uint32_t *at, assay_value &out) {
    return parse_number(data_ + at[0], data_ + at[1], out) ? at + 1 : nullptr;
}

const uint32_t *JsonWalker::literal(const uint32_t *at, const char *word, uint32_t length, assay_value &out) {
    const uint8_t *start = data_ + at[0], *end = start + length, *limit = data_ + at[1];
    out.flags = 0;
    out.len = 0;
    if (end > limit || std::memcmp(start, word, length) != 0)
        return nullptr;
    return end == limit || is_json_space(*end) ? at + 1 : nullptr;
}

// Between a string and the next token there is only white space.
inline const uint8_t *JsonWalker::closing_quote(const uint32_t *at) const {
    const uint8_t *end = data_ + at[1] - 1;
    while (__builtin_expect(*end != '"', 0))
        end--;
    return end;
}

template <JsonWalker::Use use>
inline const uint32_t *JsonWalker::string(const uint32_t *at, assay_value &out) {
    const uint8_t *text = data_ + at[0] + 1;
    const auto length = static_cast<uint64_t>(closing_quote(at) - text);
    if (__builtin_expect(!is_short_plain_ascii(text, length, '\\'), 0))
        return other_string(text, length, out) ? at + 1 : nullptr;
    out.kind = ASSAY_STR;
    out.flags = ASSAY_FLAG_ASCII;
    out.as.ptr = text;
    out.len = length;
    return at + 1;
}

// A string that is long, has escapes or is not ASCII.
bool JsonWalker::other_string(const uint8_t *text, uint64_t length, assay_value &out) {
    const TextTraits traits = scan_text(text, length, '\\');
    if (traits.has_marker)
        return escaped_string(text, length, out);
    out.kind = ASSAY_STR;
    out.flags = traits.is_ascii ? ASSAY_FLAG_ASCII : 0;
    out.as.ptr = text;
    out.len = length;
    return true;
}

bool JsonWalker::escaped_string(const uint8_t *text, uint64_t length, assay_value &out) {
    const Unescaped result = unescape(text, length, parser_.arena);
    if (result.outcome == Unescaped::Outcome::no_memory)
        return parser_.no_memory();
    if (result.outcome == Unescaped::Outcome::invalid)
        return false;
    out.kind = ASSAY_STR;
    out.flags = result.is_ascii ? ASSAY_FLAG_ASCII : 0;
    out.as.ptr = result.text;
    out.len = result.length;
    return true;
}

// ---- arrays and objects
// ------------------------------------------------------------------------------------

template <JsonWalker::Use use>
const uint32_t *JsonWalker::array(const uint32_t *at, assay_value &out, uint32_t depth) {
    if (depth > parser_.max_depth)
        return nullptr;
    const size_t base = parser_.pending_items.count();
    at++;
    if (*at < limit_ && data_[*at] == ']')
        return keep_items(base, out) ? at + 1 : nullptr;
    for (;;) {
        at = item<use>(at, depth);
        if (!at || *at >= limit_)
            return nullptr;
        const uint8_t c = data_[*at++];
        if (c == ']')
            return use == Use::check || keep_items(base, out) ? at : nullptr;
        if (c != ',')
            return nullptr;
    }
}

// What is simple is written where it stays: a copy would wait for what was just written.
template <JsonWalker::Use use> inline const uint32_t *JsonWalker::item(const uint32_t *at, uint32_t depth) {
    if (use == Use::keep && is_simple(at)) {
        assay_value *kept = parser_.pending_items.add();
        return kept ? simple_value<use>(at, *kept) : (parser_.no_memory(), nullptr);
    }
    assay_value item;
    at = value<use>(at, item, depth);
    if (at && use == Use::keep && !parser_.pending_items.push(item))
        return parser_.no_memory(), nullptr;
    return at;
}

template <JsonWalker::Use use>
const uint32_t *JsonWalker::object(const uint32_t *at, assay_value &out, uint32_t depth) {
    if (depth > parser_.max_depth)
        return nullptr;
    const size_t base = parser_.pending_members.count();
    KeyMarks marks;
    at++;
    if (*at < limit_ && data_[*at] == '}')
        return keep_members(base, marks, out) ? at + 1 : nullptr;
    for (;;) {
        at = member<use>(at, depth, marks);
        if (!at || *at >= limit_)
            return nullptr;
        const uint8_t c = data_[*at++];
        if (c == '}')
            return use == Use::check || keep_members(base, marks, out) ? at : nullptr;
        if (c != ',')
            return nullptr;
    }
}

template <JsonWalker::Use use>
const uint32_t *JsonWalker::member(const uint32_t *at, uint32_t depth, KeyMarks &marks) {
    if (*at >= limit_ || data_[*at] != '"' || data_[at[1]] != ':')
        return nullptr;
    assay_value key{};
    if (!string<use>(at, key))
        return nullptr;
    const assay_str name{key.as.ptr, key.len};
    if (use == Use::keep)
        marks.add(name);
    if (use == Use::keep && is_simple(at + 2)) {
        PendingMember *kept = parser_.pending_members.add();
        if (!kept)
            return parser_.no_memory(), nullptr;
        kept->member.key = name;
        kept->key_offset = at[0];
        return simple_value<use>(at + 2, kept->member.value);
    }
    PendingMember pending;
    const uint32_t *after = value<use>(at + 2, pending.member.value, depth);
    if (!after || use == Use::check)
        return after;
    pending.member.key = name;
    pending.key_offset = at[0];
    if (!parser_.pending_members.push(pending))
        return parser_.no_memory(), nullptr;
    return after;
}

// Items of which a copy would not stay in the nearest caches.
constexpr size_t many_items = 16 * 1024;

// Takes a large array as it is, once in a batch: the next one finds the place taken.
bool JsonWalker::take_items(size_t base, assay_value &out) {
    if (base > 0 || parser_.large_array.count())
        return false;
    parser_.large_array.swap(parser_.pending_items);
    out.as.items = parser_.large_array.data();
    return true;
}

bool JsonWalker::keep_items(size_t base, assay_value &out) {
    const size_t count = parser_.pending_items.count() - base;
    out.kind = ASSAY_ARRAY;
    out.flags = 0;
    out.len = count;
    if (__builtin_expect(count >= many_items, 0) && take_items(base, out))
        return true;
    uint8_t *memory = parser_.arena.allocate(count * sizeof(assay_value));
    if (!memory && count)
        return parser_.no_memory();
    if (count)
        std::memcpy(memory, &parser_.pending_items[base], count * sizeof(assay_value));
    parser_.pending_items.truncate(base);
    out.as.items = reinterpret_cast<const assay_value *>(memory);
    return true;
}

bool JsonWalker::keep_members(size_t base, const KeyMarks &marks, assay_value &out) {
    size_t count = parser_.pending_members.count() - base;
    if (marks.may_repeat)
        count = merge_duplicates(base);
    if (parser_.is_out_of_memory)
        return false;
    uint8_t *memory = parser_.arena.allocate(count * sizeof(assay_member));
    if (!memory && count)
        return parser_.no_memory();
    auto *members = reinterpret_cast<assay_member *>(memory);
    for (size_t i = 0; i < count; i++)
        members[i] = parser_.pending_members[base + i].member;
    parser_.pending_members.truncate(base);
    out.kind = ASSAY_OBJECT;
    out.flags = 0;
    out.as.members = members;
    out.len = count;
    return true;
}

} // namespace reader
