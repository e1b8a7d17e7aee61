/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin `kit` in C++ with rules that throw: when they are made, and at some values. */
#include "assay_plugin.hpp"

#ifndef ID
#define ID "kit"
#endif
#ifndef MARK
#define MARK "!"
#endif

namespace {

[[noreturn]] void raise(std::int64_t reason) {
    switch (reason) {
    case 1:
        throw std::runtime_error("no luck");
    case 2:
        throw std::bad_alloc();
    case 3:
        throw 3;
    case 4:
        throw assay::rejection("not that");
    default:
        throw std::invalid_argument("");
    }
}

struct faulty_rule {
    explicit faulty_rule(std::int64_t reason) {
        if (reason != 0)
            raise(reason);
    }
    assay::verdict operator()(assay::field_value value) const {
        if (value.integer() != 0)
            raise(value.integer());
        return assay::pass();
    }
};

assay::rule faulty() {
    return assay::define("faulty", "Throws for numbers other than 0")
        .kinds(assay::kinds::integer)
        .parameter(assay::integer("reason", "what is thrown at once").otherwise(0))
        .check<faulty_rule>();
}

} // namespace

/* A closure that holds something, and an argument whose copy belongs to one use. Inline, so that
 * another plugin of the process can have the same symbol. */
inline assay::rule prefix() {
    return assay::define("prefix", "A string with this beginning")
        .kinds(assay::kinds::string)
        .flags(ASSAY_RULE_PURE)
        .parameter(assay::string("text", "the beginning"))
        .code("prefix.other", "must begin with {text}{mark}", {"mark"})
        .check([mark = std::string(MARK)](const assay::row &row, const std::string &text) {
            return row.value().text().substr(0, text.size()) == text ? assay::pass() : row.fail(0, {mark});
        });
}

ASSAY_PLUGIN(ID, "1.0.0", faulty(), prefix())
