// SPDX-License-Identifier: Apache-2.0
//
// The plugin `served`: what a rule in C++ sees of the services; see ServiceExpectations.swift.
#include "assay_services.hpp"

namespace {

class report {
  public:
    explicit report(const std::string &source) : pattern_(source), seen_("seen") {}

    assay::verdict operator()(const assay::row &row) const {
        seen_.add();
        if (row.value().kind() != ASSAY_STR)
            return assay::pass_if(assay::is_multiple(row.value(), 0.01).value_or(false), 1);
        const std::string_view text = row.value().text();
        std::array<std::string_view, 2> groups;
        const assay::match found = pattern_.search(text, row.call(), groups);
        if (found.is_undecided())
            return row.undecided(found.reason());
        const auto time = assay::parse_time(text, ASSAY_TIME_DAY);
        const auto folded = assay::normalized(text, ASSAY_TEXT_NFC | ASSAY_TEXT_FOLD);
        return row.fail(0, {groups[1].data() ? groups[1] : "-", time ? time->day : 0, folded.value_or("-"),
                            assay::length(text, ASSAY_TEXT_CHARACTERS).value_or(0)});
    }

  private:
    assay::compiled_pattern pattern_;
    assay::counter seen_;
};

} // namespace

ASSAY_PLUGIN("served", "1.0.0",
             assay::define("report", "What a rule sees of the services")
                 .kinds(assay::kinds::number | assay::kinds::string)
                 .code("report.is", "group={group} day={day} folded={folded} length={length}",
                       {"group", "day", "folded", "length"})
                 .code("report.cents", "must have whole cents")
                 .parameter(assay::pattern("pattern", "with a group"))
                 .check<report>())
