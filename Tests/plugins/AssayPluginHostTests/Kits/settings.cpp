/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin `limits` in C++: settings and translations. `KitSettings.swift` is the same in Swift. */
#include "assay_plugin.hpp"

namespace {

struct limits {
    limits(std::int64_t count, std::size_t unit, const std::optional<std::string> &note)
        : bytes(count * (unit == 1 ? 12 : 1)) {
        if (bytes > 1000)
            throw assay::rejection("above 1000 bytes" + note.value_or(""));
        if (note == "crash")
            throw std::runtime_error("no luck");
    }
    std::int64_t bytes;
};

assay::rule_for<limits> small() {
    return assay::define<limits>("small", "A text within the limit of the service")
        .kinds(assay::kinds::string)
        .parameter(assay::integer("spare", "bytes to be left").otherwise(0))
        .code("small.long", "must be shorter")
        .translation("de", "kürzer")
        .translation("fr", "plus court")
        .valid("\"\"", "small")
        .invalid(0, "\"a\"", "small(1000)")
        .check([](assay::field_value value, const limits &limits, std::int64_t spare) {
            return assay::pass_if(static_cast<std::int64_t>(value.text().size()) <= limits.bytes - spare);
        });
}

class exact_rule {
  public:
    explicit exact_rule(const limits &limits) : bytes_(static_cast<std::size_t>(limits.bytes)) {}
    assay::verdict operator()(assay::field_value value) const {
        return assay::pass_if(value.text().size() == bytes_);
    }

  private:
    std::size_t bytes_;
};

assay::rule_for<limits> exact() {
    return assay::define<limits>("exact", "A text that is as long as the limit")
        .kinds(assay::kinds::string)
        .code("exact.other", "must be as long as the limit")
        .invalid(0, "\"ab\"", "exact")
        .check<exact_rule>();
}

/* A rule that needs no settings. */
assay::rule full() {
    return assay::define("full", "A text that is not empty")
        .kinds(assay::kinds::string)
        .code("full.empty", "must not be empty")
        .valid("\"a\"", "full")
        .check([](assay::field_value value) { return assay::pass_if(!value.text().empty()); });
}

auto settings() {
    return assay::settings<limits>()
        .parameter(assay::integer("bytes", "the most bytes").between(0, 1000))
        .parameter(assay::choice("unit", "what is counted", {"bytes", "dozens"}).otherwise("bytes"))
        .parameter(assay::string("note", "for people").optional());
}

} // namespace

ASSAY_PLUGIN("limits", "1.0.0", settings(), small(), exact(), full())
