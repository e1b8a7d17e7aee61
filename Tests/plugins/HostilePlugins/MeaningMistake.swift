// SPDX-License-Identifier: Apache-2.0

// Tables that can be read and do not make sense.
extension TableMistake {
    static var meaningMistakes: [TableMistake] {
        defaultMistakes + settingMistakes + messageMistakes + codeMistakes + nameMistakes
            + choiceMistakes + needMistakes + successorMistakes + languageMistakes + versionMistakes
            + circumstanceMistakes
    }
}

private func parameter(_ initialisers: String, before: String = "") -> String {
    "\(before)\n#define PARAMETER \(initialisers)"
}

private func setting(_ initialisers: String, count: Int = 1) -> String {
    """
    static const assay_parameter setting = {.struct_size = sizeof setting,
        .type = ASSAY_PARAM_INTEGER, .name = STR("limit"), \(initialisers)};
    static const assay_parameter *const settings[] = {&setting, &setting};
    #define PLUGIN .configuration_count = \(count), .configuration = settings
    """
}

private func text(_ literal: String) -> String {
    ".default_value = {ASSAY_STR, 0, {.ptr = (const uint8_t *)\"\(literal)\"}, "
        + "sizeof \"\(literal)\" - 1}"
}

private func integer(_ number: Int) -> String {
    ".default_value = {ASSAY_I64, 0, {.i64 = \(number)}}"
}

private func number(_ number: String) -> String {
    ".default_value = {ASSAY_F64, 0, {.f64 = \(number)}}"
}

private let lengths = """
    static const assay_str lengths[] = {STR("m"), STR("km")};
    #define LENGTHS .type = ASSAY_PARAM_CHOICE, .choice_count = 2, .choices = lengths
    """

private let byDefault = "(rule 0 'even', parameter 0 'by': default_value)"
private let limitDefault = "(configuration, parameter 0 'limit': default_value)"

private let defaultMistakes: [TableMistake] = [
    .init("integer by default a text", parameter(text("2")), "\"2\" \(byDefault)", "an integer"),
    .init(
        "integer by default a fraction", parameter(number("2.5")), "2.5 \(byDefault)",
        "an integer"),
    .init(
        "integer by default a double", parameter(number("1e3")), "1000.0 \(byDefault)",
        "an integer"),
    .init(
        "integer by default true", parameter(".default_value = {ASSAY_BOOL, 0, {.i64 = 1}}"),
        "true \(byDefault)", "an integer"),
    .init(
        "integer by default null", parameter(".default_value = {ASSAY_NULL}"),
        "null \(byDefault)", "an integer"),
    .init(
        "default below the minimum", parameter(".minimum = 1, .maximum = 10, " + integer(0)),
        "0 \(byDefault)", "an integer from 1 to 10"),
    .init(
        "default above the maximum", parameter(".minimum = 1, .maximum = 10, " + integer(11)),
        "11 \(byDefault)", "an integer from 1 to 10"),
    .init(
        "default that is no choice", parameter("LENGTHS, " + text("mile"), before: lengths),
        "\"mile\" \(byDefault)", "one of m, km"),
    .init(
        "default that is the index of a choice",
        parameter("LENGTHS, " + integer(1), before: lengths), "1 \(byDefault)", "one of m, km"),
    .init(
        "boolean by default 1", parameter(".type = ASSAY_PARAM_BOOLEAN, " + integer(1)),
        "1 \(byDefault)", "true or false"),
    .init(
        "string by default 1", parameter(".type = ASSAY_PARAM_STRING, " + integer(1)),
        "1 \(byDefault)", "a string"),
    .init(
        "number by default a text", parameter(".type = ASSAY_PARAM_NUMBER, " + text("1")),
        "\"1\" \(byDefault)", "a number"),
    .init(
        "number by default not a number",
        parameter(".type = ASSAY_PARAM_NUMBER, " + number("__builtin_nan(\"\")")),
        "nan \(byDefault)", "a finite number"),
    .init(
        "value by default infinite",
        parameter(".type = ASSAY_PARAM_VALUE, " + number("__builtin_inf()")),
        "inf \(byDefault)", "a finite number"),
    .init(
        "field by default a text", parameter(".type = ASSAY_PARAM_FIELD, " + text("other")),
        "\"other\" \(byDefault)", "no default, because a rule set names the field"),
    .init(
        "pattern by default 1", parameter(".type = ASSAY_PARAM_PATTERN, " + integer(1)),
        "1 \(byDefault)", "a pattern such as /^a+$/"),
    .init(
        "pattern by default that does not compile",
        parameter(".type = ASSAY_PARAM_PATTERN, " + text("a(b")),
        "the pattern 'a(b' (missing closing parenthesis, at byte 3) \(byDefault)",
        "a pattern that compiles"),
    .init(
        "boolean by default 77",
        parameter(".type = ASSAY_PARAM_BOOLEAN, .default_value = {ASSAY_BOOL, 0, {.i64 = 77}}"),
        "the boolean 77 (rule 0, parameter 0: default_value)", "0 or 1"),
    .init(
        "boolean by default -1",
        parameter(".type = ASSAY_PARAM_BOOLEAN, .default_value = {ASSAY_BOOL, 0, {.i64 = -1}}"),
        "the boolean -1 (rule 0, parameter 0: default_value)", "0 or 1"),
]

