// SPDX-License-Identifier: Apache-2.0

extension RuleRows {
    /// Values against others.
    static let comparisons: [RuleRows] = [
        .init(
            json: "finite",
            valid: [
                "0", "1", "-1.5", "1e308", "-1.7976931348623157e308",
            ],
            invalid: [
                "\"1\"", "\"Infinity\"", "\"NaN\"", "true", "[]",
            ]),
        .init(
            json: "positive",
            valid: [
                "1", "0.1", "1e-300", "9223372036854775807",
            ],
            invalid: [
                "0", "-0", "-0.0", "-1", "-1e-300", "\"1\"", "true",
            ]),
        .init(
            json: "negative",
            valid: [
                "-1", "-0.1", "-1e-300", "-9223372036854775808",
            ],
            invalid: [
                "0", "-0", "-0.0", "1", "\"-1\"", "true",
            ]),
        .init(
            json: "nonNegative",
            valid: [
                "0", "-0", "-0.0", "1", "0.1",
            ],
            invalid: [
                "-1", "-1e-300", "-9223372036854775808", "\"0\"", "false",
            ]),
        .init(
            json: "nonPositive",
            valid: [
                "0", "-0", "-0.0", "-1", "-0.1",
            ],
            invalid: [
                "1", "1e-300", "9223372036854775807", "\"0\"", "false",
            ]),
        .init(
            json: "range(-2...3)",
            valid: [
                "-2", "3", "0", "2.9999999", "-1.999", "3.0",
            ],
            invalid: [
                "-2.0000001", "3.0000001", "4", "-3", "1e300", "\"1\"", "true",
            ]),
        .init(
            json: "range(exclusiveMin=0, exclusiveMax=1)",
            valid: [
                "0.1", "1e-300", "0.9999999",
            ],
            invalid: [
                "0", "1", "-0", "1.0", "2",
            ]),
        .init(
            json: "range(9007199254740993...9007199254740993)",
            valid: [
                "9007199254740993"
            ],
            invalid: [
                "9007199254740992", "9007199254740994",
            ]),
        .init(
            json: "outside(-2, 3)",
            valid: [
                "-3", "4", "-2.0000001", "3.0000001", "1e300",
            ],
            invalid: [
                "-2", "3", "0", "3.0", "\"5\"", "true",
            ]),
        .init(
            json: "multipleOf(0.01)",
            valid: [
                "0", "0.01", "19.99", "-0.07", "1", "100",
            ],
            invalid: [
                "0.001", "0.005", "19.999", "\"0.01\"", "true",
            ]),
        .init(
            json: "multipleOf(3)",
            valid: [
                "0", "3", "-9", "9223372036854775806",
            ],
            invalid: [
                "1", "2.5", "-4", "9223372036854775807",
            ]),
        .init(
            json: "precision(4, scale=2)",
            valid: [
                "0", "99.99", "-12.34", "1.5", "1234", "1200e-2",
            ],
            invalid: [
                "12345", "1.234", "100.01", "-0.001", "\"1\"", "true",
            ]),
        .init(
            json: "equals(1)",
            valid: [
                "1", "1.0", "1e0",
            ],
            invalid: [
                "0", "2", "\"1\"", "true", "[1]", "1.5",
            ]),
        .init(
            json: "equals(\"e\\u0301\")",
            valid: [
                "\"e\\u0301\""
            ],
            invalid: [
                "\"é\"", "\"e\"", "\"E\\u0301\"", "\"\"",
            ]),
        .init(
            json: "equals([1, [2]])",
            valid: [
                "[1,[2]]", "[1.0,[2]]",
            ],
            invalid: [
                "[1,2]", "[[2],1]", "[]", "{}", "[1,[2],3]",
            ]),
        .init(
            json: "notEquals(1)",
            valid: [
                "0", "2", "\"1\"", "true", "[1]", "1.5",
            ],
            invalid: [
                "1", "1.0", "1e0",
            ]),
        .init(
            json: "notEquals(\"ß\", ignoreCase=true)",
            valid: [
                "\"s\"", "\"sss\"", "1",
            ],
            invalid: [
                "\"ß\"", "\"ẞ\"",
            ]),
        .init(
            json: "oneOf([\"a\", 1, true])",
            valid: [
                "\"a\"", "1", "1.0", "true",
            ],
            invalid: [
                "\"A\"", "\"1\"", "0", "false", "\"a \"", "\"\\u0430\"", "[\"a\"]", "\"\"",
            ]),
        .init(
            json: "notOneOf([\"a\", 1, true])",
            valid: [
                "\"A\"", "\"1\"", "0", "false", "\"a \"", "\"\\u0430\"", "[\"a\"]", "\"\"",
            ],
            invalid: [
                "\"a\"", "1", "1.0", "true",
            ]),
        .init(
            json: "greaterThan(\"other\")",
            with: "{\"other\":3}",
            valid: [
                "4", "3.0000001",
            ],
            invalid: [
                "3", "3.0", "2", "-4", "\"4\"", "true",
            ]),
        .init(
            json: "greaterOrEqual(\"other\")",
            with: "{\"other\":3}",
            valid: [
                "3", "3.0", "4",
            ],
            invalid: [
                "2.999", "2", "\"3\"", "true",
            ]),
        .init(
            json: "lessThan(\"other\")",
            with: "{\"other\":3}",
            valid: [
                "2", "-4", "2.999",
            ],
            invalid: [
                "3", "3.0", "4", "\"2\"", "true",
            ]),
        .init(
            json: "lessOrEqual(\"other\")",
            with: "{\"other\":3}",
            valid: [
                "3", "3.0", "-1",
            ],
            invalid: [
                "3.0000001", "4", "\"3\"", "true",
            ]),
        .init(
            json: "greaterThan(\"other\", as=text)",
            with: "{\"other\":\"a\"}",
            valid: [
                "\"b\"", "\"aa\"", "\"é\"",
            ],
            invalid: [
                "\"a\"", "\"\"", "\"A\"",
            ]),
        .init(
            json: "lessThan(\"other\", as=text)",
            with: "{\"other\":\"2024-01-01\"}",
            valid: [
                "\"2023-12-31\"", "\"2023-01-01\"",
            ],
            invalid: [
                "\"2024-01-01\"", "\"2024-01-02\"",
            ]),
        .init(
            json: "sameAs(\"other\")",
            with: "{\"other\":1}",
            valid: [
                "1", "1.0",
            ],
            invalid: [
                "2", "\"1\"", "true", "[1]",
            ]),
        .init(
            json: "sameAs(\"other\")",
            with: "{\"other\":\"e\\u0301\"}",
            valid: [
                "\"e\\u0301\""
            ],
            invalid: [
                "\"é\"", "\"e\"", "\"E\\u0301\"", "\"e\\u0301 \"",
            ]),
        .init(
            json: "differentFrom(\"other\")",
            with: "{\"other\":1}",
            valid: [
                "2", "\"1\"", "true", "[1]",
            ],
            invalid: [
                "1", "1.0",
            ]),
        .init(
            json: "inField(\"other\")",
            with: "{\"other\":[1,\"a\"]}",
            valid: [
                "1", "\"a\"", "1.0",
            ],
            invalid: [
                "2", "\"A\"", "\"1\"", "true", "[1]",
            ]),
        .init(
            json: "inField(\"other\")",
            with: "{\"other\":1}",
            valid: [],
            invalid: [
                "1", "\"a\"",
            ]),
    ]

