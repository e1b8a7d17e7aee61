// SPDX-License-Identifier: Apache-2.0
#include "record_places.hpp"
#include <algorithm>
#include <new>

using reader::Span;

namespace {

int compare_keys(const uint8_t *a, uint64_t a_length, const uint8_t *b, uint64_t b_length) {
    if (a_length != b_length)
        return a_length < b_length ? -1 : 1;
    // Keys without a text are all alike.
    return a && b && a_length ? std::memcmp(a, b, a_length) : 0;
}

} // namespace

void reader_places::enter(const uint8_t *record, uint64_t length) {
    record_ = record;
    length_ = length;
    values_.clear();
    slots_.clear();
    members_.clear();
    elements_.clear();
    arena_.reset();
    cells_.clear();
    has_cells_ = false;
}

uint32_t reader_places::json(const reader_step *path, uint32_t count, reader_range *range) {
    const uint8_t *end = record_ + length_, *start = reader::skip_space(record_, end);
    *range = {0, length_};
    if (length_ >= UINT32_MAX)
        return reader_locate_json(record_, length_, path, count, range);
    uint32_t step = 0;
    while (step < count && start < end) {
        const uint8_t *next = child(start, path[step]);
        if (!next)
            break;
        start = next;
        step++;
    }
    if (step > 0)
        *range = {static_cast<uint64_t>(start - record_), static_cast<uint64_t>(end_of(start) - start)};
    return step;
}

// ---- parts of containers
// -----------------------------------------------------------------------------------

// Where a part of a container begins, or NULL if there is none.
const uint8_t *reader_places::child(const uint8_t *container, const reader_step &step) {
    const uint8_t opening = step.is_index ? '[' : '{';
    if (*container != opening)
        return nullptr;
    const auto start = static_cast<uint32_t>(container - record_);
    if (const Value *known = find(start); known && known->has_parts)
        return child_of(*known, step, true);
    Value value{start, 0, 0, 0, true};
    if (!read_parts(container, value)) {
        forget(value);
        reader_range range{0, 0};
        const uint64_t length = length_ - start;
        return reader_locate_json(container, length, &step, 1, &range) ? container + range.offset : nullptr;
    }
    if (value.end - start < small) {
        const uint8_t *found = child_of(value, step, false);
        forget(value);
        return found;
    }
    sort_members(value);
    const uint8_t *found = child_of(value, step, true);
    if (!remember(value))
        forget(value);
    return found;
}

const uint8_t *reader_places::child_of(const Value &value, const reader_step &step, bool is_sorted) {
    if (!step.is_index)
        return member(members_.data() + value.first, value.count, step.key, is_sorted);
    return step.index < value.count ? record_ + elements_[value.first + step.index] : nullptr;
}

// Where a key appears twice, the last one counts.
const uint8_t *reader_places::member(const Member *members, uint32_t count, const assay_str &key,
                                     bool is_sorted) {
    const auto compare = [&key](const Member &member) {
        return compare_keys(member.key, member.key_length, key.ptr, key.len);
    };
    if (is_sorted) {
        const Member *after = std::partition_point(
            members, members + count, [&](const Member &member) { return compare(member) <= 0; });
        count = static_cast<uint32_t>(after - members);
        return count && compare(members[count - 1]) == 0 ? record_ + members[count - 1].value : nullptr;
    }
    while (count) {
        count--;
        if (compare(members[count]) == 0)
            return record_ + members[count].value;
    }
    return nullptr;
}

// Reads all parts of a container. False: no memory.
bool reader_places::read_parts(const uint8_t *container, Value &value) {
    const bool is_object = *container == '{';
    const uint8_t *const limit = record_ + length_, *end = container + 1;
    value.first = static_cast<uint32_t>(is_object ? members_.count() : elements_.count());
    bool has_memory = true;
    reader::for_each_part({container, limit}, [&](const uint8_t *p, uint64_t) {
        const uint8_t *after = limit;
        if (is_object) {
            has_memory = has_memory && add_member(p, after);
        } else {
            has_memory = has_memory && elements_.push(static_cast<uint32_t>(p - record_));
            after = reader::skip_value(p, limit);
        }
        return end = has_memory ? after : limit;
    });
    const size_t count = is_object ? members_.count() : elements_.count();
    value.count = static_cast<uint32_t>(count - value.first);
    end = reader::skip_space(end, limit);
    value.end = static_cast<uint32_t>((end < limit ? end + 1 : limit) - record_);
    return has_memory;
}

// Adds a member that begins at `p`; nothing if it is none, after which `after` stays as it is.
bool reader_places::add_member(const uint8_t *p, const uint8_t *&after) {
    reader::MemberParts parts;
    if (!reader::read_member(p, record_ + length_, parts))
        return true;
    after = parts.value.end;
    Member member{nullptr, UINT32_MAX, static_cast<uint32_t>(parts.value.start - record_)};
    return read_key(parts.key, member) && members_.push(member);
}