private let settingMistakes: [TableMistake] = [
    .init(
        "setting by default a text", setting(text("2")), "\"2\" \(limitDefault)", "an integer"),
    .init(
        "default of a setting above the maximum",
        setting(".minimum = 1, .maximum = 10, " + integer(11)), "11 \(limitDefault)",
        "an integer from 1 to 10"),
    .init(
        "default of a setting that is no choice",
        lengths + "\n" + setting("LENGTHS, " + text("mile")), "\"mile\" \(limitDefault)",
        "one of m, km"),
    .init(
        "setting without a name", setting(".name = {0, 0}"),
        "'' (configuration, parameter 0: name)", "a name"),
    .init(
        "settings of one name", setting(".flags = 0", count: 2),
        "'limit' twice (configuration, parameter 1: name)", "a different name for each setting"),
]

private let placeholders = "one of {by}, {value}, {field}, {rule}"

private func message(_ text: String) -> String { "#define CODE .message = STR(\"\(text)\")" }

private let messageMistakes: [TableMistake] = [
    .init(
        "placeholder of no name", message("must be below {maximum}"),
        "the placeholder '{maximum}' (rule 0 'even', code 0 'even.odd': message)", placeholders),
    .init(
        "plural of no name", message("must have {by} {count:item|items}"),
        "the placeholder '{count}' (rule 0 'even', code 0 'even.odd': message)", placeholders),
    .init(
        "placeholder of no name in a form", message("must have {by:one|{rest} items}"),
        "the placeholder '{rest}' (rule 0 'even', code 0 'even.odd': message)", placeholders),
    .init(
        "placeholder of no argument",
        """
        static const assay_str names[] = {STR("rest")};
        #define CODE .message = STR("is {rest} and {reste}"), .argument_count = 1, \\
            .argument_names = names
        """, "the placeholder '{reste}' (rule 0 'even', code 0 'even.odd': message)",
        "one of {by}, {rest}, {value}, {field}, {rule}"),
    .init(
        "placeholder of no name in a translation",
        translated("{STR(\"de\"), STR(\"durch {by}\")}, {STR(\"fr\"), STR(\"par {par}\")}"),
        "the placeholder '{par}' (rule 0 'even', code 0 'even.odd': translation 'fr')",
        placeholders),
    .init(
        "placeholder that drives a terminal", message("is {x\\x1b[2J\\ny}"),
        "the placeholder '{x [2J y}' (rule 0 'even', code 0 'even.odd': message)", placeholders),
]

private let idSyntax = "'hostile.even.' and after it letters, digits, '.', '-' or '_'"

private func code(_ id: String) -> String { "#define CODE .id = STR(\"\(id)\")" }

private func badCode(_ name: String, _ id: String, _ shown: String? = nil) -> TableMistake {
    .init(
        name, code(id), "'hostile.\(shown ?? id)' (rule 0 'even', code 0: id)", idSyntax)
}

private let codeMistakes: [TableMistake] = [
    badCode("code without an id", ""),
    badCode("code that is called as the rule", "even"),
    badCode("code without a name of its own", "even."),
    badCode("code of another rule", "prime.odd"),
    badCode("code of a rule with a longer id", "evenly.odd"),
    badCode("code of another plugin", "acme.even.odd"),
    badCode("code with the id of the plugin", "hostile.even.odd"),
    badCode(
        "code of two lines", "even.odd\\nerror[even.forged] /x is fine",
        "even.odd error[even.forged] /x is fine"),
    badCode("code with an escape sequence", "even.odd\\x1b[31m", "even.odd [31m"),
    badCode("code with a C1 control character", "even.odd\\xc2\\x9b\" \"2J", "even.odd 2J"),
    badCode("code that turns text", "even.odd\\xe2\\x80\\xae\" \"x", "even.odd x"),
    badCode("code with a space", "even.odd even"),
    badCode("code with a letter that is not ASCII", "even.größe"),
    .init(
        "code twice",
        """
        static const assay_code code;
        static const assay_code *const twice[] = {&code, &code};
        #define RULE .code_count = 2, .codes = twice
        """, "'hostile.even.odd' twice (rule 0 'even', code 1: id)",
        "a different id for each code"),
    .init(
        "code that the host adds", code("even.kind"),
        "'hostile.even.kind' (rule 0 'even', code 0: id)",
        "another id, because the host adds this one for values of other kinds"),
]

private let ownName = "a name that an expression can give, of letters and digits: maxLength"

private let choiceMistakes: [TableMistake] = [
    ("choice twice", "STR(\"m\"), STR(\"m\")", "'m' twice", "a different name for each choice"),
    ("choice without a name", "STR(\"m\"), {0, 0}", "''", "a name for each choice"),
].map { name, list, found, expected in
    .init(
        name,
        parameter(
            ".type = ASSAY_PARAM_CHOICE, .choice_count = 2, .choices = choices",
            before: "static const assay_str choices[] = {\(list)};"),
        "\(found) (rule 0 'even', parameter 0 'by': choices)", expected)
}

