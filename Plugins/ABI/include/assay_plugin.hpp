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
 *             .check([](assay::field_value value) { return assay::pass_if(value.integer() % 2 == 0); });
 *     }
 *
 *     ASSAY_PLUGIN("template", "1.0.0", even())
 *
 * A plugin with settings has a class for them, which is constructed from the configuration and which
 * checks take before their arguments:
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
 *             .check([](assay::field_value value, const limits &limits) {
 *                 return assay::pass_if(static_cast<std::int64_t>(value.text().size()) <= limits.bytes);
 *             });
 *     }
 *
 *     ASSAY_PLUGIN("acme", "1.0.0",
 *                  assay::settings<limits>().parameter(assay::integer("bytes", "the most bytes")), small())
 *
 * No exception leaves the plugin. One that a rule throws at a row makes that row undecided; one that
 * it throws when it is made is told as the reason why it cannot be used, where assay::rejection means
 * that the arguments are wrong.
 *
 * Rules are called from several threads at once unless `flags` says otherwise; they are const.
 */
#ifndef ASSAY_PLUGIN_HPP
#define ASSAY_PLUGIN_HPP 1
#include "assay_plugin_functions.hpp"

#include <functional>
#include <tuple>

#pragma GCC visibility push(hidden)
namespace assay {

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
    std::vector<assay_example *> examples;
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
    /* What to use instead of the rule, or of the code before once there is one: a phrase. */
    definition deprecated(std::string_view replacement) && {
        assay_str &deprecation =
            parts_.codes.empty() ? parts_.raw.deprecation : parts_.codes.back()->deprecation;
        deprecation = kept_text(replacement);
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
    /* Examples: JSON, and the rule as written in a rule set. */
    definition valid(std::string_view json, std::string_view expression) && {
        return std::move(*this).example(pass(), json, expression);
    }
    definition invalid(std::uint32_t code, std::string_view json, std::string_view expression) && {
        return std::move(*this).example(fail(code), json, expression);
    }
    /* The other fields of the record in which the example before holds: a JSON object. */
    definition with_fields(std::string_view json) && {
        parts_.examples.at(parts_.examples.size() - 1)->fields = kept_text(json);
        return std::move(*this);
    }
    /* The configuration of the plugin under which the example before holds: a JSON object. */
    definition with_settings(std::string_view json) && {
        parts_.examples.at(parts_.examples.size() - 1)->settings = kept_text(json);
        return std::move(*this);
    }
    /* The next parameter; the check takes a `Type` more. */
    template <class Type>
    definition<Settings, Arguments..., Type> parameter(const assay::parameter<Type> &parameter) && {
        parts_.parameters.push_back(kept(parameter.raw));
        return definition<Settings, Arguments..., Type>(std::move(parts_));
    }

    /* Ends with a function: verdict(field_value, arguments...) or verdict(const row &, arguments...),
     * with the settings before the arguments if there are any. */
    template <class Function> rule_for<Settings> check(Function function) && {
        using checked = std::conditional_t<
            std::is_void_v<Settings>, bound_function<Function, Arguments...>,
            bound_function<Function, std::reference_wrapper<const Settings>, Arguments...>>;
        checked::function = kept(std::move(function));
        return std::move(*this).template check<checked>();
    }
    /* Ends with a class that is constructed from the settings, if there are any, and the arguments,
     * once for each use of the rule, and has a const operator() that takes a field_value or a
     * const row &. */
    template <class Class> rule_for<Settings> check() && {
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
 * these types when the plugin is loaded, and rejects it with assay::rejection. */
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

/* The host that the entry function received; NULL before. */
inline const assay_host *known_host = nullptr;

/* The directory of the plugin's data files, without '/' at its end; empty with a host of version 1.1. */
inline std::string_view directory() {
    if (!known_host || known_host->struct_size < offsetof(assay_host, directory) + sizeof(assay_str))
        return {};
    const assay_str path = known_host->directory;
    return {reinterpret_cast<const char *>(path.ptr), static_cast<std::size_t>(path.len)};
}

/* What a plugin says of itself, for ASSAY_PLUGIN: `assay::about().vendor("The Company")`. */
class about {
  public:
    /* Who makes the plugin: one line of text. */
    about vendor(std::string_view text) && {
        vendor_ = text;
        return *this;
    }
    /* Where it is described: https:// or http://. */
    about url(std::string_view text) && {
        url_ = text;
        return *this;
    }
    /* An SPDX expression. */
    about license(std::string_view text) && {
        license_ = text;
        return *this;
    }
    /* Semantic version: an older host does not load the plugin. */
    about minimum_host(std::string_view text) && {
        minimum_host_ = text;
        return *this;
    }

    /* For make_table. */
    void describe(assay_plugin &plugin) const {
        plugin.vendor = kept_text(vendor_);
        plugin.url = kept_text(url_);
        plugin.license = kept_text(license_);
        plugin.minimum_host = kept_text(minimum_host_);
    }

  private:
    std::string_view vendor_, url_, license_, minimum_host_;
};

/* ---- the parts of a plugin -------------------------------------------------------------------- */

/* The settings among the parts of a plugin: no_settings if there are none. */
template <class... Parts> struct settings_of {
    using type = no_settings;
    static constexpr int count = 0;
};
template <class Part, class... Parts> struct settings_of<Part, Parts...> : settings_of<Parts...> {};
template <class Settings, class... Arguments, class... Parts>
struct settings_of<settings_definition<Settings, Arguments...>, Parts...> {
    using type = settings_definition<Settings, Arguments...>;
    static constexpr int count = 1 + settings_of<Parts...>::count;
};

template <class Part, class Settings>
inline constexpr bool is_rule_v = std::is_convertible_v<Part, typename Settings::list_of_rules::value_type>;
template <class Part> inline constexpr bool is_any_rule_v = false;
template <class Settings> inline constexpr bool is_any_rule_v<rule_for<Settings>> = true;
template <class Part, class Settings>
inline constexpr bool is_other_v =
    std::is_same_v<Part, about> || std::is_same_v<Part, Settings> || std::is_same_v<Part, no_settings>;

template <class Settings, class Part>
void add_part(assay_plugin &plugin, std::vector<const assay_rule *> &rules, Part part) {
    static_assert(is_other_v<Part, Settings> || is_rule_v<Part, Settings>,
                  "ASSAY_PLUGIN takes rules, assay::settings and assay::about; a rule of "
                  "assay::define<Settings> needs assay::settings<Settings> among them");
    if constexpr (std::is_same_v<Part, about>)
        part.describe(plugin);
    else if constexpr (is_other_v<Part, Settings>)
        std::move(part).describe(plugin);
    else if constexpr (is_rule_v<Part, Settings>)
        rules.push_back(typename Settings::list_of_rules::value_type(part).raw());
}

template <class... Parts>
void add_parts(assay_plugin &plugin, std::vector<const assay_rule *> &rules, Parts... parts) {
    using settings = settings_of<Parts...>;
    static_assert(settings::count <= 1, "a plugin has assay::settings once");
    static_assert((is_any_rule_v<Parts> || ...),
                  "a plugin has at least one rule: name it in ASSAY_PLUGIN after the version");
    (add_part<typename settings::type>(plugin, rules, std::move(parts)), ...);
}

/* The table of a plugin; NULL when there is no memory for it. `make_parts` returns a tuple. */
template <class MakeParts>
const assay_plugin *make_table(assay_str id, assay_str version, MakeParts make_parts) noexcept {
    try {
        std::vector<const assay_rule *> &rules = *kept(std::vector<const assay_rule *>());
        assay_plugin made{};
        made.magic = ASSAY_MAGIC;
        made.struct_size = sizeof made;
        made.abi_major = ASSAY_ABI_MAJOR;
        made.abi_minor = ASSAY_ABI_MINOR;
        made.id = id;
        made.version = version;
        std::apply([&](auto... parts) { add_parts(made, rules, std::move(parts)...); }, make_parts());
        made.rule_count = static_cast<std::uint32_t>(rules.size());
        made.rules = rules.data();
        return kept(made);
    } catch (...) {
        return nullptr;
    }
}

} // namespace assay
#pragma GCC visibility pop

/* Defines the entry function, once in a plugin. After the version come its rules and, before or between
 * them, its settings, `assay::settings<...>()...`, and what it says of itself, `assay::about()...`. */
#define ASSAY_PLUGIN(id_, version_, ...)                                                                     \
    const assay_plugin *assay_plugin_entry_v1(const assay_host *host) {                                      \
        if (host)                                                                                            \
            ::assay::known_host = host;                                                                      \
        static const assay_plugin *const table =                                                             \
            ::assay::make_table(ASSAY_STR_LITERAL(id_), ASSAY_STR_LITERAL(version_),                         \
                                [] { return std::make_tuple(__VA_ARGS__); });                                \
        return host ? table : nullptr;                                                                       \
    }

/* The same under older names. */
#define ASSAY_PLUGIN_WITH_SETTINGS(id_, version_, settings_, ...)                                            \
    ASSAY_PLUGIN(id_, version_, settings_, __VA_ARGS__)
#define ASSAY_PLUGIN_ABOUT(id_, version_, about_, settings_, ...)                                            \
    ASSAY_PLUGIN(id_, version_, about_, settings_, __VA_ARGS__)

#endif
