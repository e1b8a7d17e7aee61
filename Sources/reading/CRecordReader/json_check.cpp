// SPDX-License-Identifier: Apache-2.0
#include "json_check.hpp"
#include "byte_scan.hpp"
#include "json_numbers.hpp"
#include "json_strings.hpp"
#include "record_reasons.h"
#include "utf8.hpp"

namespace reader {

namespace {

// A recursive descent over one text. Functions return false once `finding` has been set.
class JsonCheck {
  public:
    JsonCheck(const uint8_t *text, uint64_t length, uint32_t max_depth)
        : start_(text), p_(text), end_(text + length), max_depth_(max_depth) {}

    Finding run() {
        if (p_ == end_)
            return {READER_EMPTY, 0};
        if (!value(0))
            return finding_;
        skip_space();
        if (p_ < end_)
            unexpected(READER_TRAILING_CONTENT);
        else if (*start_ != '{')
            fail(READER_NOT_OBJECT, start_);
        return finding_;
    }

  private:
    bool fail(uint32_t reason, const uint8_t *where) {
        finding_ = {reason, static_cast<uint64_t>(where - start_)};
        return false;
    }

    // The character at p_ is not allowed there.
    bool unexpected(uint32_t reason = READER_UNEXPECTED_CHARACTER) {
        if (p_ == end_)
            return fail(READER_UNEXPECTED_END, p_);
        return fail(utf8_sequence(p_, end_) ? reason : READER_INVALID_UTF8, p_);
    }

    void skip_space() {
        while (p_ < end_ && is_json_space(*p_))
            p_++;
    }

    bool is_next(uint8_t c) {
        skip_space();
        return p_ < end_ && *p_ == c;
    }

    bool expect(uint8_t c) {
        if (!is_next(c))
            return unexpected();
        p_++;
        return true;
    }

    bool value(uint32_t depth) {
        skip_space();
        if (p_ == end_)
            return unexpected();
        switch (*p_) {
        case '"':
            return string();
        case '{':
            return list('}', depth + 1);
        case '[':
            return list(']', depth + 1);
        case 't':
            return word("true", 4);
        case 'f':
            return word("false", 5);
        case 'n':
            return word("null", 4);
        default:
            return *p_ == '-' || static_cast<uint8_t>(*p_ - '0') <= 9 ? number() : unexpected();
        }
    }

    // An array or object, up to `closing`.
    bool list(uint8_t closing, uint32_t depth) {
        if (depth > max_depth_)
            return fail(READER_TOO_DEEP, p_);
        p_++;
        if (is_next(closing))
            return p_++, true;
        for (;;) {
            if (closing == '}' && !key())
                return false;
            if (!value(depth))
                return false;
            if (is_next(closing))
                return p_++, true;
            if (!expect(','))
                return false;
        }
    }

    bool key() { return is_next('"') ? string() && expect(':') : unexpected(); }

    bool string() {
        const uint8_t *quote = p_++;
        while (p_ < end_ && *p_ != '"') {
            if (*p_ == '\\' ? !escape(quote) : !plain_character())
                return false;
        }
        return p_ < end_ ? (p_++, true) : fail(READER_UNTERMINATED_STRING, quote);
    }

    bool plain_character() {
        if (*p_ < 0x20)
            return fail(READER_CONTROL_CHARACTER, p_);
        const uint32_t length = utf8_sequence(p_, end_);
        if (!length)
            return fail(READER_INVALID_UTF8, p_);
        p_ += length;
        return true;
    }

    bool escape(const uint8_t *quote) {
        const Escape escape = read_escape(p_, end_);
        if (!escape.length && end_ - p_ < 2)
            return fail(READER_UNTERMINATED_STRING, quote);
        if (!escape.length)
            return fail(READER_INVALID_ESCAPE, p_);
        p_ += escape.length;
        return true;
    }

    // Whether a number or word may end at `p`.
    bool is_boundary(const uint8_t *p) const {
        return p == end_ || is_json_space(*p) || *p == ',' || *p == ':' || *p == ']' || *p == '}' ||
               *p == '[' || *p == '{';
    }

    bool number() {
        const uint8_t *end = number_end(p_, end_);
        if (!end || !is_boundary(end))
            return fail(READER_INVALID_NUMBER, p_);
        p_ = end;
        return true;
    }

    bool word(const char *word, uint64_t length) {
        const bool fits = static_cast<uint64_t>(end_ - p_) >= length;
        if (!fits || std::memcmp(p_, word, length) != 0 || !is_boundary(p_ + length))
            return fail(READER_INVALID_LITERAL, p_);
        p_ += length;
        return true;
    }

    const uint8_t *start_, *p_, *end_;
    uint32_t max_depth_;
    Finding finding_{READER_OK, 0};
};

} // namespace

Finding check_json_record(const uint8_t *text, uint64_t length, uint32_t max_depth) {
    return JsonCheck(text, length, max_depth).run();
}

} // namespace reader
