/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin `calls` in C++: `KitCallTests.swift` says what its rule does with what a call offers. */
#include "assay_plugin.hpp"

namespace {

struct day {
    explicit day(std::int64_t hours) : hours(hours) {}
    std::int64_t hours;
};

assay::rule_for<day> work() {
    return assay::define<day>("work", "Works")
        .deprecated("the rule play")
        .kinds(assay::kinds::integer)
        .parameter(assay::field("other", "not used").optional())
        .code("work.none", "must work")
        .deprecated("play.none")
        .valid("1", "work(there)")
        .with_fields("{\"there\": 2}")
        .with_settings("{\"hours\": 3}")
        .check([](const assay::row &row, const day &, std::optional<assay::column>) {
            row.check_cancellation();
            row.log(assay::level::info, "working");
            try {
                const auto memory = row.scratch<char>(static_cast<std::size_t>(row.value().integer()));
                for (const char byte : memory)
                    if (byte != 0)
                        return assay::fail(0);
                return assay::pass();
            } catch (const std::bad_alloc &) {
                return row.undecided("no memory");
            }
        });
}

} // namespace

ASSAY_PLUGIN_ABOUT(
    "calls", "1.0.0",
    assay::about().vendor("The Company").url("https://company.example").license("MIT").minimum_host("0.1.0"),
    assay::settings<day>().parameter(assay::integer("hours", "not used").otherwise(8)), work())