// Resolves the escapes of a key. False: no memory.
bool reader_places::read_key(Span text, Member &member) {
    const auto length = static_cast<size_t>(text.end - text.start);
    if (!length || !std::memchr(text.start, '\\', length)) {
        member.key = text.start;
        member.key_length = static_cast<uint32_t>(length);
        return true;
    }
    uint8_t *target = arena_.allocate(length);
    if (!target)
        return false;
    uint32_t written = 0;
    for (const uint8_t *p = text.start; p < text.end;) {
        if (*p != '\\') {
            target[written++] = *p++;
            continue;
        }
        const reader::Escape escape = reader::read_escape(p, text.end);
        if (!escape.length)
            return true;
        written += reader::write_utf8(escape.code_point, target + written);
        p += escape.length;
    }
    member.key = target;
    member.key_length = written;
    return true;
}

void reader_places::sort_members(const Value &value) {
    if (record_[value.start] != '{')
        return;
    Member *start = members_.data() + value.first;
    std::sort(start, start + value.count, [](const Member &a, const Member &b) {
        const int difference = compare_keys(a.key, a.key_length, b.key, b.key_length);
        return difference ? difference < 0 : a.value < b.value;
    });
}

// Gives back the parts of the container that was read last.
void reader_places::forget(const Value &value) {
    if (record_[value.start] == '{')
        members_.truncate(value.first);
    else
        elements_.truncate(value.first);
}

// ---- long values
// -------------------------------------------------------------------------------------------

// The end of a value; that of a long one is searched for once.
const uint8_t *reader_places::end_of(const uint8_t *value) {
    const auto start = static_cast<uint32_t>(value - record_);
    if (const Value *known = find(start))
        return record_ + known->end;
    const uint8_t *end = reader::skip_value(value, record_ + length_);
    if (static_cast<uint64_t>(end - value) >= small)
        remember({start, static_cast<uint32_t>(end - record_), 0, 0, false});
    return end;
}

reader_places::Value *reader_places::find(uint32_t start) {
    if (!slots_.count())
        return nullptr;
    const size_t mask = slots_.count() - 1;
    for (size_t slot = place(start) & mask; slots_[slot]; slot = (slot + 1) & mask)
        if (values_[slots_[slot] - 1].start == start)
            return &values_[slots_[slot] - 1];
    return nullptr;
}

bool reader_places::remember(const Value &value) {
    if (Value *known = find(value.start))
        return *known = value, true;
    if (values_.count() * 2 >= slots_.count() && !rehash())
        return false;
    if (!values_.push(value))
        return false;
    const size_t mask = slots_.count() - 1;
    size_t slot = place(value.start) & mask;
    while (slots_[slot])
        slot = (slot + 1) & mask;
    slots_[slot] = static_cast<uint32_t>(values_.count());
    return true;
}

bool reader_places::rehash() {
    const size_t count = slots_.count() ? slots_.count() * 2 : 16;
    slots_.clear();
    if (!slots_.resize(count))
        return false;
    for (size_t i = 0; i < values_.count(); i++) {
        size_t slot = place(values_[i].start) & (count - 1);
        while (slots_[slot])
            slot = (slot + 1) & (count - 1);
        slots_[slot] = static_cast<uint32_t>(i + 1);
    }
    return true;
}

// ---- cells
// -------------------------------------------------------------------------------------------------

uint32_t reader_places::csv(const reader_csv_dialect &dialect, uint32_t cell, reader_range *range) {
    // With spaces that are left out, a cell does not begin where the one before it ends.
    if (length_ < small || length_ >= UINT32_MAX || (dialect.flags & READER_CSV_SKIP_SPACE))
        return reader_locate_csv(record_, length_, &dialect, cell, range);
    reader_range next{0, 0};
    for (uint64_t start = 0; !has_cells_; start += next.length + 1) {
        if (!cells_.push(static_cast<uint32_t>(start)))
            return reader_locate_csv(record_, length_, &dialect, cell, range);
        reader_locate_csv(record_ + start, length_ - start, &dialect, 0, &next);
        has_cells_ = start + next.length == length_;
    }
    if (cell >= cells_.count()) {
        *range = {0, length_};
        return 0;
    }
    const uint64_t end = cell + 1 < cells_.count() ? cells_[cell + 1] - uint64_t{1} : length_;
    *range = {cells_[cell], end - cells_[cell]};
    return 1;
}

reader_places *reader_places_create(void) noexcept { return new (std::nothrow) reader_places; }

void reader_places_destroy(reader_places *places) noexcept { delete places; }

void reader_places_enter(reader_places *places, const uint8_t *record, uint64_t length) noexcept {
    places->enter(record, length);
}

uint32_t reader_places_json(reader_places *places, const reader_step *path, uint32_t count,
                            reader_range *range) noexcept {
    return places->json(path, count, range);
}

uint32_t reader_places_csv(reader_places *places, const reader_csv_dialect *dialect, uint32_t cell,
                           reader_range *range) noexcept {
    return places->csv(*dialect, cell, range);
}
