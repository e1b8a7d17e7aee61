/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin `kit` in C++, in two files: `KitExpectations.swift` says what its rules do. */
#include "conformance.hpp"

#include <sstream>

namespace {

assay::rule even() {
    return assay::define("even", "An even integer")
        .kinds(assay::kinds::integer)
        .code("even.odd", "must be even")
        .translation("de", "muss gerade sein")
        .valid("2", "even")
        .invalid(0, "-3", "even")
        .check([](assay::field_value value) { return assay::pass_if(value.integer() % 2 == 0); });
}

enum : std::uint32_t { STEP, TOO_LARGE };

class amount_rule {
  public:
    amount_rule(assay::column most, std::int64_t step, std::size_t unit)
        : most_(most), step_(step * (unit == 1 ? 12 : 1)) {
        if (step_ > 1000)
            throw assay::rejection("the step is above 1000 units");
    }

    assay::verdict operator()(const assay::row &row) const {
        const std::int64_t amount = row.value().integer();
        if (amount % step_ != 0)
            return assay::fail(STEP);
        if (row[most_].is_absent())
            return assay::skip();
        if (!row[most_].is(assay::kinds::integer))
            return row.undecided("the largest amount is no integer");
        const std::int64_t excess = amount - row[most_].integer();
        return excess <= 0 ? assay::pass() : row.fail(TOO_LARGE, {excess});
    }

  private:
    assay::column most_;
    std::int64_t step_;
};

assay::rule amount() {
    return assay::define("amount", "An amount up to that of another field")
        .kinds(assay::kinds::integer)
        .parameter(assay::field("atMost", "the field with the largest amount"))
        .parameter(assay::integer("step", "the amount is a multiple of it").between(1, 1000).otherwise(1))
        .parameter(assay::choice("unit", "what the step counts", {"units", "dozens"}).otherwise("units"))
        .code("amount.step", "must be a multiple of {step} {unit}")
        .code("amount.tooLarge", "must be less by {excess}", {"excess"})
        .valid("12", "amount(most, unit=dozens)")
        .invalid(STEP, "7", "amount(most, 2)")
        .check<amount_rule>();
}

class echo_rule {
  public:
    echo_rule(const std::string &text, std::optional<std::int64_t> whole, double ratio, bool strict,
              std::size_t size, std::optional<assay::field_value> words,
              const std::optional<std::string> &like, std::optional<assay::field_value> anything) {
        std::ostringstream heard;
        heard << "text=" << text << " whole=" << (whole ? std::to_string(*whole) : "-")
              << " percent=" << static_cast<int>(ratio * 100) << " strict=" << strict << " size=" << size
              << " words=" << (words ? std::to_string(words->size()) : "-")
              << " first=" << (words ? words->element(0).text() : "-") << " like=" << like.value_or("-")
              << " anything=" << (anything ? std::to_string(anything->kind()) : "-");
        heard_ = heard.str();
    }

    assay::verdict operator()(const assay::row &row) const { return row.fail(0, {heard_}); }

  private:
    std::string heard_;
};

assay::rule echo() {
    return assay::define("echo", "Says what its arguments are")
        .parameter(assay::string("text", "a text"))
        .parameter(assay::integer("whole", "an integer").optional())
        .parameter(assay::number("ratio", "a number").otherwise(0.5))
        .parameter(assay::boolean("strict", "a truth value").otherwise(false))
        .parameter(assay::choice("size", "a choice", {"small", "large"}).otherwise("small"))
        .parameter(assay::list("words", "a list").optional())
        .parameter(assay::pattern("like", "a pattern").optional())
        .parameter(assay::any_value("anything", "any value").optional())
        .code("echo.heard", "heard {heard}", {"heard"})
        .invalid(0, "1", "echo(\"a\")")
        .check<echo_rule>();
}

} // namespace

ASSAY_PLUGIN("kit", "1.0.0", even(), amount(), echo(), shape())
