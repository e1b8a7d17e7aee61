// SPDX-License-Identifier: Apache-2.0
import Testing

/// A plugin with one mistake in its table, and what is said about it.
struct TableMistake: CustomTestStringConvertible, Sendable {
    let name: String
    let macros: String
    let found: String
    let expected: String
    let remedy: String

    init(
        _ name: String, _ macros: String, _ found: String, _ expected: String,
        _ remedy: String = "correct the plugin's table (see assay_plugin.h)"
    ) {
        self.name = name
        self.macros = macros
        self.found = found
        self.expected = expected
        self.remedy = remedy
    }

    var testDescription: String { name }

    static var all: [TableMistake] {
        headMistakes + ruleMistakes + configurationMistakes + meaningMistakes
    }
}

private let idSyntax = "1 to 64 letters, digits and '-' that start with a letter"
private let ruleSyntax = "letters and digits that start with a lower-case letter"
private let badUTF8 = "{(const uint8_t *)\"a\\xff\", 2}"

private func size(_ type: String) -> String { "set .struct_size to sizeof(\(type))" }

private let headMistakes: [TableMistake] = [
    .init(
        "bad magic", "#define PLUGIN .magic = 0x12345678", "magic 0x12345678",
        "ASSAY_MAGIC, 0x59415341", "return an assay_plugin from assay_plugin_entry_v1"),
    .init(
        "future major", "#define PLUGIN .abi_major = 2", "version 2 of the contract", "version 1",
        "build the plugin with this host's assay_plugin.h"),
    .init(
        "size 0", "#define PLUGIN .struct_size = 0", "struct_size 0 (the plugin)",
        "at least 96, the size of assay_plugin in version 1.0", size("assay_plugin")),
    .init(
        "short", "#define PLUGIN .struct_size = 95", "struct_size 95 (the plugin)",
        "at least 96, the size of assay_plugin in version 1.0", size("assay_plugin")),
    .init(
        "huge", "#define PLUGIN .struct_size = 0xFFFFFFFF", "struct_size 4294967295 (the plugin)",
        "at least 96, the size of assay_plugin in version 1.0", size("assay_plugin")),
    .init(
        "table in no memory", "#define ENTRY (const assay_plugin *)16",
        "a pointer to unmapped memory, 0x10 (the table)", "readable memory"),
    .init(
        "misaligned table", "#define ENTRY (const assay_plugin *)17",
        "the misaligned pointer 0x11 (the table)", "an address that is a multiple of 4"),
    .init("empty id", "#define PLUGIN .id = {0, 0}", "'' (the plugin's id)", idSyntax),
    .init(
        "id with a dot", "#define PLUGIN .id = STR(\"a.b\")", "'a.b' (the plugin's id)", idSyntax),
    .init(
        "id with a digit first", "#define PLUGIN .id = STR(\"1a\")", "'1a' (the plugin's id)",
        idSyntax),
    .init(
        "id that is no UTF-8", "#define PLUGIN .id = \(badUTF8)",
        "bytes that are not UTF-8 (the plugin's id)", "UTF-8"),
    .init(
        "id in no memory", "#define PLUGIN .id = {(const uint8_t *)16, 4}",
        "a pointer to unmapped memory, 0x10 (the plugin's id)", "readable memory"),
    .init(
        "id of 2^63 bytes", "#define PLUGIN .id = {(const uint8_t *)16, 1ull << 63}",
        "a text of 9223372036854775808 bytes (the plugin's id)", "at most 65536"),
    .init(
        "no version", "#define PLUGIN .version = {0, 0}", "'' (the plugin's version)",
        "a semantic version like 1.0.0"),
    .init(
        "version of two numbers", "#define PLUGIN .version = STR(\"1.0\")",
        "'1.0' (the plugin's version)", "a semantic version like 1.0.0"),
    .init(
        "init that is no code", "#define PLUGIN .init = (void *)16",
        "a pointer that does not lead to code, 0x10 (init)", "a function"),
    .init("no rules", "#define PLUGIN .rules = 0", "NULL (the list of rules)", "a pointer"),
    .init("no rule", "#define PLUGIN .rule_count = 0", "0 rules (rule_count)", "1 to 4096"),
    .init(
        "2^32-1 rules", "#define PLUGIN .rule_count = 0xFFFFFFFF", "4294967295 rules (rule_count)",
        "1 to 4096"),
    .init(
        "rules in no memory", "#define PLUGIN .rules = (void *)16",
        "a pointer to unmapped memory, 0x10 (the list of rules)", "readable memory"),
]

