// SPDX-License-Identifier: Apache-2.0
#include "byte_scan.hpp"
#include "growable.hpp"
#include "json_brackets.hpp"
#include "record_reader.h"
#include <new>

namespace {

// Where in the file the splitter is.
enum class Place : uint8_t {
    before_value,
    before_first_element, // after [
    before_element,       // after a comma
    in_container,         // an element that is an object or array, or the one object
    in_string,            // an element that is a string
    in_scalar,            // an element that is anything else
    after_element,
    after_value,
};

} // namespace

struct reader_json_splitter {
    int32_t feed(const uint8_t *data, uint64_t length, uint64_t most, uint64_t &seen,
                 reader_extents *extents);
    int32_t finish(reader_extents *extents);
    uint64_t needed_from() const { return is_in_element() ? element_start_ : offset_; }

  private:
    bool is_in_element() const {
        return place_ == Place::in_container || place_ == Place::in_string || place_ == Place::in_scalar;
    }
    void take(uint8_t c);
    void value_start(uint8_t c);
    void element_place(uint8_t c);
    void element_start(uint8_t c);
    void container_byte(uint8_t c);
    void close(uint8_t c);
    void string_byte(uint8_t c);
    void scalar_byte(uint8_t c);
    void after_element(uint8_t c);
    void end_element(uint64_t end);
    void report(uint32_t reason);
    const uint8_t *skip_string(const uint8_t *p, const uint8_t *end) const;

    Place place_ = Place::before_value;
    bool is_array_ = false;
    bool is_in_quotes_ = false; // inside a container
    bool is_escaped_ = false;
    bool has_complained_ = false; // about text before or after the value
    bool is_out_of_memory_ = false;
    uint64_t offset_ = 0, line_ = 0;
    uint64_t element_start_ = 0, element_line_ = 0;
    reader::JsonBrackets brackets_;
    reader::Growable<reader_extent> found_;
};

void reader_json_splitter::report(uint32_t reason) {
    if (!found_.push({offset_, 0, line_, reason, 0}))
        is_out_of_memory_ = true;
}

void reader_json_splitter::end_element(uint64_t end) {
    if (!found_.push({element_start_, end - element_start_, element_line_, READER_OK, 0}))
        is_out_of_memory_ = true;
    place_ = is_array_ ? Place::after_element : Place::after_value;
}

void reader_json_splitter::take(uint8_t c) {
    switch (place_) {
    case Place::in_container:
        return container_byte(c);
    case Place::in_string:
        return string_byte(c);
    case Place::in_scalar:
        return scalar_byte(c);
    default:
        break;
    }
    if (reader::is_json_space(c))
        return;
    switch (place_) {
    case Place::before_value:
        return value_start(c);
    case Place::after_element:
        return after_element(c);
    case Place::after_value:
        if (!has_complained_)
            report(READER_TEXT_AFTER_VALUE);
        has_complained_ = true;
        return;
    default:
        return element_place(c);
    }
}

void reader_json_splitter::value_start(uint8_t c) {
    if (c == '{' || c == '[') {
        has_complained_ = false;
        is_array_ = c == '[';
        if (is_array_)
            place_ = Place::before_first_element;
        else
            element_start(c);
    } else if (!has_complained_) {
        report(READER_TEXT_BEFORE_VALUE);
        has_complained_ = true;
    }
}

void reader_json_splitter::element_place(uint8_t c) {
    const bool is_first = place_ == Place::before_first_element;
    if (c != ',' && c != ']')
        return element_start(c);
    if (c == ',' || !is_first)
        report(READER_MISSING_ELEMENT);
    place_ = c == ']' ? Place::after_value : Place::before_element;
}

void reader_json_splitter::element_start(uint8_t c) {
    element_start_ = offset_;
    element_line_ = line_;
    is_in_quotes_ = is_escaped_ = false;
    brackets_.clear();
    if (c == '{' || c == '[') {
        brackets_.open(c);
        place_ = Place::in_container;
    } else {
        place_ = c == '"' ? Place::in_string : Place::in_scalar;
    }
}

void reader_json_splitter::container_byte(uint8_t c) {
    if (is_in_quotes_) {
        // No string holds a line break: after one, a quote that is missing does no further damage.
        if (is_escaped_)
            is_escaped_ = false;
        else if (c == '\\')
            is_escaped_ = true;
        else if (c == '"')
            is_in_quotes_ = false;
        if (c == '\n')
            is_in_quotes_ = is_escaped_ = false;
        return;
    }
    if (c == '"')
        is_in_quotes_ = true;
    else if (c == '{' || c == '[')
        brackets_.open(c);
    else if (c == '}' || c == ']')
        close(c);
}

