/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_plugin.hpp: a plugin in C++ from a function or a class a rule. A thin layer over
 * assay_plugin.h; C++17, these headers alone.
 *
 *     static assay::rule even() {
 *         return assay::define("even", "An even integer")
 *             .kinds(assay::kinds::integer)
 *             .code("even.odd", "must be even")
 *             .valid("2", "even")
 *             .invalid(0, "-3", "even")
 *             .judge([](assay::field_value value) { return assay::pass_if(value.integer() % 2 == 0); });
 *     }
 *
 *     ASSAY_PLUGIN("template", "1.0.0", even())
 *
 * No exception leaves the plugin. One that a rule throws at a row makes that row undecided; one that
 * it throws when it is made is told as the reason why it cannot be used, where assay::refusal means
 * that the arguments are wrong.
 *
 * Rules are called from several threads at once unless `flags` says otherwise; they are const.
 */
#ifndef ASSAY_PLUGIN_HPP
#define ASSAY_PLUGIN_HPP 1
#include "assay_plugin_values.hpp"

#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#pragma GCC visibility push(hidden)
namespace assay {

/* ---- parameters -------------------------------------------------------------------------------- */

/* What is described stays for the life of the process. */
template <class Thing> Thing *kept(Thing thing) { return new Thing(std::move(thing)); }
inline assay_str kept_text(std::string_view words) { return text(*kept(std::string(words))); }

template <class List> const assay_str *kept_texts(const List &words) {
    std::vector<assay_str> texts;
    for (std::string_view each : words)
        texts.push_back(kept_text(each));
    return kept(std::move(texts))->data();
}

/* A language and the message in it. */
using translation = std::pair<std::string_view, std::string_view>;

inline const assay_translation *kept_translations(std::initializer_list<translation> pairs) {
    std::vector<assay_translation> translations;
    for (const auto &[language, message] : pairs)
        translations.push_back({kept_text(language), kept_text(message)});
    return kept(std::move(translations))->data();
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

/* ---- the functions of the contract ----------------------------------------------------------------- */

/* Judges take the value or the row, then the arguments. */
template <class Judge, class... Arguments>
verdict ask(const Judge &judge, const row &row, const Arguments &...arguments) {
    if constexpr (std::is_invocable_r_v<verdict, const Judge &, field_value, const Arguments &...>)
        return judge(row.value(), arguments...);
    else
        return judge(row, arguments...);
}

/* A function with the arguments of one use of the rule. Its closure is kept once for all uses. */
template <class Function, class... Arguments> class bound_function {
  public:
    explicit bound_function(Arguments... arguments) : arguments_(std::move(arguments)...) {}

    verdict operator()(const row &row) const {
        return std::apply([&](const Arguments &...each) { return ask(*function, row, each...); }, arguments_);
    }

    static inline const Function *function = nullptr;

  private:
    static_assert((!std::is_same_v<Arguments, field_value> && ...),
                  "lists and values end with the constructor of a rule: make the rule a class");
    std::tuple<Arguments...> arguments_;
};

template <class Rule, class... Arguments> struct rule_functions {
    static assay_rc create(void *, const assay_call *call, const assay_value *params, void **inst) noexcept {
        try {
            *inst = make(params, std::index_sequence_for<Arguments...>());
            return ASSAY_OK;
        } catch (...) {
            return report_exception(call);
        }
    }

    static assay_rc evaluate(const void *inst, const assay_call *call, const assay_batch *batch,
                             assay_verdict *out) noexcept {
        const Rule &rule = *static_cast<const Rule *>(inst);
        for (std::uint32_t index = 0; index < batch->count; index++) {
            try {
                out[index] = ask(rule, row(*call, *batch, index));
            } catch (...) {
                out[index].status = ASSAY_UNDECIDED;
                report_exception(call);
            }
        }
        return ASSAY_OK;
    }

    static void destroy(void *inst) noexcept { delete static_cast<Rule *>(inst); }

  private:
    template <std::size_t... Index>
    static Rule *make(const assay_value *params, std::index_sequence<Index...>) {
        static_cast<void>(params);
        return new Rule(argument_reader<Arguments>::read(params[Index])...);
    }
};

/* ---- rules and the plugin -------------------------------------------------------------------------- */

/* A rule that is complete. */
using rule = const assay_rule *;

/* What a definition has gathered. */
struct rule_parts {
    rule assemble() && {
        rule_parts &parts = *kept(std::move(*this));
        parts.raw.parameters = parts.parameters.data();
        parts.raw.parameter_count = static_cast<std::uint32_t>(parts.parameters.size());
        parts.raw.codes = parts.codes.data();
        parts.raw.code_count = static_cast<std::uint32_t>(parts.codes.size());
        parts.raw.examples = parts.examples.data();
        parts.raw.example_count = static_cast<std::uint32_t>(parts.examples.size());
        return &parts.raw;
    }

    assay_rule raw{};
    std::vector<const assay_parameter *> parameters;
    std::vector<const assay_code *> codes;
    std::vector<const assay_example *> examples;
};

/* A rule as far as it is described; `Arguments` are the types of its parameters so far. */
template <class... Arguments> class definition {
  public:
    explicit definition(rule_parts parts) : parts_(std::move(parts)) {}

    /* Bits of `kinds`; a value of another kind fails before the rule sees it. Without it, all. */
    definition kinds(std::uint32_t kinds) && {
        parts_.raw.kinds = kinds;
        return std::move(*this);
    }
    /* Instead of ASSAY_RULE_CONCURRENT | ASSAY_RULE_PURE. */
    definition flags(std::uint32_t flags) && {
        parts_.raw.flags = flags;
        return std::move(*this);
    }
    /* Codes are numbered from 0. `names` are those of `row::fail`'s arguments, `translations` pairs of
     * a BCP 47 tag and the message in that language: {{"de", "muss ..."}}. */
    definition code(std::string_view id, std::string_view message,
                    std::initializer_list<std::string_view> names = {},
                    std::initializer_list<translation> translations = {}) && {
        assay_code made{};
        made.struct_size = sizeof made;
        made.argument_count = static_cast<std::uint32_t>(names.size());
        made.id = kept_text(id);
        made.message = kept_text(message);
        made.argument_names = kept_texts(names);
        made.translation_count = static_cast<std::uint32_t>(translations.size());
        made.translations = kept_translations(translations);
        parts_.codes.push_back(kept(made));
        return std::move(*this);
    }
    /* Examples: JSON, and the rule as it stands in a rule set. */
    definition valid(std::string_view json, std::string_view expression) && {
        return std::move(*this).example(pass(), json, expression);
    }
    definition invalid(std::uint32_t code, std::string_view json, std::string_view expression) && {
        return std::move(*this).example(fail(code), json, expression);
    }
    /* The next parameter; the judge takes a `Type` more. */
    template <class Type>
    definition<Arguments..., Type> parameter(const assay::parameter<Type> &parameter) && {
        parts_.parameters.push_back(kept(parameter.raw));
        return definition<Arguments..., Type>(std::move(parts_));
    }

    /* Ends with a function: verdict(field_value, arguments...) or verdict(const row &, arguments...). */
    template <class Function> rule judge(Function function) && {
        using judged = bound_function<Function, Arguments...>;
        judged::function = kept(std::move(function));
        return std::move(*this).template judge<judged>();
    }
    /* Ends with a class that is constructed from the arguments, once for each use of the rule, and
     * has a const operator() that takes a field_value or a const row &. */
    template <class Class> rule judge() && {
        using functions = rule_functions<Class, Arguments...>;
        parts_.raw.create = functions::create;
        parts_.raw.evaluate = functions::evaluate;
        parts_.raw.destroy = functions::destroy;
        return std::move(parts_).assemble();
    }

  private:
    definition example(verdict expected, std::string_view json, std::string_view expression) && {
        assay_example made{};
        made.struct_size = sizeof made;
        made.status = expected.status;
        made.code = expected.code;
        made.value = kept_text(json);
        made.expression = kept_text(expression);
        parts_.examples.push_back(kept(made));
        return std::move(*this);
    }

    rule_parts parts_;
};

inline definition<> define(std::string_view id, std::string_view summary) {
    rule_parts parts;
    parts.raw.struct_size = sizeof parts.raw;
    parts.raw.flags = ASSAY_RULE_CONCURRENT | ASSAY_RULE_PURE;
    parts.raw.id = kept_text(id);
    parts.raw.summary = kept_text(summary);
    return definition<>(std::move(parts));
}

/* The table of a plugin; NULL when there is no memory for it. */
template <class MakeRules>
const assay_plugin *make_table(assay_str id, assay_str version, MakeRules make_rules) noexcept {
    try {
        const std::vector<rule> &rules = *kept(make_rules());
        assay_plugin made{};
        made.magic = ASSAY_MAGIC;
        made.struct_size = sizeof made;
        made.abi_major = ASSAY_ABI_MAJOR;
        made.abi_minor = ASSAY_ABI_MINOR;
        made.id = id;
        made.version = version;
        made.rule_count = static_cast<std::uint32_t>(rules.size());
        made.rules = rules.data();
        return kept(made);
    } catch (...) {
        return nullptr;
    }
}

} // namespace assay
#pragma GCC visibility pop

/* Defines the entry function, once in a plugin; behind the version stand its rules. */
#define ASSAY_PLUGIN(id_, version_, ...)                                                                     \
    const assay_plugin *assay_plugin_entry_v1(const assay_host *host) {                                      \
        static const assay_plugin *const table =                                                             \
            ::assay::make_table(ASSAY_STR_LITERAL(id_), ASSAY_STR_LITERAL(version_),                         \
                                [] { return std::vector<::assay::rule>{__VA_ARGS__}; });                     \
        return host ? table : nullptr;                                                                       \
    }

#endif
