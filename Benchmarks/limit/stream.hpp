// SPDX-License-Identifier: Apache-2.0
//
// Modes B and V: pieces of a file are parsed and checked at once.
#pragma once

#include "csv_reader.hpp"
#include "range_scan.hpp"
#include "signup_reader.hpp"

namespace limit {

/// The documents of a piece of NDJSON.
class JSONPiece {
  public:
    /// Checks the whole lines of `buffer`, and returns how many bytes they are.
    size_t check(std::vector<char> &buffer, size_t filled, bool isLast, Tally &tally) {
        size_t length = isLast ? filled : wholeLines(buffer.data(), filled);
        simdjson::ondemand::document_stream documents =
            parser_.iterate_many(buffer.data(), length, buffer.size());
        for (auto document : documents) {
            read(document, parsed_);
            checker_.check(parsed_.record, tally);
        }
        return length;
    }

  private:
    simdjson::ondemand::parser parser_;
    ParsedSignup parsed_;
    Checker checker_;
};

/// The rows of a piece of CSV; the first row of the file has the names.
class CSVPiece {
  public:
    size_t check(std::vector<char> &buffer, size_t filled, bool isLast, Tally &tally) {
        char *start = buffer.data(), *end = start + filled;
        while (start < end) {
            char *next = reader_.read(start, end, isLast, parsed_);
            if (!next)
                break;
            if (hasHeader_)
                checker_.check(parsed_.record, tally);
            hasHeader_ = true;
            start = next;
        }
        return static_cast<size_t>(start - buffer.data());
    }

  private:
    CSVReader reader_;
    ParsedSignup parsed_;
    Checker checker_;
    bool hasHeader_ = false;
};

} // namespace limit
