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

    @Test(arguments: [
        (
            "de",
            [
                "taxId.de.format": "muss aus 11 Ziffern bestehen, deren erste keine 0 ist",
                "taxId.de.digits":
                    "muss unter den ersten zehn Ziffern genau eine zwei- oder dreimal haben",
                "taxId.de.check": "muss mit der richtigen Prüfziffer enden",
                "taxId.es.format":
                    "muss aus acht Ziffern (oder X, Y oder Z und sieben) und einem Großbuchstaben bestehen",
                "taxId.es.check": "muss mit dem richtigen Prüfbuchstaben enden",
                "taxId.fr.format": "muss aus dreizehn Ziffern bestehen, deren erste 0 bis 3 ist",
                "taxId.fr.check": "muss mit den richtigen Prüfziffern enden",
            ]
        ),
        (
            "es",
            [
                "taxId.de.format": "debe tener 11 cifras, la primera distinta de 0",
                "taxId.de.digits":
                    "debe tener exactamente una cifra que aparezca dos o tres veces entre las diez primeras",
                "taxId.de.check": "debe terminar con la cifra de control correcta",
                "taxId.es.format":
                    "debe tener ocho cifras, o X, Y o Z y siete cifras, y una letra mayúscula",
                "taxId.es.check": "debe terminar con la letra de control correcta",
                "taxId.fr.format": "debe tener trece cifras, la primera de 0 a 3",
                "taxId.fr.check": "debe terminar con las cifras de control correctas",
            ]
        ),
        (
            "fr",
            [
                "taxId.de.format": "doit comporter 11 chiffres, dont le premier n’est pas 0",
                "taxId.de.digits":
                    "doit avoir exactement un chiffre présent deux ou trois fois parmi les dix premiers",
                "taxId.de.check": "doit se terminer par le bon chiffre de contrôle",
                "taxId.es.format":
                    "doit comporter huit chiffres (ou X, Y ou Z et sept chiffres), puis une lettre majuscule",
                "taxId.es.check": "doit se terminer par la bonne lettre de contrôle",
                "taxId.fr.format": "doit avoir treize chiffres, dont le premier de 0 à 3",
                "taxId.fr.check": "doit se terminer par la bonne clé de contrôle",
            ]
        ),
    ])
    func everyMessageOfTaxNumbersIsInEveryLanguage(
        language: String, messages: [String: String]
    ) throws {
        let codes = try Self.taxId.get().allDefinitions.flatMap(\.codes)
        #expect(codes.count == messages.count)
        for code in codes {
            #expect(code.translations[language] == messages[code.id], "\(code.id)")
            #expect(code.translations.keys.sorted() == ["de", "es", "fr"], "\(code.id)")
        }
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
