/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_plugin_functions.hpp: the functions of the contract for rules and settings in C++. Part of
 * assay_plugin.hpp. */
#ifndef ASSAY_PLUGIN_FUNCTIONS_HPP
#define ASSAY_PLUGIN_FUNCTIONS_HPP 1
#include "assay_plugin_parameters.hpp"

#include <tuple>

#pragma GCC visibility push(hidden)
namespace assay {

/* Checks take the value or the row, then the arguments. */
template <class Check, class... Arguments>
verdict call_check(const Check &check, const row &row, const Arguments &...arguments) {
    constexpr bool takes_value =
        std::is_invocable_r_v<verdict, const Check &, field_value, const Arguments &...>;
    constexpr bool takes_row =
        std::is_invocable_r_v<verdict, const Check &, const assay::row &, const Arguments &...>;
    static_assert(takes_value || takes_row,
                  "a check is const, returns assay::verdict, and takes assay::field_value or "
                  "const assay::row &; a function takes after it the settings of assay::define<Settings> "
                  "and a value for each parameter, in their order");
    if constexpr (takes_value)
        return check(row.value(), arguments...);
    else if constexpr (takes_row)
        return check(row, arguments...);
    else
        return {};
}

/* A function with the arguments of one use of the rule. Its closure is kept once for all uses. */
template <class Function, class... Arguments> class bound_function {
  public:
    explicit bound_function(Arguments... arguments) : arguments_(std::move(arguments)...) {}

    verdict operator()(const row &row) const {
        return std::apply([&](const Arguments &...each) { return call_check(*function, row, each...); },
                          arguments_);
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
                out[index] = call_check(rule, row(*call, *batch, index));
            } catch (const cancelled &) {
                return ASSAY_E_CANCELLED;
            } catch (...) {
                out[index].status = ASSAY_UNDECIDED;
                report_exception(call, ASSAY_E_INTERNAL, &index);
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

} // namespace assay
#pragma GCC visibility pop

#endif
