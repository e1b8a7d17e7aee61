// SPDX-License-Identifier: Apache-2.0

// What version 1.1 of the contract added, and what in it makes no sense.
extension TableMistake {
    static var circumstanceMistakes: [TableMistake] {
        fieldMistakes + exampleSettingMistakes + originMistakes + hostMistakes
    }
}

private let fields = "rule 0 'even', example 0: fields"
private let settings = "rule 0 'even', example 0: settings"

/// The parameter of the rule is a field.
private func example(_ members: String, expression: String = "even(other)") -> String {
    """
    #define PARAMETER .type = ASSAY_PARAM_FIELD
    #define EXAMPLE .expression = STR("\(expression)"), \(members)
    """
}

private func string(_ json: String) -> String {
    "STR(\"\(json.replacing("\"", with: "\\\""))\")"
}

private let fieldMistakes: [TableMistake] = [
    .init(
        "fields that are no JSON", example(".fields = STR(\"{\")"), "'{' (\(fields))",
        "a JSON object"),
    .init(
        "fields that are no object", example(".fields = STR(\"[1]\")"), "'[1]' (\(fields))",
        "a JSON object"),
    .init(
        "fields with one name twice",
        example(".fields = " + string("{\"other\":1,\"other\":2}")),
        "'{\"other\":1,\"other\":2}' (\(fields))", "a JSON object with each name once"),
    .init(
        "fields in no memory", example(".fields = {(const uint8_t *)16, 4}"),
        "a pointer to unmapped memory, 0x10 (rule 0, example 0: fields)", "readable memory"),
    .init(
        "fields of a rule without any", "#define EXAMPLE .fields = " + string("{\"other\":1}"),
        "the field 'other' (\(fields))",
        "none, because the rule has no parameter of type ASSAY_PARAM_FIELD"),
    .init(
        "a field that the expression does not name",
        example(".fields = " + string("{\"other\":1,\"third\":1}")),
        "the field 'third' (\(fields))", "a field that 'hostile.even(other)' names"),
]

private let exampleSettingMistakes: [TableMistake] = [
    .init(
        "settings that are no object", "#define EXAMPLE .settings = STR(\"1\")",
        "'1' (\(settings))", "a JSON object"),
    .init(
        "settings of a plugin without any",
        "#define EXAMPLE .settings = " + string("{\"limit\":1}"),
        "an unknown setting 'limit' (\(settings))", "no configuration"),
    .init(
        "settings of a wrong type",
        """
        static const assay_parameter setting = {.struct_size = sizeof setting,
            .type = ASSAY_PARAM_INTEGER, .name = STR("limit")};
        static const assay_parameter *const settings[] = {&setting};
        #define PLUGIN .configuration_count = 1, .configuration = settings
        #define EXAMPLE .settings = \(string("{\"limit\":\"1\"}"))
        """, "\"1\" for 'limit' (\(settings))", "'limit' (an integer)"),
]

private let originMistakes: [TableMistake] =
    [
        "https://", "https:///path", "https://exa mple.org", "https://-a.example",
        "https://a..example",
        "https://a.example:port", "https://a.example/%zz", "https://a.example/<b>", "https://[::1",
    ].map { url in
        .init(
            "the address \(url)", "#define PLUGIN .url = STR(\"\(url)\")",
            "'\(url)' (the plugin's url)", "an address that begins with https:// or http://")
    } + [
        .init(
            "a vendor on two lines", "#define PLUGIN .vendor = STR(\"a\\nb\")",
            "'a b' (the plugin's vendor)", "one line without control characters"),
        .init(
            "an address with an escape sequence",
            "#define PLUGIN .url = STR(\"https://\\x1b[31m\")",
            "'https:// [31m' (the plugin's url)", "one line without control characters"),
        .init(
            "an address of a script", "#define PLUGIN .url = STR(\"javascript:alert(1)\")",
            "'javascript:alert(1)' (the plugin's url)",
            "an address that begins with https:// or http://"),
        .init(
            "a license that is no expression", "#define PLUGIN .license = STR(\"mine!\")",
            "'mine!' (the plugin's license)", "an SPDX expression like Apache-2.0 OR MIT"),
        .init(
            "a deprecation on two lines", "#define RULE .deprecation = STR(\"a\\nb\")",
            "'a b' (rule 0 'even': deprecation)", "one line without control characters"),
        .init(
            "a deprecation of a code on two lines", "#define CODE .deprecation = STR(\"a\\rb\")",
            "'a b' (rule 0 'even', code 0 'even.odd': deprecation)",
            "one line without control characters"),
    ]

private let hostMistakes: [TableMistake] =
    ["1", "v1.0.0"].map { version in
        .init(
            "minimum host \(version)", "#define PLUGIN .minimum_host = STR(\"\(version)\")",
            "'\(version)' (the plugin's minimum_host)", "a semantic version like 1.0.0")
    }
    + ["0.1.1", "0.2.0-alpha", "1.0.0", "0.10.0"].map { version in
        .init(
            "host before \(version)", "#define PLUGIN .minimum_host = STR(\"\(version)\")",
            "the minimum_host '\(version)'", "at most 0.1.0, the version of this host",
            "use a host of version \(version) or later, or an older version of the plugin")
    }
