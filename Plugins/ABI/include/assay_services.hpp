/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_services.hpp: the services of a host (assay_services.h) in C++: patterns and counters that end
 * with the objects that hold them, dates, numbers, texts.
 *
 *     class plate {
 *       public:
 *         plate() : form_("^[A-Z]{1,3}-[A-Z]{1,2} [0-9]{1,4}$"), seen_("plates") {}
 *         assay::verdict operator()(const assay::row &row) const {
 *             seen_.add();
 *             const assay::match found = form_.matches(row.value().text(), row.call());
 *             return found.is_undecided() ? row.undecided(found.reason()) : assay::pass_if(found.is_match());
 *         }
 *       private:
 *         assay::compiled_pattern form_;
 *         assay::counter seen_;
 *     };
 *
 * Objects are made in constructors of rules and settings; everything else may be used on any thread. A
 * host without a service makes a `rejection`; `has_service` asks before. */
#ifndef ASSAY_SERVICES_HPP
#define ASSAY_SERVICES_HPP 1
#include "assay_plugin.hpp"
#include "assay_services.h"

#include <array>
#include <optional>

#pragma GCC visibility push(hidden)
namespace assay {

/* The tables of the host that the plugin has received; a rejection if it does not have one. */
template <class Table> const Table &service(const Table *(*find)(const assay_host *), const char *id) {
    static const Table *const table = find(known_host);
    if (!table)
        throw rejection(std::string("this host does not have the service ") + id);
    return *table;
}
inline const assay_pattern_service &patterns() { return service(assay_find_patterns, ASSAY_PATTERN_SERVICE); }
inline const assay_time_service &times() { return service(assay_find_times, ASSAY_TIME_SERVICE); }
inline const assay_number_service &numbers() { return service(assay_find_numbers, ASSAY_NUMBER_SERVICE); }
inline const assay_text_service &texts() { return service(assay_find_texts, ASSAY_TEXT_SERVICE); }
inline const assay_counter_service &counters() { return service(assay_find_counters, ASSAY_COUNTER_SERVICE); }

/* Whether the host has a service, by an id such as ASSAY_TEXT_SERVICE. */
inline bool has_service(const char *id) noexcept {
    return assay_find_service(known_host, id, sizeof(std::uint32_t)) != nullptr;
}

/* The outcome of a search. */
class match {
  public:
    explicit match(std::int32_t number) noexcept : number_(number) {}

    bool is_match() const noexcept { return number_ == ASSAY_MATCH_YES; }
    /* Neither a match nor none: a limit was reached, or the text is no UTF-8. */
    bool is_undecided() const noexcept { return number_ < 0; }
    std::string_view reason() const {
        const std::string_view words = view(patterns().reason(number_));
        return words.empty() && is_undecided() ? "the text cannot be searched" : words;
    }

  private:
    std::int32_t number_;
};

/* A compiled pattern. */
class compiled_pattern {
  public:
    /* `options` are ASSAY_PATTERN_...; a rejection says what is wrong with the source, and where. */
    explicit compiled_pattern(std::string_view source, std::uint32_t options = 0) : table_(&patterns()) {
        assay_pattern_error error{};
        error.struct_size = sizeof error;
        if (table_->compile(known_host, text(source), options, &raw_, &error) != ASSAY_OK)
            throw rejection(std::string(view(error.message)) + " at offset " + std::to_string(error.offset));
    }
    compiled_pattern(compiled_pattern &&other) noexcept
        : table_(other.table_), raw_(std::exchange(other.raw_, {})) {}
    compiled_pattern &operator=(compiled_pattern &&other) noexcept {
        std::swap(table_, other.table_);
        std::swap(raw_, other.raw_);
        return *this;
    }
    compiled_pattern(const compiled_pattern &) = delete;
    compiled_pattern &operator=(const compiled_pattern &) = delete;
    ~compiled_pattern() {
        if (raw_.number != 0)
            table_->release(raw_);
    }