    /// Presence and consent.
    static let presence: [RuleRows] = [
        .init(
            json: "required",
            valid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":null}", "\"\\u200b\"", "-0",
            ],
            invalid: [
                "absent", "null", "\"\"", "\" \"", "\"\\t\\n\"", "\"\\u3000\"", "[]", "{}",
            ]),
        .init(
            json: "required(trim=false)",
            valid: [
                "\" \"", "\"\\n\"",
            ],
            invalid: [
                "\"\"", "null", "absent",
            ]),
        .init(
            json: "present",
            valid: [
                "null", "\"\"", "[]", "{}", "0", "false",
            ],
            invalid: [
                "absent"
            ]),
        .init(
            json: "filled",
            valid: [
                "absent", "0", "false", "\"a\"", "[0]", "{\"a\":1}",
            ],
            invalid: [
                "null", "\"\"", "[]", "{}",
            ]),
        .init(
            json: "notNull",
            valid: [
                "absent", "0", "\"\"", "false", "[]", "{}",
            ],
            invalid: [
                "null"
            ]),
        .init(
            json: "prohibited",
            valid: [
                "absent", "null", "\"\"", "[]", "{}",
            ],
            invalid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":1}",
            ]),
        .init(
            json: "requiredIf(\"other\", equals=1)",
            with: "{\"other\":1}",
            valid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":1}",
            ],
            invalid: [
                "absent", "null", "\"\"", "[]", "{}",
            ]),
        .init(
            json: "requiredIf(\"other\", equals=1)",
            with: "{\"other\":2}",
            valid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":1}", "absent", "null", "\"\"", "[]", "{}",
            ],
            invalid: []),
        .init(
            json: "requiredIf(\"other\", in=[1, 2])",
            with: "{\"other\":2.0}",
            valid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":1}",
            ],
            invalid: [
                "absent", "null", "\"\"", "[]", "{}",
            ]),
        .init(
            json: "requiredUnless(\"other\", equals=1)",
            with: "{\"other\":1}",
            valid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":1}", "absent", "null", "\"\"", "[]", "{}",
            ],
            invalid: []),
        .init(
            json: "requiredUnless(\"other\", equals=1)",
            valid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":1}",
            ],
            invalid: [
                "absent", "null", "\"\"", "[]", "{}",
            ]),
        .init(
            json: "requiredWith([\"other\"])",
            with: "{\"other\":1}",
            valid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":1}",
            ],
            invalid: [
                "absent", "null", "\"\"", "[]", "{}",
            ]),
        .init(
            json: "requiredWith([\"other\"])",
            valid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":1}", "absent", "null", "\"\"", "[]", "{}",
            ],
            invalid: []),
        .init(
            json: "requiredWith([\"other\", \"third\"])",
            with: "{\"third\":1}",
            valid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":1}",
            ],
            invalid: [
                "absent", "null", "\"\"", "[]", "{}",
            ]),
        .init(
            json: "requiredWithAll([\"other\", \"third\"])",
            with: "{\"third\":1}",
            valid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":1}", "absent", "null", "\"\"", "[]", "{}",
            ],
            invalid: []),
        .init(
            json: "requiredWithAll([\"other\", \"third\"])",
            with: "{\"other\":0,\"third\":1}",
            valid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":1}",
            ],
            invalid: [
                "absent", "null", "\"\"", "[]", "{}",
            ]),
        .init(
            json: "requiredWithout([\"other\"])",
            valid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":1}",
            ],
            invalid: [
                "absent", "null", "\"\"", "[]", "{}",
            ]),
        .init(
            json: "requiredWithout([\"other\"])",
            with: "{\"other\":1}",
            valid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":1}", "absent", "null", "\"\"", "[]", "{}",
            ],
            invalid: []),
        .init(
            json: "requiredWithoutAll([\"other\", \"third\"])",
            with: "{\"other\":1}",
            valid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":1}", "absent", "null", "\"\"", "[]", "{}",
            ],
            invalid: []),
        .init(
            json: "requiredWithoutAll([\"other\", \"third\"])",
            valid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":1}",
            ],
            invalid: [
                "absent", "null", "\"\"", "[]", "{}",
            ]),
        .init(
            json: "prohibitedIf(\"other\", equals=1)",
            with: "{\"other\":1}",
            valid: [
                "absent", "null", "\"\"", "[]", "{}",
            ],
            invalid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":1}",
            ]),
        .init(
            json: "prohibitedIf(\"other\", equals=1)",
            with: "{\"other\":\"1\"}",
            valid: [
                "absent", "null", "\"\"", "[]", "{}", "0", "false", "\"a\"", "[0]", "{\"a\":1}",
            ],
            invalid: []),
        .init(
            json: "prohibitedUnless(\"other\", equals=1)",
            with: "{\"other\":1}",
            valid: [
                "absent", "null", "\"\"", "[]", "{}", "0", "false", "\"a\"", "[0]", "{\"a\":1}",
            ],
            invalid: []),
        .init(
            json: "prohibitedUnless(\"other\", equals=1)",
            valid: [
                "absent", "null", "\"\"", "[]", "{}",
            ],
            invalid: [
                "0", "false", "\"a\"", "[0]", "{\"a\":1}",
            ]),
        .init(
            json: "atLeastOneOf([\"a\", \"b\"])",
            valid: [],
            invalid: [
                "{}"
            ]),
        .init(
            json: "atLeastOneOf([\"a\", \"b\"])",
            with: "{\"a\":1}",
            valid: [
                "{}"
            ],
            invalid: [
                "[]", "\"a\"",
            ]),
        .init(
            json: "atLeastOneOf([\"a\", \"b\"])",
            with: "{\"b\":0}",
            valid: [
                "{}"
            ],
            invalid: [
                "[]", "\"a\"",
            ]),
        .init(
            json: "atLeastOneOf([\"a\", \"b\"])",
            with: "{\"a\":1,\"b\":2}",
            valid: [
                "{}"
            ],
            invalid: [
                "[]", "\"a\"",
            ]),
        .init(
            json: "atLeastOneOf([\"a\", \"b\"])",
            with: "{\"c\":1}",
            valid: [],
            invalid: [
                "{}"
            ]),
        .init(
            json: "atLeastOneOf([\"a\", \"b\"])",
            with: "{\"A\":1}",
            valid: [],
            invalid: [
                "{}"
            ]),
        .init(
            json: "atLeastOneOf([\"a\", \"b\"])",
            with: "{\"a\":null,\"b\":1}",
            valid: [
                "{}"
            ],
            invalid: [
                "[]", "\"a\"",
            ]),
        .init(
            json: "atLeastOneOf([\"a\", \"b\"])",
            with: "{\"a\":\"\",\"b\":[]}",
            valid: [],
            invalid: [
                "{}"
            ]),
        .init(
            json: "exactlyOneOf([\"a\", \"b\"])",
            valid: [],
            invalid: [
                "{}"
            ]),
        .init(
            json: "exactlyOneOf([\"a\", \"b\"])",
            with: "{\"a\":1}",
            valid: [
                "{}"
            ],
            invalid: [
                "[]", "\"a\"",
            ]),
        .init(
            json: "exactlyOneOf([\"a\", \"b\"])",
            with: "{\"b\":0}",
            valid: [
                "{}"
            ],
            invalid: [
                "[]", "\"a\"",
            ]),
        .init(
            json: "exactlyOneOf([\"a\", \"b\"])",
            with: "{\"a\":1,\"b\":2}",
            valid: [],
            invalid: [
                "{}"
            ]),
        .init(
            json: "exactlyOneOf([\"a\", \"b\"])",
            with: "{\"c\":1}",
            valid: [],
            invalid: [
                "{}"
            ]),
        .init(
            json: "exactlyOneOf([\"a\", \"b\"])",
            with: "{\"A\":1}",
            valid: [],
            invalid: [
                "{}"
            ]),
        .init(
            json: "exactlyOneOf([\"a\", \"b\"])",
            with: "{\"a\":null,\"b\":1}",
            valid: [
                "{}"
            ],
            invalid: [
                "[]", "\"a\"",
            ]),
        .init(
            json: "exactlyOneOf([\"a\", \"b\"])",
            with: "{\"a\":\"\",\"b\":[]}",
            valid: [],
            invalid: [
                "{}"
            ]),
        .init(
            json: "atMostOneOf([\"a\", \"b\"])",
            valid: [
                "{}"
            ],
            invalid: [
                "[]", "\"a\"",
            ]),
        .init(
            json: "atMostOneOf([\"a\", \"b\"])",
            with: "{\"a\":1}",
            valid: [
                "{}"
            ],
            invalid: [
                "[]", "\"a\"",
            ]),
        .init(
            json: "atMostOneOf([\"a\", \"b\"])",
            with: "{\"b\":0}",
            valid: [
                "{}"
            ],
            invalid: [
                "[]", "\"a\"",
            ]),
        .init(
            json: "atMostOneOf([\"a\", \"b\"])",
            with: "{\"a\":1,\"b\":2}",
            valid: [],
            invalid: [
                "{}"
            ]),
        .init(
            json: "atMostOneOf([\"a\", \"b\"])",
            with: "{\"c\":1}",
            valid: [
                "{}"
            ],
            invalid: [
                "[]", "\"a\"",
            ]),
        .init(
            json: "atMostOneOf([\"a\", \"b\"])",
            with: "{\"A\":1}",
            valid: [
                "{}"
            ],
            invalid: [
                "[]", "\"a\"",
            ]),
        .init(
            json: "atMostOneOf([\"a\", \"b\"])",
            with: "{\"a\":null,\"b\":1}",
            valid: [
                "{}"
            ],
            invalid: [
                "[]", "\"a\"",
            ]),
        .init(
            json: "atMostOneOf([\"a\", \"b\"])",
            with: "{\"a\":\"\",\"b\":[]}",
            valid: [
                "{}"
            ],
            invalid: [
                "[]", "\"a\"",
            ]),
        .init(
            json: "accepted",
            valid: [
                "true", "1", "1.0", "\"yes\"", "\"on\"", "\"true\"", "\"1\"",
            ],
            invalid: [
                "false", "0", "2", "-1", "0.5", "[]", "{}", "\"\"",
            ]),
        .init(
            json: "declined",
            valid: [
                "false", "0", "0.0", "-0", "\"no\"", "\"off\"",
            ],
            invalid: [
                "true", "1", "2", "[]", "{}", "\"\"",
            ]),
    ]

    /// Kinds, collections and combinations of rules.
    static let structures: [RuleRows] = [
        .init(
            json: "integer",
            valid: [
                "0", "-0", "1", "-1", "1.0", "1e3", "9223372036854775807", "-9223372036854775808",
                "1e18",
            ],
            invalid: [
                "0.5", "-1.5", "1e-1", "\"1\"", "true", "[1]", "{}", "\"\"", "\"１\"",
            ]),
        .init(
            json: "number",
            valid: [
                "0", "-1", "1.5", "1e308", "-1e-300", "9223372036854775807", "0.1",
            ],
            invalid: [
                "\"1\"", "\"\"", "true", "[]", "{}", "\"NaN\"", "\"１\"",
            ]),
        .init(
            json: "boolean",
            valid: [
                "true", "false",
            ],
            invalid: [
                "0", "1", "\"true\"", "\"false\"", "\"\"", "[]", "{}", "\"yes\"",
            ]),
        .init(
            json: "string",
            valid: [
                "\"\"", "\"a\"", "\"\\u0000\"", "\"\\u0301\"", "\"é\"", "\"\\ud83d\\ude00\"",
                "\"1\"", "\" \"",
            ],
            invalid: [
                "0", "1.5", "true", "[]", "{}", "[\"a\"]",
            ]),
        .init(
            json: "array",
            valid: [
                "[]", "[1]", "[[]]", "[null]", "[\"a\",1,{}]",
            ],
            invalid: [
                "{}", "\"[]\"", "0", "true", "\"\"",
            ]),
        .init(
            json: "object",
            valid: [
                "{}", "{\"a\":1}", "{\"\":null}", "{\"a\":{}}",
            ],
            invalid: [
                "[]", "\"{}\"", "0", "true", "\"\"",
            ]),
        .init(
            json: "type([\"integer\", \"null\"])",
            valid: [
                "1", "1.0", "null", "-0",
            ],
            invalid: [
                "1.5", "\"1\"", "true", "[]", "{}",
            ]),
        .init(
            json: "type([\"string\"])",
            valid: [
                "\"\"", "\"a\"",
            ],
            invalid: [
                "1", "true", "[]", "{}", "null",
            ]),
        .init(
            json: "minItems(2)",
            valid: [
                "[1,2]", "[null,null]", "[1,2,3]",
            ],
            invalid: [
                "[]", "[1]", "[[1,2]]", "{}", "\"ab\"", "2",
            ]),
        .init(
            json: "maxItems(2)",
            valid: [
                "[]", "[1]", "[1,2]",
            ],
            invalid: [
                "[1,2,3]", "[null,null,null]", "{}", "\"a\"", "1",
            ]),
        .init(
            json: "minProperties(2)",
            valid: [
                "{\"a\":1,\"b\":2}", "{\"\":0,\" \":0}",
            ],
            invalid: [
                "{}", "{\"a\":1}", "[1,2]", "\"ab\"", "2",
            ]),
        .init(
            json: "maxProperties(2)",
            valid: [
                "{}", "{\"a\":1}", "{\"a\":1,\"b\":2}",
            ],
            invalid: [
                "{\"a\":1,\"b\":2,\"c\":3}", "[]", "\"a\"", "1",
            ]),
        .init(
            json: "uniqueItems",
            valid: [
                "[]", "[1]", "[1,2]", "[\"a\",\"A\"]", "[1,\"1\"]", "[1,true]",
                "[\"é\",\"e\\u0301\"]", "[[1],[2]]", "[{\"a\":1},{\"a\":2}]",
            ],
            invalid: [
                "[1,1]", "[1,1.0]", "[\"a\",\"a\"]", "[[],[]]",
                "[{\"a\":1,\"b\":2},{\"b\":2,\"a\":1}]", "[null,null]", "{}", "\"aa\"",
            ]),
        .init(
            json: "uniqueItems(ignoreCase=true)",
            valid: [
                "[\"a\",\"b\"]"
            ],
            invalid: [
                "[\"a\",\"A\"]", "[\"é\",\"É\"]",
            ]),
        .init(
            json: "includes(length(2...))",
            valid: [
                "[\"ab\"]", "[\"a\",\"bc\"]", "[1,\"bc\"]",
            ],
            invalid: [
                "[]", "[\"a\"]", "[\"a\",\"\"]", "[1]", "{}", "\"ab\"",
            ]),
        .init(
            json: "each(length(2...))",
            valid: [
                "[]", "[\"ab\"]", "[\"ab\",\"cd\"]",
            ],
            invalid: [
                "[\"a\"]", "[\"ab\",\"c\"]", "[1]", "{}", "\"ab\"",
            ]),
        .init(
            json: "each(length(2...), from=1)",
            valid: ["[]", "[\"a\"]", "[1]", "[\"a\",\"bc\"]"],
            invalid: ["[\"ab\",\"c\"]", "[\"ab\",1]", "{}"]),
        .init(
            json: "includes(length(2...), min=2, max=3)",
            valid: [
                "[\"ab\",\"cd\"]", "[\"ab\",1,\"cd\",\"ef\"]",
            ],
            invalid: [
                "[]", "[\"ab\"]", "[\"ab\",\"c\"]", "[\"ab\",\"cd\",\"ef\",\"gh\"]", "{}",
            ]),
        .init(
            json: "member(a, present, length(2...))",
            valid: [
                "{\"a\":\"bc\"}", "{\"a\":\"bc\",\"b\":1}", "{\"a\":null}",
            ],
            invalid: [
                "{}", "{\"b\":\"cd\"}", "{\"a\":\"b\"}", "{\"a\":1}", "{\"A\":\"bc\"}", "[]",
                "\"ab\"",
            ]),
        .init(
            json: "keys(lowercase)",
            valid: [
                "{}", "{\"a\":1}", "{\"a\":1,\"bc\":2}", "{\"\":0}",
            ],
            invalid: [
                "{\"A\":1}", "{\"a\":1,\"B\":2}", "[]", "\"a\"",
            ]),
        .init(
            json: "requiredKeys([\"a\", \"b\"])",
            valid: [
                "{\"a\":1,\"b\":2}", "{\"a\":null,\"b\":null,\"c\":0}",
            ],
            invalid: [
                "{}", "{\"a\":1}", "{\"A\":1,\"b\":2}", "{\"a \":1,\"b\":2}", "[]", "\"a\"",
            ]),
        .init(
            json: "allowedKeys([\"a\", \"b\"])",
            valid: [
                "{}", "{\"a\":1}", "{\"a\":1,\"b\":null}",
            ],
            invalid: [
                "{\"c\":1}", "{\"a\":1,\"A\":2}", "{\"\":0}", "[]", "\"a\"",
            ]),
        .init(
            json: "dependentKeys([[\"a\", \"b\"]])",
            valid: [
                "{}", "{\"b\":1}", "{\"a\":1,\"b\":null}", "{\"c\":1}",
            ],
            invalid: [
                "{\"a\":1}", "{\"a\":null,\"B\":1}", "[]", "\"a\"",
            ]),
        .init(
            json: "sorted",
            valid: [
                "[]", "[1]", "[1,2]", "[1,1]", "[\"a\"]", "[-1,0,0.5]",
            ],
            invalid: [
                "[2,1]", "[\"a\",\"b\"]", "[1,\"a\"]", "[0,-1]", "{}", "\"ab\"",
            ]),
        .init(
            json: "sorted(as=text)",
            valid: [
                "[]", "[1,2]", "[\"a\",\"b\"]", "[\"A\",\"a\"]",
            ],
            invalid: [
                "[\"b\",\"a\"]", "[\"a\",\"A\"]", "[1,\"a\"]",
            ]),
        .init(
            json: "sorted(descending)",
            valid: [
                "[2,1]", "[1,1]", "[]",
            ],
            invalid: [
                "[1,2]", "[\"a\",\"b\"]",
            ]),
        .init(
            json: "anyOf(integer, length(2...))",
            valid: [
                "1", "\"ab\"", "1.0",
            ],
            invalid: [
                "\"a\"", "1.5", "true", "[]", "\"\"",
            ]),
        .init(
            json: "allOf(length(2...), alpha)",
            valid: [
                "\"ab\"", "\"abc\"",
            ],
            invalid: [
                "\"a\"", "\"a1\"", "\"\"", "1", "\"é\"",
            ]),
        .init(
            json: "exactlyOne(length(2...), alpha)",
            valid: [
                "\"a\"", "\"12\"", "\"é1\"",
            ],
            invalid: [
                "\"ab\"", "\"1\"", "1", "true",
            ]),
        .init(
            json: "not(length(2...))",
            valid: [
                "\"a\"", "\"\"",
            ],
            invalid: [
                "\"ab\"", "\"éé\"", "\"\\ud83d\\ude00a\"", "1", "true",
            ]),
    ]
}
