// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Testing

/// The plugins that the package ships as examples, as a user loads them.
@Suite struct ExamplePluginTests {
    @Test(arguments: [
        (BuiltPlugin.template, "template", ["template.even"]),
        (.booking, "booking", ["booking.guests", "booking.reference", "booking.stay"]),
        (.even, "even", ["even.integer"]),
        (.taxId, "taxId", ["taxId.de", "taxId.es", "taxId.fr"]),
    ])
    func examplePluginIsLoaded(plugin: BuiltPlugin, id: String, rules: [String]) throws {
        let host = PluginHost()
        let registry = RuleRegistry()
        let path = try plugin.path()
        let loaded = try host.load(path: path, into: registry)
        #expect(loaded.id == id)
        #expect(loaded.version == "1.0.0")
        #expect(loaded.path == path)
        #expect(loaded.ruleIds == rules)
        #expect(host.plugins == [.success(loaded)])
        #expect(registry.allDefinitions.map(\.id) == rules)
        #expect(
            registry.definition(for: rules[0])?.source
                == .plugin(id: id, version: "1.0.0", path: path))
    }

    @Test(arguments: [BuiltPlugin.template, .even, .taxId])
    func declaredExamplesHold(plugin: BuiltPlugin) throws {
        let registry = RuleRegistry()
        try PluginHost().load(path: try plugin.path(), into: registry)
        for definition in registry.allDefinitions {
            #expect(!definition.examples.isEmpty)
            for example in definition.examples {
                let rule = RuleExpression(example.expression)
                let codes = try failures(of: rule, in: registry, [example.value])
                #expect(codes == [example.code.map { [$0] } ?? []], "\(example)")
            }
        }
    }

    @Test(
        arguments: [
            ("65929970489", []), ("57549285017", []), ("25768131411", []),
            ("65929970488", ["taxId.de.check"]), ("02476291358", ["taxId.de.format"]),
            ("6592997048", ["taxId.de.format"]), ("659299704890", ["taxId.de.format"]),
            ("6592997048x", ["taxId.de.format"]), ("", ["taxId.de.format"]),
            ("65 929 970 489", ["taxId.de.format"]), ("\u{0661}5929970489", ["taxId.de.format"]),
            ("11123456780", ["taxId.de.digits"]), ("11223456780", ["taxId.de.digits"]),
            ("11112345670", ["taxId.de.digits"]),
        ] as [(String, [String])])
    func germanTaxNumberIsChecked(text: String, codes: [String]) throws {
        #expect(try taxIdCodes("taxId.de", .string(text)) == codes)
    }

    @Test(
        arguments: [
            ("00000000T", []), ("99999999R", []), ("Y1234567X", []), ("Z1234567R", []),
            ("99999999A", ["taxId.es.check"]), ("A1234567L", ["taxId.es.format"]),
            ("1X234567L", ["taxId.es.format"]), ("12345678", ["taxId.es.format"]),
            ("12345678ZZ", ["taxId.es.format"]), ("", ["taxId.es.format"]),
        ] as [(String, [String])])
    func spanishTaxNumberIsChecked(text: String, codes: [String]) throws {
        #expect(try taxIdCodes("taxId.es", .string(text)) == codes)
    }

    @Test(
        arguments: [
            ([], []), (["Ada"], []), (["Ada", "Grace", "Mary"], []), (["ada", "Ada"], []),
            (["Ada", "Grace", "Mary", "Edith"], ["booking.guests.tooMany /field"]),
            (["Ada", ""], ["booking.guests.name /field/1"]),
            ([7], ["booking.guests.name /field/0"]),
            (["Ada", ["Ada"]], ["booking.guests.name /field/1"]),
            (["Ada", "Grace", "Ada"], ["booking.guests.twice /field/2"]),
        ] as [([Value], [String])])
    func guestsHaveDifferentNames(guests: [Value], findings: [String]) throws {
        let registry = RuleRegistry()
        try PluginHost().load(path: try BuiltPlugin.booking.path(), into: registry)
        let manager = try ValidatorsManager(registry: registry)
        let rule = RuleExpression("booking.guests", [RuleArgument(name: "maxGuests", .value(3))])
        try manager.addValidator(for: "field", Validator(rule))
        let report = manager.validate(["field": .array(guests)])
        #expect(report.violations.map { "\($0.code) \($0.pointer)" } == findings)
    }

    @Test func messagesOfTaxNumbersAreTranslated() throws {
        let registry = RuleRegistry()
        try PluginHost().load(path: try BuiltPlugin.taxId.path(), into: registry)
        let translations = registry.allDefinitions.map { $0.codes.map(\.translations) }
        #expect(
            translations == [
                [
                    ["de": "muss aus 11 Ziffern bestehen, deren erste keine 0 ist"],
                    [
                        "de":
                            "muss unter den ersten zehn Ziffern genau eine zwei- oder dreimal haben"
                    ],
                    ["de": "muss mit der richtigen Prüfziffer enden"],
                ],
                [
                    [
                        "es":
                            "debe tener ocho cifras, o X, Y o Z y siete cifras, y una letra mayúscula"
                    ],
                    ["es": "debe terminar con la letra de control correcta"],
                ],
                [
                    ["fr": "doit avoir treize chiffres, dont le premier de 0 à 3"],
                    ["fr": "doit se terminer par la bonne clé de contrôle"],
                ],
            ])
    }

    @Test func valueThatIsNoTextDoesNotReachThePlugin() throws {
        #expect(try taxIdCodes("taxId.de", 86_095_742_719) == ["taxId.de.kind"])
        #expect(try taxIdCodes("taxId.es", [1, 2]) == ["taxId.es.kind"])
        #expect(try taxIdCodes("taxId.es", .null) == [])
    }

    private static let taxId = Result {
        let registry = RuleRegistry()
        try PluginHost().load(path: try BuiltPlugin.taxId.path(), into: registry)
        return registry
    }

    private func taxIdCodes(_ rule: String, _ value: Value) throws -> [String] {
        try failures(of: RuleExpression(rule), in: try Self.taxId.get(), [value])[0]
    }
}