    match matches(std::string_view subject) const noexcept {
        return match(table_->match(raw_, nullptr, text(subject)));
    }
    /* The deadline and the flag of the call end a long search. */
    match matches(std::string_view subject, const assay_call &call) const noexcept {
        return match(table_->match(raw_, &call, text(subject)));
    }
    /* The match and its groups as parts of `subject`; a group that took no part is empty, without address. */
    template <std::size_t Count>
    match search(std::string_view subject, const assay_call &call,
                 std::array<std::string_view, Count> &groups) const noexcept {
        std::array<assay_range, Count> ranges{};
        const match found(table_->search(raw_, &call, text(subject), ranges.data(), Count));
        for (std::size_t index = 0; found.is_match() && index < Count; index++)
            groups[index] =
                ranges[index].start == UINT64_MAX
                    ? std::string_view()
                    : subject.substr(ranges[index].start, ranges[index].end - ranges[index].start);
        return found;
    }

  private:
    const assay_pattern_service *table_;
    assay_pattern raw_{};
};

/* A named number, which the host shows beside its statistics. */
class counter {
  public:
    explicit counter(std::string_view name) : table_(&counters()) {
        const assay_rc rc = table_->open(known_host, text(name), &raw_);
        if (rc == ASSAY_E_NOMEM)
            throw rejection("a plugin cannot have more than 64 counters");
        if (rc != ASSAY_OK)
            throw rejection("a counter cannot have the name '" + std::string(name) + "'");
    }
    void add(std::uint64_t count = 1) const noexcept { table_->add(raw_, count); }

  private:
    const assay_counter_service *table_;
    assay_counter raw_{};
};

/* A text as a date or time, ASSAY_TIME_DATE and the like; nothing if it is none. */
inline std::optional<assay_time> parse_time(std::string_view words, std::uint32_t form,
                                            std::uint32_t options = 0) {
    assay_time time{};
    return times().parse(text(words), form, options, &time) == ASSAY_TIME_OK ? std::optional(time)
                                                                             : std::nullopt;
}

/* -1, 0 or 1, by day as `before` and `after`; nothing without two dates. */
inline std::optional<int> compare(const assay_time &left, const assay_time &right) {
    std::int32_t order = 0;
    return times().compare(&left, &right, &order) == ASSAY_OK ? std::optional<int>(order) : std::nullopt;
}

/* -1, 0 or 1, exactly; nothing for values that are no numbers. */
inline std::optional<int> compare_numbers(field_value left, field_value right) {
    std::int32_t order = 0;
    return numbers().compare(&left.raw(), &right.raw(), &order) == ASSAY_OK ? std::optional<int>(order)
                                                                            : std::nullopt;
}

/* Exactly, as `multipleOf`; nothing for what is no number and a divisor that cannot be one. */
inline std::optional<bool> is_multiple(field_value value, const literal &divisor) {
    std::uint32_t truth = 0;
    return numbers().multiple_of(&value.raw(), &divisor.raw, &truth) == ASSAY_OK
               ? std::optional<bool>(truth != 0)
               : std::nullopt;
}

/* A text in a form, ASSAY_TEXT_NFC and the like; nothing if it is no UTF-8. */
inline std::optional<std::string> normalized(std::string_view words, std::uint32_t form) {
    std::string result;
    const assay_take_text take = [](void *context, assay_str changed) -> assay_rc {
        try {
            static_cast<std::string *>(context)->assign(view(changed));
            return ASSAY_OK;
        } catch (...) {
            return ASSAY_E_NOMEM;
        }
    };
    return texts().normalize(text(words), form, take, &result) == ASSAY_OK ? std::optional(std::move(result))
                                                                           : std::nullopt;
}

/* The length of a text as the rule `length` counts it, in ASSAY_TEXT_CHARACTERS and the like. */
inline std::optional<std::uint64_t> length(std::string_view words, std::uint32_t unit) {
    std::uint64_t count = 0;
    return texts().length(text(words), unit, &count) == ASSAY_OK ? std::optional(count) : std::nullopt;
}

} // namespace assay
#pragma GCC visibility pop

#endif
