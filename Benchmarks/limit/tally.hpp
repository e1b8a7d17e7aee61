// SPDX-License-Identifier: Apache-2.0
//
// What a pass over the records found, and the checker that a thread uses for it.
#pragma once

#include "checks.h"

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace limit {

struct Finding {
    uint32_t record;
    uint8_t error;
};

/// Counts and the list of findings: collecting them is part of what is measured.
struct Tally {
    size_t records = 0;
    size_t invalid = 0;
    std::vector<Finding> findings;

    void clear() {
        records = invalid = 0;
        findings.clear();
    }
};

struct CloseChecker {
    void operator()(checker *open) const { checker_close(open); }
};

class Checker {
  public:
    Checker() : checker_(checker_open()) {
        if (!checker_)
            throw std::bad_alloc();
    }

    uint32_t errors(const signup &record) { return checker_run(checker_.get(), &record, errors_.data()); }

    void check(const signup &record, Tally &tally) {
        uint32_t count = errors(record);
        tally.invalid += count != 0;
        for (uint32_t index = 0; index < count; index++) {
            tally.findings.push_back({static_cast<uint32_t>(tally.records), errors_[index]});
        }
        tally.records++;
    }

  private:
    std::unique_ptr<checker, CloseChecker> checker_;
    std::array<uint8_t, SIGNUP_ERRORS_MAX> errors_{};
};

} // namespace limit