private let needMistakes: [TableMistake] = [
    .init(
        "required parameter with a default",
        parameter(".flags = ASSAY_PARAM_REQUIRED, " + integer(2)),
        "ASSAY_PARAM_REQUIRED and a default (rule 0 'even', parameter 0 'by')",
        "one of the two, because a required parameter is always given"),
    .init(
        "required setting with a default",
        setting(".flags = ASSAY_PARAM_REQUIRED, " + integer(2)),
        "ASSAY_PARAM_REQUIRED and a default (configuration, parameter 0 'limit')",
        "one of the two, because a required setting is always given"),
    .init(
        "required parameter after an optional one",
        """
        static const assay_parameter parameter;
        static const assay_parameter last = {.struct_size = sizeof last, .type = ASSAY_PARAM_INTEGER,
            .name = STR("last"), .flags = ASSAY_PARAM_REQUIRED};
        static const assay_parameter *const both[] = {&parameter, &last};
        #define RULE .parameter_count = 2, .parameters = both
        """, "a required parameter after the optional one 'by' (rule 0 'even', parameter 1 'last')",
        "the required parameters first"),
]

private let successorMistakes: [TableMistake] =
    ["even", "hostile.even", "even(by=2)"].map { phrase in
        .init(
            "rule deprecated in favor of itself: \(phrase)",
            "#define RULE .deprecation = STR(\"\(phrase)\")",
            "'\(phrase)', which leads back to this rule (rule 0 'even': deprecation)",
            "a rule that is not deprecated in favor of this one")
    } + [
        .init(
            "rules deprecated in favor of each other",
            """
            static const assay_rule other;
            #define RULE .deprecation = STR("odd")
            #define RULES &rule, &other
            static assay_rc evaluate(const void *inst, const assay_call *call,
                                     const assay_batch *batch, assay_verdict *out);
            static const assay_rule other = {.struct_size = sizeof other, .id = STR("odd"),
                .evaluate = evaluate, .deprecation = STR("even")};
            """, "'odd', which leads back to this rule (rule 0 'even': deprecation)",
            "a rule that is not deprecated in favor of this one"),
        .init(
            "code deprecated in favor of itself",
            "#define CODE .deprecation = STR(\"even.odd\")",
            "'even.odd', which leads back to this code (rule 0 'even', code 0 'even.odd': "
                + "deprecation)", "a code that is not deprecated in favor of this one"),
    ]

private let nameMistakes: [TableMistake] = [
    .init(
        "parameter without a name", parameter(".name = {0, 0}"),
        "'' (rule 0 'even', parameter 0: name)", "a name"),
    .init(
        "parameter with a space", parameter(".name = STR(\"at most\")"),
        "'at most' (rule 0 'even', parameter 0: name)", ownName),
    .init(
        "parameter that begins with a digit", parameter(".name = STR(\"2nd\")"),
        "'2nd' (rule 0 'even', parameter 0: name)", ownName),
    .init(
        "parameter with an equals sign", parameter(".name = STR(\"a=b\")"),
        "'a=b' (rule 0 'even', parameter 0: name)", ownName),
    .init(
        "parameters of one name",
        """
        static const assay_parameter parameter;
        static const assay_parameter *const twice[] = {&parameter, &parameter};
        #define RULE .parameter_count = 2, .parameters = twice
        """, "'by' twice (rule 0 'even', parameter 1: name)",
        "a different name for each parameter"),
]

private let codePlace = "(rule 0 'even', code 0 'even.odd': translations)"
private let tagSyntax = "a BCP 47 tag like de or pt-BR"

private func language(_ name: String, _ tag: String, _ shown: String? = nil) -> TableMistake {
    .init(
        name, translated("{STR(\"\(tag)\"), STR(\"x\")}"),
        "the language '\(shown ?? tag)' \(codePlace)", tagSyntax)
}

private let languageMistakes: [TableMistake] = [
    language("no language", ""),
    language("name of a language", "Deutsch (Schweiz)"),
    language("locale of POSIX", "de_DE"),
    language("language with an escape sequence", "de\\x1b[31m\\n", "de [31m "),
    .init(
        "language twice in another case",
        translated("{STR(\"pt-BR\"), STR(\"a\")}, {STR(\"pt-br\"), STR(\"b\")}"),
        "'pt-br' twice \(codePlace)", "one message for a language"),
]

private let versionMistakes = [
    "1.0.0.0", "v1.0.0", "01.0.0", "1.0.0-", "1.0.0-a..b", "1.0.0-01", "1.0.0+", "1.0.0+a_b",
    "1.0.-0",
].map { version in
    TableMistake(
        "version \(version)", "#define PLUGIN .version = STR(\"\(version)\")",
        "'\(version)' (the plugin's version)", "a semantic version like 1.0.0")
}
