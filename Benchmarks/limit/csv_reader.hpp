// SPDX-License-Identifier: Apache-2.0
//
// Rows of the sign-up form in CSV (RFC 4180), by hand: cells end where memchr finds their end.
#pragma once

#include "signup_reader.hpp"

#include <charconv>
#include <cstring>

namespace limit {

/// Reads rows out of a piece of a file. Cells with doubled quotes are unescaped in place.
class CSVReader {
  public:
    static constexpr size_t columnCount = 13;

    /// Reads the row at `start` into `parsed` and returns where the next one begins; NULL where the row does
    /// not end before `end`. At the end of the file a row without a line break is whole.
    char *read(char *start, char *end, bool isLast, ParsedSignup &parsed) {
        char *next = start;
        const auto *lineBreak = static_cast<char *>(memchr(start, '\n', static_cast<size_t>(end - start)));
        char *lineEnd = const_cast<char *>(lineBreak ? lineBreak : end);
        for (size_t column = 0; column < columnCount; column++) {
            if (next < end && *next == '"') {
                next = quoted(next + 1, end, cells_[column]);
                if (!next)
                    return nullptr;
                // A line break in quotes is none of the row's end.
                if (next > lineEnd)
                    lineEnd = endOfLine(next, end);
            } else {
                next = plain(next, lineEnd, column + 1 == columnCount, cells_[column]);
            }
            if (column + 1 < columnCount && (next >= end || *next++ != ',')) {
                if (isLast)
                    throw std::runtime_error("a row has too few cells");
                return nullptr;
            }
        }
        if (lineEnd == end && !isLast)
            return nullptr;
        fill(parsed);
        return lineEnd == end ? end : lineEnd + 1;
    }

  private:
    static char *endOfLine(char *start, char *end) {
        void *found = memchr(start, '\n', static_cast<size_t>(end - start));
        return found ? static_cast<char *>(found) : end;
    }

    /// A cell without quotes; the last one of a row leaves out the carriage return.
    static char *plain(char *start, char *lineEnd, bool isLast, text &cell) {
        size_t length = static_cast<size_t>(lineEnd - start);
        void *comma = isLast ? nullptr : memchr(start, ',', length);
        char *end = comma ? static_cast<char *>(comma) : lineEnd;
        const char *last = isLast && end > start && end[-1] == '\r' ? end - 1 : end;
        cell = text{start, static_cast<uint32_t>(last - start)};
        return end;
    }

    /// A cell in quotes, from the byte after the first one on; NULL where it does not end.
    static char *quoted(char *start, char *end, text &cell) {
        char *from = start, *to = start;
        while (void *found = memchr(from, '"', static_cast<size_t>(end - from))) {
            char *quote = static_cast<char *>(found);
            size_t length = static_cast<size_t>(quote - from);
            if (to != from)
                std::memmove(to, from, length);
            to += length;
            if (quote + 1 == end || quote[1] != '"') {
                cell = text{start, static_cast<uint32_t>(to - start)};
                return quote + 1;
            }
            *to++ = '"';
            from = quote + 2;
        }
        return nullptr;
    }

    /// An empty cell is an absent field.
    static text present(text cell) { return cell.length ? cell : text{nullptr, 0}; }

    void fill(ParsedSignup &parsed) const {
        signup &record = parsed.record;
        record = signup{};
        record.username = present(cells_[0]);
        record.email = present(cells_[1]);
        record.password = present(cells_[2]);
        record.password_confirm = present(cells_[3]);
        record.has_age = readAge(cells_[4], record.age);
        record.website = present(cells_[5]);
        record.country = present(cells_[6]);
        record.zip = present(cells_[7]);
        record.card = present(cells_[8]);
        record.iban = present(cells_[9]);
        record.birthdate = present(cells_[10]);
        record.bio = present(cells_[11]);
        record.joined_tags = present(cells_[12]);
    }

    static bool readAge(text cell, int64_t &age) {
        const char *end = cell.bytes + cell.length;
        return std::from_chars(cell.bytes, end, age).ptr == end && cell.length > 0;
    }

    text cells_[columnCount];
};

} // namespace limit
