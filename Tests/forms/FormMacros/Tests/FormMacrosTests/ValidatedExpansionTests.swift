// SPDX-License-Identifier: Apache-2.0
import FormMacroExpansions
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// What `@Validated` writes, and what it and `@Rules` say of wrong uses.
struct ValidatedExpansionTests {
    private let specs = [
        "Validated": MacroSpec(type: ValidatedMacro.self, conformances: ["Validated"]),
        "Rules": MacroSpec(type: RulesMacro.self),
        "ItemRules": MacroSpec(type: RulesMacro.self),
    ]

    private func expect(
        _ source: String, expandsTo expected: String, diagnostics: [DiagnosticSpec] = []
    ) {
        assertMacroExpansion(
            source, expandedSource: expected, diagnostics: diagnostics, macroSpecs: specs
        ) { failure in
            Issue.record("\(failure.message)")
        }
    }

    /// Expects an error of `@Validated`, and that it writes nothing.
    private func expect(_ source: String, isRejected message: String, line: Int, column: Int) {
        let bare = source.split(separator: "@Rules(.email) ", omittingEmptySubsequences: false)
        expect(
            "@Validated\n" + source, expandsTo: bare.joined(),
            diagnostics: [DiagnosticSpec(message: message, line: line, column: column)])
    }

    /// Expects an error at a property of a validated type, whatever is written beside.
    private func expect(property: String, isRejected message: String, column: Int) {
        let source = "@Validated\nstruct SignUp {\n    \(property)\n    let date: Date\n}"
        assertMacroExpansion(
            source, expandedSource: "",
            diagnostics: [DiagnosticSpec(message: message, line: 3, column: column)],
            macroSpecs: specs
        ) { failure in
            let isAboutSource = failure.message.hasPrefix("Macro expansion did not produce")
            if !isAboutSource { Issue.record("\(failure.message)") }
        }
    }

    @Test(arguments: ["enum", "actor", "protocol"])
    func rulesBelongToAStructOrAClass(keyword: String) {
        expect(
            "\(keyword) SignUp {\n}",
            isRejected: "'@Validated' can only be applied to a struct or a final class", line: 1,
            column: 1)
    }

    @Test func aClassIsFinal() {
        expect(
            "class SignUp {\n}",
            isRejected:
                "'@Validated' can only be applied to a struct or a final class; make 'SignUp' final",
            line: 2, column: 7)
    }

    @Test func aTypeHasRules() {
        expect(
            "struct SignUp {\n    var email: String\n}",
            isRejected:
                "'SignUp' has no property with '@Rules' or '@ItemRules', and none of a type of its own",
            line: 1, column: 1)
    }

    @Test func aRuleSetThatIsWrittenByHandIsKept() {
        expect(
            """
            struct SignUp {
                @Rules(.email) var email: String
                static let ruleSet = RuleSet()
            }
            """, isRejected: "'ruleSet' is written by hand; remove it or '@Validated'",
            line: 4, column: 16)
    }

    @Test func aPropertyWithRulesIsCoded() {
        expect(
            """
            struct SignUp {
                @Rules(.email) var email: String
                enum CodingKeys: String, CodingKey {
                    case mail
                }
            }
            """,
            isRejected: "'email' is not in 'CodingKeys', so it is never decoded; add it there",
            line: 3, column: 5)
    }

    @Test func rulesAreWrittenOnce() {
        expect(
            """
            struct SignUp {
                @Rules(.email) @Rules(.email) var email: String
            }
            """,
            isRejected: "'email' has '@Rules' twice; write all of its rules in one", line: 3,
            column: 20)
    }

    @Test func aTypeInsideItselfHasNoPath() {
        expect(
            """
            final class Node {
                @Rules(.email) var email: String
                var children: [Node]?
            }
            """,
            isRejected: "'children' nests 'Node' in itself, but field paths must end; "
                + "write 'ruleSet' by hand", line: 4, column: 9)
    }

