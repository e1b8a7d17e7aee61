// SPDX-License-Identifier: Apache-2.0
//
// Modes A, C and D: the records of a file, parsed once and kept.
#pragma once

#include "input_file.hpp"
#include "signup_reader.hpp"

#include <memory>

namespace limit {

/// Every record of a file with its texts in one block, in input order.
class LoadedRecords {
  public:
    explicit LoadedRecords(const InputFile &file) : block_(new char[file.size() + 1]) {
        std::vector<char> data(file.size() + simdjson::SIMDJSON_PADDING);
        file.read(data.data(), file.size(), 0);
        simdjson::ondemand::parser parser;
        ParsedSignup parsed;
        simdjson::ondemand::document_stream documents =
            parser.iterate_many(data.data(), file.size(), data.size());
        for (auto document : documents) {
            read(document, parsed);
            keep(parsed);
        }
    }

    const std::vector<signup> &records() const { return records_; }

  private:
    void keep(ParsedSignup &parsed) {
        signup &record = parsed.record;
        for (text *one :
             {&record.username, &record.email, &record.password, &record.password_confirm, &record.website,
              &record.country, &record.zip, &record.card, &record.iban, &record.birthdate, &record.bio}) {
            keep(*one);
        }
        for (text &tag : parsed.tags)
            keep(tag);
        tags_.push_back(std::make_unique<text[]>(parsed.tags.size()));
        std::copy(parsed.tags.begin(), parsed.tags.end(), tags_.back().get());
        record.tags = tags_.back().get();
        records_.push_back(record);
    }

    /// Copies a text into the block; unescaped texts are never longer than their source, so the block holds
    /// all.
    void keep(text &one) {
        if (!one.bytes)
            return;
        std::memcpy(block_.get() + used_, one.bytes, one.length);
        one.bytes = block_.get() + used_;
        used_ += one.length;
    }

    std::unique_ptr<char[]> block_;
    size_t used_ = 0;
    std::vector<std::unique_ptr<text[]>> tags_;
    std::vector<signup> records_;
};

} // namespace limit
