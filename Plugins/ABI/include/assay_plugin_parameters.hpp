/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_plugin_parameters.hpp: parameters of rules in C++, settings of plugins, and their arguments.
 * Part of assay_plugin.hpp. */
#ifndef ASSAY_PLUGIN_PARAMETERS_HPP
#define ASSAY_PLUGIN_PARAMETERS_HPP 1
#include "assay_plugin_values.hpp"

#include <optional>
#include <utility>
#include <vector>

#pragma GCC visibility push(hidden)
namespace assay {

/* What is described stays for the life of the process. */
template <class Thing> Thing *kept(Thing thing) { return new Thing(std::move(thing)); }
inline assay_str kept_text(std::string_view words) { return text(*kept(std::string(words))); }

template <class List> const assay_str *kept_texts(const List &words) {
    std::vector<assay_str> texts;
    for (std::string_view each : words)
        texts.push_back(kept_text(each));
    return kept(std::move(texts))->data();
}

/* A parameter whose argument is a `Type`. It is required unless `otherwise` or `optional` follows. */
template <class Type> struct parameter {
    using default_type = std::conditional_t<std::is_same_v<Type, std::size_t>, std::string_view, Type>;

    /* Inclusive limits of an integer. */
    parameter between(std::int64_t lowest, std::int64_t highest) && {
        static_assert(std::is_same_v<Type, std::int64_t>, "only an integer has limits");
        raw.minimum = lowest;
        raw.maximum = highest;
        return *this;
    }
    /* The default; that of a choice is one of its names. */
    parameter otherwise(const default_type &value) && {
        raw.flags = 0;
        raw.default_value = literal(value).raw;
        if (raw.default_value.kind == ASSAY_STR)
            raw.default_value.as.ptr = kept_text(field_value(raw.default_value).text()).ptr;
        return *this;
    }
    /* The argument may be left out. */
    parameter<std::optional<Type>> optional() && {
        raw.flags = 0;
        return {raw};
    }

    assay_parameter raw;
};

template <class Type>
parameter<Type> describe(std::uint32_t type, std::string_view name, std::string_view summary) {
    parameter<Type> made{};
    made.raw.struct_size = sizeof made.raw;
    made.raw.type = type;
    made.raw.flags = ASSAY_PARAM_REQUIRED;
    made.raw.name = kept_text(name);
    made.raw.summary = kept_text(summary);
    return made;
}

inline auto integer(std::string_view name, std::string_view summary) {
    return describe<std::int64_t>(ASSAY_PARAM_INTEGER, name, summary);
}
inline auto number(std::string_view name, std::string_view summary) {
    return describe<double>(ASSAY_PARAM_NUMBER, name, summary);
}
inline auto boolean(std::string_view name, std::string_view summary) {
    return describe<bool>(ASSAY_PARAM_BOOLEAN, name, summary);
}
inline auto string(std::string_view name, std::string_view summary) {
    return describe<std::string>(ASSAY_PARAM_STRING, name, summary);
}
/* The source of a pattern. */
inline auto pattern(std::string_view name, std::string_view summary) {
    return describe<std::string>(ASSAY_PARAM_PATTERN, name, summary);
}
/* Another field of the record. */
inline auto field(std::string_view name, std::string_view summary) {
    return describe<column>(ASSAY_PARAM_FIELD, name, summary);
}
/* One of some names: its index. */
inline auto choice(std::string_view name, std::string_view summary,
                   std::initializer_list<std::string_view> names) {
    auto made = describe<std::size_t>(ASSAY_PARAM_CHOICE, name, summary);
    made.raw.choices = kept_texts(names);
    made.raw.choice_count = static_cast<std::uint32_t>(names.size());
    return made;
}
/* Lists and values of any kind are borrowed until the rule's constructor returns. */
inline auto list(std::string_view name, std::string_view summary) {
    return describe<field_value>(ASSAY_PARAM_LIST, name, summary);
}
inline auto any_value(std::string_view name, std::string_view summary) {
    return describe<field_value>(ASSAY_PARAM_VALUE, name, summary);
}

/* The host has checked the types. */
template <class Type> struct argument_reader {
    static Type read(const assay_value &given) {
        const field_value value(given);
        if constexpr (std::is_same_v<Type, double>)
            return value.number();
        else if constexpr (std::is_same_v<Type, bool>)
            return value.boolean();
        else if constexpr (std::is_same_v<Type, std::string>)
            return std::string(value.text());
        else if constexpr (std::is_same_v<Type, column>)
            return column{static_cast<std::uint64_t>(value.integer())};
        else if constexpr (std::is_same_v<Type, field_value>)
            return value;
        else
            return static_cast<Type>(value.integer());
    }
};
template <class Type> struct argument_reader<std::optional<Type>> {
    static std::optional<Type> read(const assay_value &given) {
        return given.kind == ASSAY_ABSENT ? std::nullopt : std::optional(argument_reader<Type>::read(given));
    }
};

} // namespace assay
#pragma GCC visibility pop

#endif
