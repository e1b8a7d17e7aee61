// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import AssayRuleSets
import Testing

/// `Plugins/Phone`: phone numbers.
@Suite(
    .enabled(
        if: ExampleFolder.phone.isBuildable, "SKIPPED: `make -C Plugins/Phone check` says why"))
struct PhoneTests {
    private func registry(_ configuration: Value = .absent) throws -> RuleRegistry {
        let registry = RuleRegistry()
        try PluginHost().load(
            path: try ExampleFolder.phone.path(), configuration: configuration, into: registry)
        return registry
    }

    private static let noRegion =
        "region: expected the two capital letters of a country, such as \"DE\""

    @Test(arguments: ["", "de", "Germany", "ZZ", "001", "D\0"])
    func regionOfTheSettingsThatIsNoneIsRejected(region: String) throws {
        try expectError(
            of: try ExampleFolder.phone.path(), at: .initialize,
            "found ASSAY_E_CONFIG (\(Self.noRegion)), expected ASSAY_OK from the plugin's init; "
                + "correct the plugin's configuration or its environment",
            configuration: ["region": .string(region)])
    }

    @Test func settingsThatDoNotExistAreRejected() throws {
        try expectError(
            of: try ExampleFolder.phone.path(), at: .configure,
            "found an unknown setting 'country', 5 for 'region', expected 'region' (a string); "
                + "correct the plugin's configuration",
            configuration: ["country": "DE", "region": 5])
    }

    @Test func regionOfARuleThatIsNoneIsRejected() throws {
        let registry = try registry()
        for rule in ["phone.number", "phone.mobile"] {
            let error = #expect(throws: RuleError.self) {
                try registry.bind(RuleExpressionParser.parseOne("\(rule)(\"XX\")"))
            }
            #expect(error?.message == "\(rule): \(Self.noRegion)")
        }
    }

    @Test func typeThatDoesNotExistIsRejected() throws {
        let registry = try registry()
        for rule in ["phone.number(type=pager)", "phone.mobile(\"DE\", mobile)"] {
            #expect(throws: RuleError.self, "\(rule)") {
                try registry.bind(RuleExpressionParser.parseOne(rule))
            }
        }
    }

    private static let messages = [
        "format": "must be a phone number",
        "country": "must begin with + and the code of a country",
        "short": "must have more digits", "long": "must have fewer digits",
        "unassigned": "must be a phone number that its country assigns",
    ]

    /// A region, a value, and what is wrong with it.
    private static let numbers: [(region: String?, text: String, problem: String?)] = [
        (nil, "", "format"), (nil, "+", "format"), (nil, "call me", "format"),
        ("DE", "(((", "format"), ("DE", "1", "format"), ("DE", "+49+30 123456", "format"),
        (nil, "+49 30 123456 +49 30 654321", "format"), (nil, "Tel. +49 30 123456", "format"),
        (nil, "+49 30 123456 ext. 7", "format"), (nil, "+1 650 CALL NOW", "format"),
        (nil, "+49 30 123456\0", "format"), (nil, "+49\u{A0}30 123456", "format"),
        (nil, "+\u{664}\u{669} 30 123456", "format"), (nil, "\u{FF0B}49 30 123456", "format"),
        (nil, "+49 30 123456" + String(repeating: " ", count: 250), "format"),
        (nil, "030 123456", "country"), (nil, "0049 30 123456", "country"),
        (nil, "+999 123456", "country"), (nil, "12", "country"),
        (nil, "+49 1", "short"), ("DE", "0049", "short"), (nil, "+1 650 253", "short"),
        (nil, "+49 30 12345678901234567", "long"), (nil, "+4930123456/4930123457", "long"),
        (nil, "+1 200 000 0000", "unassigned"), ("DE", "110", "unassigned"),
        ("US", "253 0000", "unassigned"),
        (nil, "+49 30 123456", nil), (nil, "+4930123456", nil), (nil, "+49 (0)30 123456", nil),
        (nil, "+1 650-253-0000", nil), ("DE", "+1 650.253.0000", nil),
        ("DE", "030/123456", nil), ("DE", "0049 30 123456", nil), ("US", "(650) 253-0000", nil),
        ("GB", "020 7031 3000", nil), (nil, "+800 1234 5678", nil),
    ]

    @Test func numberIsChecked() throws {
        let registry = try registry()
        for (region, text, problem) in Self.numbers {
            let rule = region.map { "phone.number(\"\($0)\")" } ?? "phone.number"
            let found = try findings(of: rule, in: registry, [["field": .string(text)]])
            let message = problem.flatMap { Self.messages[$0] } ?? ""
            #expect(
                found == [problem.map { ["phone.number.\($0) at /field: \(message)"] } ?? []],
                "\(rule) \(text)")
        }
    }

    /// A number, and what types it has.
    private static let types: [(text: String, types: Set<String>)] = [
        ("+49 30 123456", ["fixedLine"]), ("+49 1512 3456789", ["mobile"]),
        ("+44 7400 123456", ["mobile"]), ("+1 650 253 0000", ["fixedLine", "mobile"]),
        ("+800 1234 5678", ["tollFree"]), ("+49 900 1 123456", ["premiumRate"]),
        ("+44 56 1234 5678", ["voip"]),
    ]

    @Test func typeIsChecked() throws {
        let registry = try registry()
        for (text, types) in Self.types {
            let record: ValidationRecord = ["field": .string(text)]
            for type in ["fixedLine", "mobile", "tollFree", "premiumRate", "voip"] {
                let found = try findings(
                    of: "phone.number(type=\(type))", in: registry, [record])
                let failure =
                    "phone.number.type at /field: must be a phone number of the type \(type)"
                #expect(found == [types.contains(type) ? [] : [failure]], "\(text) \(type)")
            }
            let mobile = try findings(of: "phone.mobile", in: registry, [record])
            let failure = "phone.mobile.type at /field: must be the number of a mobile phone"
            #expect(mobile == [types.contains("mobile") ? [] : [failure]], "\(text)")
        }
    }

    @Test func regionOfTheSettingsIsThatOfRulesWithoutOne() throws {
        let registry = try registry(["region": "FR"])
        let values: [Value] = ["06 12 34 56 78", "030 123456"]
        #expect(
            try failures(of: RuleExpression("phone.mobile"), in: registry, values)
                == [[], ["phone.mobile.unassigned"]])
        #expect(
            try failures(
                of: RuleExpressionParser.parseOne("phone.number(\"DE\")"), in: registry, [values[1]]
            )
                == [[]])
    }

    @Test func valueThatIsNoTextDoesNotReachThePlugin() throws {
        #expect(
            try failures(of: RuleExpression("phone.number"), in: try registry(), [4_930_123_456])
                == [["phone.number.kind"]])
    }

    @Test(arguments: [.absent, ["region": "US"]] as [Value])
    func declaredExamplesHold(configuration: Value) throws {
        try expectExamplesToHold(try registry(configuration))
    }

    @Test func messagesAreTranslated() throws {
        let definitions = try registry().allDefinitions
        #expect(definitions.map(\.id) == ["phone.mobile", "phone.number"])
        for code in definitions.flatMap(\.codes) {
            #expect(code.translations.keys.sorted() == ["de"], "\(code.id)")
        }
        #expect(
            definitions[1].codes.map { $0.translations["de"] }.suffix(2) == [
                "muss eine Telefonnummer sein, die ihr Land vergibt",
                "muss eine Telefonnummer der Art {type} sein",
            ])
    }
}