    @Test func conditionalPropertiesAreNotSeen() {
        expect(
            """
            struct SignUp {
                #if DEBUG
                @Rules(.email) var email: String
                #endif
            }
            """, isRejected: "properties with rules cannot be inside '#if'", line: 3, column: 5)
    }

    @Test func namesOfOtherFieldsAreCodingKeys() {
        expect(
            property: "@Rules(.sameAs(\"pasword\")) var again: String",
            isRejected: "'SignUp' has no property with the coding key 'pasword'", column: 20)
    }

    @Test(arguments: [
        ("@Rules() var email: String", "'@Rules' needs a rule: '@Rules(.required)'", 5),
        (
            "@Rules(.email) static var email: String = \"\"",
            "'@Rules' on a static property: it is not decoded", 5
        ),
        (
            "@Rules(.email) var email: String { \"\" }",
            "'@Rules' on a computed property: it is not decoded", 5
        ),
        ("@Rules(.email) func email() {}", "'@Rules' can only be applied to a stored property", 5),
        (
            "@Rules(.email) var email = standard",
            "'@Rules' needs the type of 'email' to be written", 5
        ),
        (
            "@ItemRules(.email) var email: String",
            "'@ItemRules' can only be applied to an array, but 'email' is of type 'String'", 5
        ),
    ])
    func rulesGoWithStoredProperties(property: String, message: String, column: Int) {
        expect(property: property, isRejected: message, column: column)
    }

    @Test(arguments: [
        (
            "@Rules(.required, .length(3...20)) var age: Int",
            "'length' checks strings, but 'age' is of type 'Int'", 23
        ),
        (
            "@Rules(.email.message(\"No.\")) var on: Bool?",
            "'email' checks strings, but 'on' is of type 'Bool?'", 12
        ),
        (
            "@Rules(.range(1...9)) var name: Optional<String>",
            "'range' checks numbers, but 'name' is of type 'Optional<String>'", 12
        ),
        (
            "@Rules(.maxItems(3)) var name: String",
            "'maxItems' checks arrays, but 'name' is of type 'String'", 12
        ),
        (
            "@Rules(.length(3...)) var tags: [String]",
            "'length' checks strings, but 'tags' is of type '[String]'", 12
        ),
        (
            "@ItemRules(.length(3...)) var sizes: [Int]",
            "'length' checks strings, but 'sizes' is of type 'Int'", 16
        ),
        (
            "@Rules(.uniqueItems) var map: [String: [Int]]",
            "'uniqueItems' checks arrays, but 'map' is of type '[String: [Int]]'", 12
        ),
        (
            "@Rules(.not(.anyOf(.email, .e164))) var age: UInt8",
            "'email' checks strings, but 'age' is of type 'UInt8'", 24
        ),
        (
            "@Rules(.rule(\"luhn\")) var age: Double",
            "'luhn' checks strings, but 'age' is of type 'Double'", 12
        ),
        (
            "@Rules(RuleExpression.email) var count = 1",
            "'email' checks strings, but 'count' is of type 'Int'", 12
        ),
        (
            "@Rules(.latitude) var on: Bool",
            "'latitude' checks numbers and strings, but 'on' is of type 'Bool'", 12
        ),
        (
            "@Rules(.accepted) var list: Set<Int>",
            "'accepted' checks booleans, numbers and strings, but 'list' is of type 'Set<Int>'", 12
        ),
    ])
    func aRuleChecksTheTypeOfItsProperty(property: String, message: String, column: Int) {
        expect(property: property, isRejected: message, column: column)
    }

    @Test func rulesOutsideOfAValidatedTypeAreWithoutEffect() {
        expect(
            "struct SignUp {\n    @Rules(.email) var email: String\n}",
            expandsTo: "struct SignUp {\n    var email: String\n}",
            diagnostics: [
                DiagnosticSpec(
                    message: "'@Rules' can only be applied to a property of a '@Validated' type",
                    line: 2,
                    column: 5)
            ])
    }

