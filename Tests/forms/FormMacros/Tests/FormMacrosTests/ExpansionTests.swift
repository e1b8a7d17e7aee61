// SPDX-License-Identifier: Apache-2.0
import FormMacroExpansions
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// What `@ValidatableForm` writes, and what it says of declarations that are no forms.
struct ExpansionTests {
    private func expect(
        _ source: String, expandsTo expected: String, diagnostics: [DiagnosticSpec] = []
    ) {
        let specs = [
            "ValidatableForm": MacroSpec(
                type: ValidatableFormMacro.self, conformances: ["ValidatableForm"])
        ]
        assertMacroExpansion(
            source, expandedSource: expected, diagnostics: diagnostics, macroSpecs: specs
        ) { failure in
            Issue.record("\(failure.message)")
        }
    }

    /// Expects an error, and that nothing is written.
    private func expect(_ source: String, isRejected message: String, line: Int, column: Int) {
        expect(
            "@ValidatableForm\n" + source, expandsTo: source,
            diagnostics: [DiagnosticSpec(message: message, line: line, column: column)])
    }

    @Test(arguments: ["class", "enum", "actor"])
    func aFormIsAStruct(keyword: String) {
        expect(
            """
            \(keyword) SignUp {
            }
            """,
            isRejected:
                "'@ValidatableForm' can only be applied to a struct, because a form is a value",
            line: 1,
            column: 1)
    }

    @Test func aFormHasFields() {
        expect(
            """
            struct SignUp {
                var email = ""
            }
            """,
            isRejected:
                "'SignUp' has no property with '@Validate', '@Required' or '@RegularExpression'",
            line: 2, column: 8)
    }

    @Test func aStaticPropertyIsNoField() {
        expect(
            """
            struct SignUp {
                @Validate(.email) static var email = ""
            }
            """,
            isRejected: "'@Validate' on a static property: a field belongs to a form's value",
            line: 3, column: 5)
    }

    @Test func aNameAppearsOnce() {
        expect(
            """
            struct SignUp {
                @Validate(.email) var email = ""
                @Required("A mail, please.", name: "email") var mail = ""
            }
            """,
            isRejected:
                "the form has two fields with the name 'email'; give one of them another name",
            line: 4, column: 5)
    }

    @Test func aListThatIsWrittenByHandIsKept() {
        expect(
            """
            struct SignUp {
                @Validate(.email) var email = ""
                static let validatedFields: [ValidatedField<SignUp>] = []
            }
            """,
            isRejected: "'validatedFields' is written by hand; remove it or '@ValidatableForm'",
            line: 4, column: 16)
    }

    @Test func everyValidatedPropertyIsListedInOrder() {
        expect(
            #"""
            @ValidatableForm
            public struct SignUp: Equatable {
                @Validate(.required, .email) public var email = ""
                var note = ""
                @AssayForms.Required("A city, please.", name: "address.city") var city = ""
                @RegularExpression(pattern: "^[0-9]{5}$") var `repeat` = ""
                @Validate(.email, name: other) var mail = ""
            }
            """#,
            expandsTo: #"""
                public struct SignUp: Equatable {
                    @Validate(.required, .email) public var email = ""
                    var note = ""
                    @AssayForms.Required("A city, please.", name: "address.city") var city = ""
                    @RegularExpression(pattern: "^[0-9]{5}$") var `repeat` = ""
                    @Validate(.email, name: other) var mail = ""

                    public static let validatedFields: [ValidatedField<SignUp>] = [
                        ValidatedField("email", \._email.validated),
                        ValidatedField("address.city", \._city.validated),
                        ValidatedField("repeat", \._repeat.validated),
                        ValidatedField(\._mail.validated),
                    ]
                }

                extension SignUp: ValidatableForm {
                }
                """#)
    }

    @Test func theListOfAGenericFormIsComputed() {
        expect(
            #"""
            @ValidatableForm
            struct Choice<Option: Equatable> {
                @Validate(.required()) var option: Option?
            }
            """#,
            expandsTo: #"""
                struct Choice<Option: Equatable> {
                    @Validate(.required()) var option: Option?

                    static var validatedFields: [ValidatedField<Choice>] {
                        [
                            ValidatedField("option", \._option.validated),
                        ]
                    }
                }

                extension Choice: ValidatableForm {
                }
                """#)
    }
}
