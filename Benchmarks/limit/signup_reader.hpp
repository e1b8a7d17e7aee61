// SPDX-License-Identifier: Apache-2.0
//
// One JSON document to one `signup`, with simdjson's on-demand interface.
#pragma once

#include "checks.h"

#include <simdjson.h>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace limit {

/// A record and the storage of its tags; the texts are borrowed from the parser.
struct ParsedSignup {
    signup record{};
    std::vector<text> tags;
};

inline text borrowed(std::string_view view) { return text{view.data(), static_cast<uint32_t>(view.size())}; }

/// The record's place for a text field, or NULL for a name that the form does not have.
inline text *placeOf(signup &record, std::string_view name) {
    switch (name.size()) {
    case 3:
        return name == "zip" ? &record.zip : name == "bio" ? &record.bio : nullptr;
    case 4:
        return name == "card" ? &record.card : name == "iban" ? &record.iban : nullptr;
    case 5:
        return name == "email" ? &record.email : nullptr;
    case 7:
        return name == "country" ? &record.country : name == "website" ? &record.website : nullptr;
    case 8:
        return name == "username" ? &record.username : name == "password" ? &record.password : nullptr;
    case 9:
        return name == "birthdate" ? &record.birthdate : nullptr;
    case 15:
        return name == "passwordConfirm" ? &record.password_confirm : nullptr;
    default:
        return nullptr;
    }
}

inline void readTags(simdjson::ondemand::value value, ParsedSignup &parsed) {
    for (auto element : value.get_array()) {
        parsed.tags.push_back(borrowed(element.get_string()));
    }
}

/// Reads a document into `parsed`, whose former content is dropped.
/// Throws `simdjson::simdjson_error` for a document that is malformed or has a field of another type.
template <class Document> void read(Document &&document, ParsedSignup &parsed) {
    parsed.record = signup{};
    parsed.tags.clear();
    simdjson::ondemand::object object = document.get_object();
    for (auto field : object) {
        std::string_view name = field.unescaped_key();
        if (text *place = placeOf(parsed.record, name)) {
            *place = borrowed(field.value().get_string());
        } else if (name == "age") {
            parsed.record.age = field.value().get_int64();
            parsed.record.has_age = true;
        } else if (name == "tags") {
            readTags(field.value(), parsed);
        }
    }
    parsed.record.tags = parsed.tags.data();
    parsed.record.tag_count = static_cast<uint32_t>(parsed.tags.size());
}

} // namespace limit