    @Test func everyRuleIsAddedInOrder() {
        expect(
            #"""
            @Validated(unknownFields: .reject)
            public struct SignUp: Decodable {
                @Rules(.required, .email.message("No \"mail\"."), label: "E-mail") var email: String
                let note: String
                @Rules(.sameAs("e-mail again")) var `repeat`: String?
                @Rules(.maxItems(5)) @ItemRules(.length(1...20)) let tags: [String]
                var address: Home.Address?
                var skipped = [1]
                enum CodingKeys: String, CodingKey {
                    case email, note, tags, address
                    case `repeat` = "e-mail again"
                }
            }
            """#,
            expandsTo: #"""
                public struct SignUp: Decodable {
                    var email: String
                    let note: String
                    var `repeat`: String?
                    let tags: [String]
                    var address: Home.Address?
                    var skipped = [1]
                    enum CodingKeys: String, CodingKey {
                        case email, note, tags, address
                        case `repeat` = "e-mail again"
                    }

                    public static var ruleSet: RuleSet {
                        RuleSet(of: Self.self, unknownFields: .reject) { properties in
                            properties.add(Field("email", .required, .email.message("No \"mail\"."), label: "E-mail"))
                            properties.add(Field("e-mail again", .sameAs("e-mail again")))
                            properties.add(Field("tags", .maxItems(5)))
                            properties.add(Field("tags[*]", .length(1 ... 20)))
                            properties.nested("address", (Home.Address?).self)
                        }
                    }
                }

                extension SignUp: Validated {
                }
                """#)
    }

    @Test func keysThatArePathsAreQuoted() {
        expect(
            #"""
            @Validated
            struct SignUp {
                @ItemRules(.email) var mails: [String]
                enum CodingKeys: String, CodingKey {
                    case mails = "mails.all"
                }
            }
            """#,
            expandsTo: #"""
                struct SignUp {
                    var mails: [String]
                    enum CodingKeys: String, CodingKey {
                        case mails = "mails.all"
                    }

                    static var ruleSet: RuleSet {
                        RuleSet(of: Self.self) { properties in
                            properties.add(Field("\"mails.all\"[*]", .email))
                        }
                    }
                }

                extension SignUp: Validated {
                }
                """#)
    }

    /// The type of a property says which rule reads its text, where no rule does.
    @Test func numbersAndBooleansHaveTheirType() {
        expect(
            #"""
            @Validated
            struct SignUp {
                @Rules(.range(18...120)) var age: Int?
                @Rules(.accepted) var terms = false
                @ItemRules(.nonNegative) var prices: [Double]
            }
            """#,
            expandsTo: #"""
                struct SignUp {
                    var age: Int?
                    var terms = false
                    var prices: [Double]

                    static var ruleSet: RuleSet {
                        RuleSet(of: Self.self) { properties in
                            properties.add(Field("age", .range(18 ... 120)), of: (Int?).self)
                            properties.add(Field("terms", .accepted), of: (Bool).self)
                            properties.add(Field("prices[*]", .nonNegative), of: (Double).self)
                        }
                    }
                }

                extension SignUp: Validated {
                }
                """#)
    }

    /// What the name of a type does not say is left to the compiler.
    @Test func otherTypesAreCheckedByTheCompiler() {
        expect(
            #"""
            @Validated
            struct SignUp {
                @Rules(.length(3...20), .email, .accepted) var name: Name?
            }
            """#,
            expandsTo: #"""
                struct SignUp {
                    var name: Name?

                    private static func __macro_local_4namefMu_() {
                        let property = _PropertyKind.of((Name).self)
                        _PropertyKind.string(property)
                        _PropertyKind.scalar(property)
                    }

                    static var ruleSet: RuleSet {
                        RuleSet(of: Self.self) { properties in
                            properties.add(Field("name", .length(3 ... 20), .email, .accepted), of: (Name?).self)
                            properties.nested("name", (Name?).self)
                        }
                    }
                }

                extension SignUp: Validated {
                }
                """#)
    }
}
