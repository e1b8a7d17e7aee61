/* SPDX-License-Identifier: Apache-2.0
 *
 * The files of new plugins, by language: the templates under `Plugins/New`, and the contract with the
 * layer of the language as they are in `Plugins`. */
#include "plugin_templates.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

/* clang-format off */
static const char contract[] = {
#embed "../../../Plugins/ABI/include/assay_plugin.h" suffix(, 0)
};
static const char services[] = {
#embed "../../../Plugins/ABI/include/assay_services.h" suffix(, 0)
};

static const char cases[] = {
#embed "../../../Plugins/New/common/cases.yaml" suffix(, 0)
};

static const char ignored[] = {
#embed "../../../Plugins/New/common/gitignore" suffix(, 0)
};

static const char workflow[] = {
#embed "../../../Plugins/New/common/ci.yml" suffix(, 0)
};

static const char rules[] = {
#embed "../../../Plugins/New/common/RULES.md" suffix(, 0)
};

static const assay_template_file files[] = {
    {"c", "include/assay_plugin.h", contract, 0},
    {"c", "include/assay_plugin_c.h", (const char[]){
#embed "../../../Plugins/ABI/include/assay_plugin_c.h" suffix(, 0)
    }, 0},
    {"c", ".gitignore", ignored, 0},
    {"c", ".github/workflows/plugin.yml", workflow, 1},
    {"c", "RULES.md", rules, 1},
    {"c", "cases.yaml", cases, 1},
    {"c", "include/assay_services.h", services, 0},
    {"c", "Makefile", (const char[]){
#embed "../../../Plugins/New/c/Makefile" suffix(, 0)
    }, 1},
    {"c", "README.md", (const char[]){
#embed "../../../Plugins/New/c/README.md" suffix(, 0)
    }, 1},
    {"c", "plugin.c", (const char[]){
#embed "../../../Plugins/New/c/plugin.c" suffix(, 0)
    }, 1},

    {"cpp", "include/assay_plugin.h", contract, 0},
    {"cpp", "include/assay_plugin.hpp", (const char[]){
#embed "../../../Plugins/ABI/include/assay_plugin.hpp" suffix(, 0)
    }, 0},
    {"cpp", "include/assay_plugin_functions.hpp", (const char[]){
#embed "../../../Plugins/ABI/include/assay_plugin_functions.hpp" suffix(, 0)
    }, 0},
    {"cpp", "include/assay_plugin_parameters.hpp", (const char[]){
#embed "../../../Plugins/ABI/include/assay_plugin_parameters.hpp" suffix(, 0)
    }, 0},
    {"cpp", "include/assay_plugin_values.hpp", (const char[]){
#embed "../../../Plugins/ABI/include/assay_plugin_values.hpp" suffix(, 0)
    }, 0},
    {"cpp", ".gitignore", ignored, 0},
    {"cpp", ".github/workflows/plugin.yml", workflow, 1},
    {"cpp", "RULES.md", rules, 1},
    {"cpp", "cases.yaml", cases, 1},
    {"cpp", "include/assay_services.h", services, 0},
    {"cpp", "include/assay_services.hpp", (const char[]){
#embed "../../../Plugins/ABI/include/assay_services.hpp" suffix(, 0)
    }, 0},
    {"cpp", "Makefile", (const char[]){
#embed "../../../Plugins/New/cpp/Makefile" suffix(, 0)
    }, 1},
    {"cpp", "README.md", (const char[]){
#embed "../../../Plugins/New/cpp/README.md" suffix(, 0)
    }, 1},
    {"cpp", "plugin.cpp", (const char[]){
#embed "../../../Plugins/New/cpp/plugin.cpp" suffix(, 0)
    }, 1},

    {"rust", "assay-plugin/Cargo.toml", (const char[]){
#embed "../../../Plugins/Rust/assay-plugin/Cargo.toml" suffix(, 0)
    }, 0},
    {"rust", "assay-plugin/src/abi.rs", (const char[]){
#embed "../../../Plugins/Rust/assay-plugin/src/abi.rs" suffix(, 0)
    }, 0},
    {"rust", "assay-plugin/src/boundary.rs", (const char[]){
#embed "../../../Plugins/Rust/assay-plugin/src/boundary.rs" suffix(, 0)
    }, 0},
    {"rust", "assay-plugin/src/definition.rs", (const char[]){
#embed "../../../Plugins/Rust/assay-plugin/src/definition.rs" suffix(, 0)
    }, 0},
    {"rust", "assay-plugin/src/lib.rs", (const char[]){
#embed "../../../Plugins/Rust/assay-plugin/src/lib.rs" suffix(, 0)
    }, 0},
    {"rust", "assay-plugin/src/row.rs", (const char[]){
#embed "../../../Plugins/Rust/assay-plugin/src/row.rs" suffix(, 0)
    }, 0},
    {"rust", "assay-plugin/src/services.rs", (const char[]){
#embed "../../../Plugins/Rust/assay-plugin/src/services.rs" suffix(, 0)
    }, 0},
    {"rust", "assay-plugin/src/table.rs", (const char[]){
#embed "../../../Plugins/Rust/assay-plugin/src/table.rs" suffix(, 0)
    }, 0},
    {"rust", "assay-plugin/src/value.rs", (const char[]){
#embed "../../../Plugins/Rust/assay-plugin/src/value.rs" suffix(, 0)
    }, 0},
    {"rust", "Cargo.toml", (const char[]){
#embed "../../../Plugins/New/rust/Cargo.toml" suffix(, 0)
    }, 1},
    {"rust", ".gitignore", ignored, 0},
    {"rust", ".github/workflows/plugin.yml", (const char[]){
#embed "../../../Plugins/New/rust/ci.yml" suffix(, 0)
    }, 1},
    {"rust", "RULES.md", rules, 1},
    {"rust", "cases.yaml", cases, 1},
    {"rust", "Makefile", (const char[]){
#embed "../../../Plugins/New/rust/Makefile" suffix(, 0)
    }, 1},
    {"rust", "README.md", (const char[]){
#embed "../../../Plugins/New/rust/README.md" suffix(, 0)
    }, 1},
    {"rust", "src/lib.rs", (const char[]){
#embed "../../../Plugins/New/rust/src/lib.rs" suffix(, 0)
    }, 1},

    {"swift", "assay-plugin-kit/ABI/include/assay_plugin.h", contract, 0},
    {"swift", "assay-plugin-kit/ABI/include/assay_services.h", services, 0},
    {"swift", "assay-plugin-kit/ABI/include/module.modulemap", (const char[]){
#embed "../../../Plugins/ABI/include/module.modulemap" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/ABI/abi.c", (const char[]){
#embed "../../../Plugins/ABI/abi.c" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/Arguments.swift", (const char[]){
#embed "../../../Plugins/Kit/Arguments.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/CallOffers.swift", (const char[]){
#embed "../../../Plugins/Kit/CallOffers.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/FieldValue.swift", (const char[]){
#embed "../../../Plugins/Kit/FieldValue.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/Plugin.swift", (const char[]){
#embed "../../../Plugins/Kit/Plugin.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/PluginSettings.swift", (const char[]){
#embed "../../../Plugins/Kit/PluginSettings.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/Rule.swift", (const char[]){
#embed "../../../Plugins/Kit/Rule.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/RuleChoice.swift", (const char[]){
#embed "../../../Plugins/Kit/RuleChoice.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/RuleCodes.swift", (const char[]){
#embed "../../../Plugins/Kit/RuleCodes.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/RuleContext.swift", (const char[]){
#embed "../../../Plugins/Kit/RuleContext.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/RuleDefinition.swift", (const char[]){
#embed "../../../Plugins/Kit/RuleDefinition.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/RuleFunctions.swift", (const char[]){
#embed "../../../Plugins/Kit/RuleFunctions.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/RuleParameter.swift", (const char[]){
#embed "../../../Plugins/Kit/RuleParameter.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/ServicesCounter.swift", (const char[]){
#embed "../../../Plugins/Kit/ServicesCounter.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/ServicesFinding.swift", (const char[]){
#embed "../../../Plugins/Kit/ServicesFinding.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/ServicesPattern.swift", (const char[]){
#embed "../../../Plugins/Kit/ServicesPattern.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/ServicesValues.swift", (const char[]){
#embed "../../../Plugins/Kit/ServicesValues.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/SettingsFunctions.swift", (const char[]){
#embed "../../../Plugins/Kit/SettingsFunctions.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/TableMemory.swift", (const char[]){
#embed "../../../Plugins/Kit/TableMemory.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/Value.swift", (const char[]){
#embed "../../../Plugins/Kit/Value.swift" suffix(, 0)
    }, 0},
    {"swift", "assay-plugin-kit/Kit/ValueKind.swift", (const char[]){
#embed "../../../Plugins/Kit/ValueKind.swift" suffix(, 0)
    }, 0},
    {"swift", ".gitignore", ignored, 0},
    {"swift", ".github/workflows/plugin.yml", workflow, 1},
    {"swift", "RULES.md", rules, 1},
    {"swift", "cases.yaml", cases, 1},
    {"swift", "Makefile", (const char[]){
#embed "../../../Plugins/New/swift/Makefile" suffix(, 0)
    }, 1},
    {"swift", "Package.swift", (const char[]){
#embed "../../../Plugins/New/swift/Package.swift" suffix(, 0)
    }, 1},
    {"swift", "README.md", (const char[]){
#embed "../../../Plugins/New/swift/README.md" suffix(, 0)
    }, 1},
    {"swift", "Sources/Rules/SampleRule.swift", (const char[]){
#embed "../../../Plugins/New/swift/Sources/Rules/SampleRule.swift" suffix(, 0)
    }, 1},
    {"swift", "Sources/Rules/Plugin.swift", (const char[]){
#embed "../../../Plugins/New/swift/Sources/Rules/Plugin.swift" suffix(, 0)
    }, 1},
    {"swift", "assay-plugin-kit/Package.swift", (const char[]){
#embed "../../../Plugins/New/swift/assay-plugin-kit/Package.swift" suffix(, 0)
    }, 1},
};
/* clang-format on */

const assay_template_file *const assay_template_files = files;
const uint32_t assay_template_count = sizeof files / sizeof files[0];