void reader_json_splitter::close(uint8_t c) {
    if (brackets_.close(c)) {
        if (brackets_.is_empty())
            end_element(offset_ + 1);
    } else if (c == ']' && is_array_) {
        end_element(offset_);
        after_element(c);
    }
}

void reader_json_splitter::string_byte(uint8_t c) {
    if (is_escaped_)
        is_escaped_ = false;
    else if (c == '\\')
        is_escaped_ = true;
    else if (c == '"')
        return end_element(offset_ + 1);
    if (c == '\n')
        end_element(offset_);
}

void reader_json_splitter::scalar_byte(uint8_t c) {
    if (c != ',' && c != ']' && c != '[' && c != '{' && c != '"' && !reader::is_json_space(c))
        return;
    end_element(offset_);
    if (!reader::is_json_space(c))
        after_element(c);
}

void reader_json_splitter::after_element(uint8_t c) {
    if (c == ',') {
        place_ = Place::before_element;
    } else if (c == ']') {
        place_ = Place::after_value;
    } else {
        report(READER_MISSING_COMMA);
        element_start(c);
    }
}

// The next byte of a string in a container that is not plain text.
const uint8_t *reader_json_splitter::skip_string(const uint8_t *p, const uint8_t *end) const {
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\'), lf = _mm_set1_epi8('\n');
    for (; end - p >= 16; p += 16) {
        const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i *>(p));
        const __m128i marks = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, backslash)), _mm_cmpeq_epi8(v, lf));
        const int mask = _mm_movemask_epi8(marks);
        if (mask)
            return p + __builtin_ctz(static_cast<unsigned>(mask));
    }
#endif
    while (p < end && *p != '"' && *p != '\\' && *p != '\n')
        p++;
    return p;
}

int32_t reader_json_splitter::feed(const uint8_t *data, uint64_t length, uint64_t most, uint64_t &seen,
                                   reader_extents *extents) {
    found_.clear();
    const uint8_t *p = data;
    // The comma after an element is read with it.
    const auto is_enough = [&] { return found_.count() >= most && place_ != Place::after_element; };
    for (const uint8_t *end = data + length; p < end && !is_enough();) {
        if (is_in_quotes_ && !is_escaped_ && place_ == Place::in_container) {
            const uint8_t *next = skip_string(p, end);
            offset_ += static_cast<uint64_t>(next - p);
            p = next;
            if (p == end)
                break;
        }
        take(*p);
        line_ += *p == '\n';
        offset_++;
        p++;
    }
    seen = static_cast<uint64_t>(p - data);
    *extents = {found_.data(), found_.count()};
    return is_out_of_memory_ ? READER_E_NO_MEMORY : 0;
}

int32_t reader_json_splitter::finish(reader_extents *extents) {
    found_.clear();
    if (is_in_element())
        end_element(offset_);
    if (place_ == Place::before_value && !has_complained_)
        report(READER_EMPTY);
    if (is_array_ && place_ != Place::after_value)
        report(READER_UNTERMINATED_ARRAY);
    place_ = Place::after_value;
    *extents = {found_.data(), found_.count()};
    return is_out_of_memory_ ? READER_E_NO_MEMORY : 0;
}

reader_json_splitter *reader_json_splitter_create(void) noexcept {
    return new (std::nothrow) reader_json_splitter;
}

void reader_json_splitter_destroy(reader_json_splitter *splitter) noexcept { delete splitter; }

int32_t reader_json_splitter_feed(reader_json_splitter *splitter, const uint8_t *data, uint64_t length,
                                  reader_extents *extents) noexcept {
    uint64_t seen = 0;
    return splitter->feed(data, length, UINT64_MAX, seen, extents);
}

int32_t reader_json_splitter_feed_some(reader_json_splitter *splitter, const uint8_t *data, uint64_t length,
                                       uint64_t most, uint64_t *seen, reader_extents *extents) noexcept {
    return splitter->feed(data, length, most, *seen, extents);
}

int32_t reader_json_splitter_finish(reader_json_splitter *splitter, reader_extents *extents) noexcept {
    return splitter->finish(extents);
}

uint64_t reader_json_splitter_needed_from(const reader_json_splitter *splitter) noexcept {
    return splitter->needed_from();
}
