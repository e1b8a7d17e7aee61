// SPDX-License-Identifier: Apache-2.0
#include "growable.hpp"
#include "json_parts.hpp"
#include "record_locate.h"
#include <new>

// Goes through a record once and knows at every byte which containers are open.
struct reader_pointer_walk {
    reader_pointer_walk(const uint8_t *record, uint64_t length, uint64_t longest)
        : p_(record), start_(record), end_(record + length), longest_(longest) {}

    assay_str to(uint64_t offset);

  private:
    // An open container: `/a/0` is the text up to `length` for what is in the array of `{"a":[`.
    struct Frame {
        uint64_t length;
        uint64_t index;
        bool is_array;
        bool is_complete; // the text leads to this container, not only towards it
    };

    void step();
    void open();
    void string();
    void append_token(const Frame &frame);
    void append_key(const uint8_t *p, const uint8_t *end);
    void append_index(uint64_t index);
    void append(uint8_t c) { has_memory_ = text_.push(c) && has_memory_; }

    const uint8_t *p_, *start_, *end_;
    uint64_t longest_;                   // what leads to a container and is longer is cut
    reader::Span key_{nullptr, nullptr}; // of the member that was read last, between its quotes
    reader::Growable<uint8_t> text_;
    reader::Growable<Frame> frames_;
    bool has_memory_ = true;
};

void reader_pointer_walk::append_key(const uint8_t *p, const uint8_t *end) {
    append('/');
    while (p < end) {
        uint8_t bytes[4] = {*p};
        uint32_t count = 1;
        const reader::Escape escape = *p == '\\' ? reader::read_escape(p, end) : reader::Escape{0, 0};
        if (escape.length)
            count = reader::write_utf8(escape.code_point, bytes);
        p += escape.length ? escape.length : 1;
        if (count == 1 && (bytes[0] == '~' || bytes[0] == '/')) {
            bytes[1] = bytes[0] == '~' ? '0' : '1';
            bytes[0] = '~';
            count = 2;
        }
        for (uint32_t i = 0; i < count; i++)
            append(bytes[i]);
    }
}

void reader_pointer_walk::append_index(uint64_t index) {
    uint8_t digits[20];
    uint32_t count = 0;
    do
        digits[count++] = static_cast<uint8_t>('0' + index % 10);
    while (index /= 10);
    append('/');
    while (count)
        append(digits[--count]);
}

// Adds what leads from a container to its part at p_, if the text then is not too long.
void reader_pointer_walk::append_token(const Frame &frame) {
    text_.truncate(frame.length);
    if (!frame.is_complete)
        return;
    if (frame.is_array)
        append_index(frame.index);
    else if (static_cast<uint64_t>(key_.end - key_.start) <= longest_)
        append_key(key_.start, key_.end);
    if (text_.count() > longest_)
        text_.truncate(frame.length);
}

void reader_pointer_walk::open() {
    Frame frame{0, 0, *p_ == '[', true};
    if (frames_.count()) {
        const Frame &outer = frames_[frames_.count() - 1];
        append_token(outer);
        frame.length = text_.count();
        frame.is_complete = outer.is_complete && frame.length > outer.length;
    }
    has_memory_ = frames_.push(frame) && has_memory_;
    p_++;
}

// A string that a colon follows is a key.
void reader_pointer_walk::string() {
    const uint8_t *after = reader::skip_string(p_, end_);
    const uint8_t *next = reader::skip_space(after, end_);
    if (next < end_ && *next == ':')
        key_ = {p_ + 1, after - 1};
    p_ = after;
}

void reader_pointer_walk::step() {
    switch (*p_) {
    case '{':
    case '[':
        return open();
    case '"':
        return string();
    case '}':
    case ']':
        if (frames_.count())
            frames_.truncate(frames_.count() - 1);
        break;
    case ',':
        if (frames_.count())
            frames_[frames_.count() - 1].index++;
        break;
    default:
        break;
    }
    p_++;
}

assay_str reader_pointer_walk::to(uint64_t offset) {
    while (p_ < end_ && static_cast<uint64_t>(p_ - start_) < offset && has_memory_)
        step();
    if (p_ == end_ || *p_ != '"' || !frames_.count() || !has_memory_)
        return {nullptr, 0};
    string();
    const Frame &innermost = frames_[frames_.count() - 1];
    text_.truncate(innermost.length);
    if (innermost.is_complete)
        append_key(key_.start, key_.end);
    return has_memory_ ? assay_str{text_.data(), text_.count()} : assay_str{nullptr, 0};
}

reader_pointer_walk *reader_pointer_walk_create(const uint8_t *record, uint64_t length,
                                                uint64_t longest) noexcept {
    return new (std::nothrow) reader_pointer_walk(record, length, longest);
}

void reader_pointer_walk_destroy(reader_pointer_walk *walk) noexcept { delete walk; }

assay_str reader_pointer_walk_to(reader_pointer_walk *walk, uint64_t offset) noexcept {
    return walk->to(offset);
}
