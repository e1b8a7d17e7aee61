/* SPDX-License-Identifier: Apache-2.0
 *
 * fleet.hpp: what the files of this plugin share; a file a rule. */
#ifndef FLEET_HPP
#define FLEET_HPP
#include "assay_plugin.hpp"

#include <unordered_set>

/* The words of the settings. */
class words {
  public:
    words(const std::optional<std::string> &file, const std::string &inlined, bool is_case_sensitive);

    bool have(std::string_view word) const { return words_.count(folded(word)) > 0; }
    std::size_t count() const { return words_.size(); }

  private:
    std::string folded(std::string_view word) const;
    void take(std::string_view text, char separator);

    bool is_case_sensitive_;
    std::unordered_set<std::string> words_;
};

assay::rule vin();
assay::rule after();
assay::rule unique_keys();
assay::rule_for<words> listed();

#endif
