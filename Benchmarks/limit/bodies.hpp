// SPDX-License-Identifier: Apache-2.0
//
// Mode J: the bytes of JSON documents in memory, parsed one by one.
#pragma once

#include "input_file.hpp"
#include "signup_reader.hpp"

namespace limit {

/// The lines of a file. What follows a line is readable, as the parser wants it.
class Bodies {
  public:
    explicit Bodies(const InputFile &file) : bytes_(file.size() + simdjson::SIMDJSON_PADDING) {
        file.read(bytes_.data(), file.size(), 0);
        for (size_t start = 0; start < file.size();) {
            const void *found = memchr(bytes_.data() + start, '\n', file.size() - start);
            size_t end =
                found ? static_cast<size_t>(static_cast<const char *>(found) - bytes_.data()) : file.size();
            bounds_.push_back({start, end - start});
            start = end + 1;
        }
    }

    size_t count() const { return bounds_.size(); }

    /// Parses a document; the record is valid until the next one.
    const signup &parse(size_t index) {
        const Bounds &bounds = bounds_[index];
        simdjson::ondemand::document document =
            parser_.iterate(bytes_.data() + bounds.start, bounds.length, bytes_.size() - bounds.start);
        read(document, parsed_);
        return parsed_.record;
    }

    template <class Body> void forEach(Body &&body) {
        for (size_t index = 0; index < count(); index++)
            body(parse(index));
    }

  private:
    struct Bounds {
        size_t start, length;
    };

    std::vector<char> bytes_;
    std::vector<Bounds> bounds_;
    simdjson::ondemand::parser parser_;
    ParsedSignup parsed_;
};

} // namespace limit