private let ruleMistakes: [TableMistake] = [
    .init("NULL rule", "#define RULES 0", "NULL (rule 0)", "a pointer"),
    .init("second rule NULL", "#define RULES &rule, 0", "NULL (rule 1)", "a pointer"),
    .init(
        "rule in no memory", "#define RULES (void *)16",
        "a pointer to unmapped memory, 0x10 (rule 0)",
        "readable memory"),
    .init(
        "misaligned rule", "#define RULES (void *)17", "the misaligned pointer 0x11 (rule 0)",
        "an address that is a multiple of 8"),
    .init(
        "short rule", "#define RULE .struct_size = 103", "struct_size 103 (rule 0)",
        "at least 104, the size of assay_rule in version 1.0", size("assay_rule")),
    .init("NULL evaluate", "#define RULE .evaluate = 0", "NULL (rule 0: evaluate)", "a function"),
    .init(
        "evaluate that is no code", "#define RULE .evaluate = (void *)16",
        "a pointer that does not lead to code, 0x10 (rule 0: evaluate)", "a function"),
    .init(
        "create that is no code", "#define RULE .create = (void *)16",
        "a pointer that does not lead to code, 0x10 (rule 0: create)", "a function"),
    .init(
        "unknown flags", "#define RULE .flags = 0x80", "0x80 (rule 0: flags)",
        "bits of 0x7 only"),
    .init(
        "unknown kinds", "#define RULE .kinds = 0x800", "0x800 (rule 0: kinds)",
        "bits of 0x7ff only"),
    .init("empty rule id", "#define RULE .id = {0, 0}", "'' (rule 0: id)", ruleSyntax),
    .init(
        "rule id with a dot", "#define RULE .id = STR(\"a.b\")", "'a.b' (rule 0: id)", ruleSyntax),
    .init(
        "rule id that is no UTF-8", "#define RULE .id = \(badUTF8)",
        "bytes that are not UTF-8 (rule 0: id)", "UTF-8"),
    .init(
        "the same id twice", "#define RULES &rule, &rule", "'hostile.even' twice (rules 0 and 1)",
        "a different id for each rule"),
    .init(
        "2^32-1 codes", "#define RULE .code_count = 0xFFFFFFFF",
        "4294967295 entries (rule 0: codes)", "at most 256"),
    .init("NULL codes", "#define RULE .codes = 0", "NULL (rule 0: codes)", "a pointer"),
    .init(
        "code of size 0", "#define CODE .struct_size = 0", "struct_size 0 (rule 0, code 0)",
        "at least 64, the size of assay_code in version 1.0", size("assay_code")),
    .init(
        "message in no memory", "#define CODE .message = {(void *)16, 1}",
        "a pointer to unmapped memory, 0x10 (rule 0, code 0: message)", "readable memory"),
    .init(
        "NULL argument names", "#define CODE .argument_count = 1",
        "NULL (rule 0, code 0: argument_names)", "a pointer"),
    .init(
        "parameter of type 99", "#define PARAMETER .type = 99",
        "type 99 (rule 0 'even', parameter 0)", "a type from 1 to 9"),
    .init(
        "choices that are none", "#define PARAMETER .type = ASSAY_PARAM_CHOICE",
        "NULL (rule 0 'even', parameter 0: choices)", "a pointer"),
    .init(
        "minimum above maximum", "#define PARAMETER .minimum = 2, .maximum = 1",
        "minimum 2, maximum 1 (rule 0 'even', parameter 0)",
        "a minimum that is not above the maximum"),
    .init(
        "default of a wild address",
        "#define PARAMETER .default_value = {ASSAY_STR, 0, {.ptr = (void *)16}, 3}",
        "a pointer to unmapped memory, 0x10 (rule 0, parameter 0: default_value)", "readable memory"
    ),
    .init(
        "example that is no JSON", "#define EXAMPLE .value = STR(\"{\")",
        "'{' (rule 0 'even', example 0)", "JSON"),
    .init(
        "example without a code",
        "#define EXAMPLE .status = ASSAY_FAIL, .code = 7",
        "code 7 (rule 0 'even', example 0)", "one of 1 codes"),
    .init(
        "example with a reserved field", "#define EXAMPLE .reserved = 1",
        "0x1 (rule 0, example 0: reserved)", "0"),
    .init(
        "example of no status", "#define EXAMPLE .status = 9", "status 9 (rule 0, example 0)",
        "ASSAY_PASS or ASSAY_FAIL"),
    .init(
        "code with a reserved field", "#define CODE .reserved = 1",
        "0x1 (rule 0, code 0: reserved)", "0"),
    .init(
        "NULL translations", "#define CODE .translation_count = 1",
        "NULL (rule 0, code 0: translations)", "a pointer"),
    .init(
        "translation in no memory", translated("{STR(\"de\"), {(void *)16, 1}}"),
        "a pointer to unmapped memory, 0x10 (rule 0, code 0: translations)", "readable memory"),
    .init(
        "two translations into a language",
        translated("{STR(\"de\"), STR(\"a\")}, {STR(\"de\"), STR(\"b\")}"),
        "'de' twice (rule 0 'even', code 0: translations)", "one message for a language"),
]

/// A code with these translations.
func translated(_ list: String) -> String {
    """
    static const assay_translation translations[] = {\(list)};
    #define CODE .translations = translations, \\
        .translation_count = sizeof translations / sizeof translations[0]
    """
}

private func settings(_ parameter: String) -> String {
    """
    static const assay_parameter setting = {.struct_size = sizeof setting, \(parameter)};
    static const assay_parameter *const settings[] = {&setting};
    #define PLUGIN .configuration_count = 1, .configuration = settings
    """
}

private let configurationMistakes: [TableMistake] = [
    .init(
        "plugin with a reserved field", "#define PLUGIN .reserved = 1",
        "0x1 (configuration: reserved)", "0"),
    .init(
        "2^32-1 settings", "#define PLUGIN .configuration_count = 0xFFFFFFFF",
        "4294967295 entries (configuration: parameters)", "at most 256"),
    .init(
        "NULL settings", "#define PLUGIN .configuration_count = 1",
        "NULL (configuration: parameters)", "a pointer"),
    .init(
        "setting of type 99", settings(".type = 99"), "type 99 (configuration, parameter 0)",
        "a type from 1 to 9"),
    .init(
        "setting that is a field",
        settings(".type = ASSAY_PARAM_FIELD, .name = STR(\"other\")"),
        "the type field (configuration, 'other')", "a type that a setting can have"),
]
