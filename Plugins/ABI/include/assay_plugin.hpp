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
 * A plugin with settings has a class for them, which is constructed from the configuration and which
 * judges take before their arguments:
 *
 *     struct limits {
 *         explicit limits(std::int64_t bytes) : bytes(bytes) {}
 *         std::int64_t bytes;
 *     };
 *
 *     static assay::rule_for<limits> small() {
 *         return assay::define<limits>("small", "A text within the limit of the service")
 *             .kinds(assay::kinds::string)
 *             .code("small.long", "must be shorter").translation("de", "muss kürzer sein")
 *             .judge([](assay::field_value value, const limits &limits) {
 *                 return assay::pass_if(static_cast<std::int64_t>(value.text().size()) <= limits.bytes);
 *             });
 *     }
 *
 *     ASSAY_PLUGIN_WITH_SETTINGS(
 *         "acme", "1.0.0", assay::settings<limits>().parameter(assay::integer("bytes", "the most bytes")),
 *         small())
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

#include <functional>
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

template <class Rule, class Settings, class... Arguments> struct rule_functions {
    static assay_rc create(void *state, const assay_call *call, const assay_value *params,
                           void **inst) noexcept {
        try {
            *inst = make(state, params, std::index_sequence_for<Arguments...>());
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
    static Rule *make(const void *state, const assay_value *params, std::index_sequence<Index...>) {
        static_cast<void>(state);
        static_cast<void>(params);
        if constexpr (std::is_void_v<Settings>)
            return new Rule(argument_reader<Arguments>::read(params[Index])...);
        else
            return new Rule(*static_cast<const Settings *>(state),
                            argument_reader<Arguments>::read(params[Index])...);
    }
};

template <class Settings, class... Arguments> struct settings_functions {
    static assay_rc init(const assay_host *, const assay_call *call, const assay_value *config,
                         void **state) noexcept {
        try {
            *state = make(config->as.members, std::index_sequence_for<Arguments...>());
            return ASSAY_OK;
        } catch (...) {
            return report_exception(call, ASSAY_E_CONFIG);
        }
    }

    static void shutdown(void *state) noexcept { delete static_cast<Settings *>(state); }

  private:
    template <std::size_t... Index>
    static Settings *make(const assay_member *given, std::index_sequence<Index...>) {
        return new Settings(argument_reader<Arguments>::read(given[Index].value)...);
    }
};

/* ---- rules and the plugin -------------------------------------------------------------------------- */

/* A rule that is complete, for a plugin with these settings. */
template <class Settings> class rule_for {
  public:
    explicit rule_for(const assay_rule *raw) noexcept : raw_(raw) {}
    /* A rule that needs none is one for any. */
    template <class None, std::enable_if_t<std::is_void_v<None> && !std::is_void_v<Settings>, int> = 0>
    rule_for(rule_for<None> other) noexcept : raw_(other.raw()) {}

    const assay_rule *raw() const noexcept { return raw_; }

  private:
    const assay_rule *raw_;
};
using rule = rule_for<void>;

/* What a definition has gathered. */
struct rule_parts {
    const assay_rule *assemble() && {
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
    std::vector<assay_code *> codes;
    std::vector<const assay_example *> examples;
};

/* A rule as far as it is described; `Arguments` are the types of its parameters so far. */
template <class Settings, class... Arguments> class definition {
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
    /* Codes are numbered from 0. `names` are those of `row::fail`'s arguments. */
    definition code(std::string_view id, std::string_view message,
                    std::initializer_list<std::string_view> names = {}) && {
        assay_code made{};
        made.struct_size = sizeof made;
        made.argument_count = static_cast<std::uint32_t>(names.size());
        made.id = kept_text(id);
        made.message = kept_text(message);
        made.argument_names = kept_texts(names);
        parts_.codes.push_back(kept(made));
        return std::move(*this);
    }
    /* The message of the code before in another language, by its BCP 47 tag. */
    definition translation(std::string_view language, std::string_view message) && {
        assay_code &code = *parts_.codes.at(parts_.codes.size() - 1);
        std::vector<assay_translation> all(code.translations, code.translations + code.translation_count);
        all.push_back({kept_text(language), kept_text(message)});
        code.translations = kept(std::move(all))->data();
        code.translation_count++;
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
    definition<Settings, Arguments..., Type> parameter(const assay::parameter<Type> &parameter) && {
        parts_.parameters.push_back(kept(parameter.raw));
        return definition<Settings, Arguments..., Type>(std::move(parts_));
    }

    /* Ends with a function: verdict(field_value, arguments...) or verdict(const row &, arguments...),
     * with the settings before the arguments if there are any. */
    template <class Function> rule_for<Settings> judge(Function function) && {
        using judged = std::conditional_t<
            std::is_void_v<Settings>, bound_function<Function, Arguments...>,
            bound_function<Function, std::reference_wrapper<const Settings>, Arguments...>>;
        judged::function = kept(std::move(function));
        return std::move(*this).template judge<judged>();
    }
    /* Ends with a class that is constructed from the settings, if there are any, and the arguments,
     * once for each use of the rule, and has a const operator() that takes a field_value or a
     * const row &. */
    template <class Class> rule_for<Settings> judge() && {
        using functions = rule_functions<Class, Settings, Arguments...>;
        parts_.raw.create = functions::create;
        parts_.raw.evaluate = functions::evaluate;
        parts_.raw.destroy = functions::destroy;
        return rule_for<Settings>(std::move(parts_).assemble());
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

/* A rule of a plugin with `Settings`, or of any plugin. */
template <class Settings = void> definition<Settings> define(std::string_view id, std::string_view summary) {
    rule_parts parts;
    parts.raw.struct_size = sizeof parts.raw;
    parts.raw.flags = ASSAY_RULE_CONCURRENT | ASSAY_RULE_PURE;
    parts.raw.id = kept_text(id);
    parts.raw.summary = kept_text(summary);
    return definition<Settings>(std::move(parts));
}

/* The settings of a plugin as far as they are described: `Settings` is constructed from arguments of
 * these types when the plugin is loaded, and refuses it with assay::refusal. */
template <class Settings, class... Arguments> class settings_definition {
  public:
    explicit settings_definition(std::vector<const assay_parameter *> parameters = {})
        : parameters_(std::move(parameters)) {}

    /* The next setting; a field or a pattern is none. */
    template <class Type>
    settings_definition<Settings, Arguments..., Type> parameter(const assay::parameter<Type> &parameter) && {
        parameters_.push_back(kept(parameter.raw));
        return settings_definition<Settings, Arguments..., Type>(std::move(parameters_));
    }

    /* For make_table. */
    using list_of_rules = std::vector<rule_for<Settings>>;
    void describe(assay_plugin &plugin) && {
        const std::vector<const assay_parameter *> &parameters = *kept(std::move(parameters_));
        plugin.configuration = parameters.data();
        plugin.configuration_count = static_cast<std::uint32_t>(parameters.size());
        plugin.init = settings_functions<Settings, Arguments...>::init;
        plugin.shutdown = settings_functions<Settings, Arguments...>::shutdown;
    }

  private:
    std::vector<const assay_parameter *> parameters_;
};

template <class Settings> settings_definition<Settings> settings() { return settings_definition<Settings>(); }

struct no_settings {
    using list_of_rules = std::vector<rule>;
    void describe(assay_plugin &) && {}
};

/* The table of a plugin; NULL when there is no memory for it. */
template <class MakeSettings, class MakeRules>
const assay_plugin *make_table(assay_str id, assay_str version, MakeSettings make_settings,
                               MakeRules make_rules) noexcept {
    try {
        std::vector<const assay_rule *> &rules = *kept(std::vector<const assay_rule *>());
        for (const auto &each : make_rules())
            rules.push_back(each.raw());
        assay_plugin made{};
        made.magic = ASSAY_MAGIC;
        made.struct_size = sizeof made;
        made.abi_major = ASSAY_ABI_MAJOR;
        made.abi_minor = ASSAY_ABI_MINOR;
        made.id = id;
        made.version = version;
        made.rule_count = static_cast<std::uint32_t>(rules.size());
        made.rules = rules.data();
        make_settings().describe(made);
        return kept(made);
    } catch (...) {
        return nullptr;
    }
}

} // namespace assay
#pragma GCC visibility pop

/* Defines the entry function, once in a plugin; behind the version stand its rules. */
#define ASSAY_PLUGIN(id_, version_, ...)                                                                     \
    ASSAY_PLUGIN_WITH_SETTINGS(id_, version_, ::assay::no_settings(), __VA_ARGS__)

/* The same for a plugin with settings, `assay::settings<...>()...`, which stand before the rules. */
#define ASSAY_PLUGIN_WITH_SETTINGS(id_, version_, settings_, ...)                                            \
    const assay_plugin *assay_plugin_entry_v1(const assay_host *host) {                                      \
        static const assay_plugin *const table = ::assay::make_table(                                        \
            ASSAY_STR_LITERAL(id_), ASSAY_STR_LITERAL(version_), [] { return settings_; },                   \
            [] { return typename decltype(settings_)::list_of_rules{__VA_ARGS__}; });                        \
        return host ? table : nullptr;                                                                       \
    }

#endif
