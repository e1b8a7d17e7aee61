// SPDX-License-Identifier: Apache-2.0
//
// Rows of the sign-up form in CSV (RFC 4180), by hand: cells end where memchr finds their end.
#pragma once

#include "signup_reader.hpp"

#include <charconv>
#include <cstring>

namespace limit {

/// Reads rows out of a piece of a file; cells with doubled quotes are copied.
class CSVReader {
  public:
    static constexpr size_t columnCount = 13;

    /// Reads the row at `start` into `parsed` and returns where the next one begins; NULL where the row does
    /// not end before `end`. At the end of the file a row without a line break is whole.
    char *read(char *start, char *end, bool isLast, ParsedSignup &parsed) {
        char *next = start;
        used_ = 0;
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
    char *quoted(char *start, char *end, text &cell) {
        void *found = memchr(start, '"', static_cast<size_t>(end - start));
        if (!found)
            return nullptr;
        char *quote = static_cast<char *>(found);
        if (quote + 1 < end && quote[1] == '"')
            return unescaped(start, end, cell);
        cell = text{start, static_cast<uint32_t>(quote - start)};
        return quote + 1;
    }

    /// As `quoted`, for a cell with doubled quotes: a copy of it without them.
    char *unescaped(char *start, char *end, text &cell) {
        size_t first = used_;
        for (char *from = start;;) {
            void *found = memchr(from, '"', static_cast<size_t>(end - from));
            if (!found)
                return nullptr;
            char *quote = static_cast<char *>(found);
            bool isDoubled = quote + 1 < end && quote[1] == '"';
            size_t length = static_cast<size_t>(quote - from) + isDoubled;
            std::memcpy(copies_.data() + used_, from, length);
            used_ += length;
            if (!isDoubled) {
                cell = text{copies_.data() + first, static_cast<uint32_t>(used_ - first)};
                return quote + 1;
            }
            from = quote + 2;
        }
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
    /// No row is longer than the piece.
    std::vector<char> copies_ = std::vector<char>(size_t{2} << 20);
    size_t used_ = 0;
};

} // namespace limit
