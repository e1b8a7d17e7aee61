// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

/// Rules as named functions of a namespace, for several fields.
private enum Rules {
    static let email: [RuleExpression] = [.required, .email]
    static let nonEmpty: [RuleExpression] = [.required]
}

private enum LoginField: String, FormFields {
    case email, name, password

    var rules: [RuleExpression] {
        switch self {
        case .email: Rules.email
        case .name, .password: Rules.nonEmpty
        }
    }

    var placeholder: String {
        switch self {
        case .email: "E-mail"
        case .name: "Name"
        case .password: "Password"
        }
    }

    var triggers: ValidationTriggers { self == .name ? [.onSubmit, .onEditingChanged] : .all }
    var debounce: Duration { self == .email ? .milliseconds(300) : .zero }
    var isSensitive: Bool { self == .password }
}

/// A form is generated from an enumeration of its fields.
struct FormFieldsTests {
    @Test func aRuleSetHasTheFieldsInTheirOrder() throws {
        let ruleSet = RuleSet(fields: LoginField.self)
        #expect(ruleSet.fields.map(\.path.description) == ["email", "name", "password"])
        #expect(ruleSet.fields.map(\.validator.isSensitive) == [false, false, true])
        let report = try ValidatorsManager(ruleSet, registry: .forms).validate(["email": "ann"])
        #expect(report.violations.map(\.pointer) == ["/email", "/name", "/password"])
    }

    @Test func fieldsKnowTheirPlaceholdersIdsTriggersAndDebounce() {
        #expect(LoginField.allCases.map(\.placeholder) == ["E-mail", "Name", "Password"])
        #expect(LoginField.allCases.map(\.id) == ["email", "name", "password"])
        #expect(LoginField.name.triggers == [.onSubmit, .onEditingChanged])
        #expect(LoginField.email.triggers == .all)
        #expect(LoginField.email.debounce == .milliseconds(300))
        #expect(LoginField.name.debounce == .zero)
    }

    @MainActor @Test func aFormIsGenerated() throws {
        let form = try FormModel(LoginField.self)
        #expect(form.fields.map(\.path) == ["email", "name", "password"])
        #expect(form["name"].triggers == [.onSubmit, .onEditingChanged])
        #expect(form["email"].debounce == .milliseconds(300))
        #expect(form["password"].isSensitive)
    }

    @Test func aResultIsValidOrHasItsMessage() {
        #expect(LoginField.name.validate(" ").messages == ["is required and must not be empty"])
        #expect(LoginField.email.validate("ann").messages == ["must be an e-mail address"])
        #expect(LoginField.email.validate("ann@mail.example") == .valid)
        #expect(LoginField.name.validate("") != LoginField.name.validate("a"))
        #expect(LoginField.name.validate("") == LoginField.name.validate(""))
    }

    @Test(arguments: ["mailto:ann@mail.example", "ann@mail.example bob@mail.example"])
    func theWholeTextIsOneAddress(text: String) {
        #expect(LoginField.email.validate(text).messages == ["must be an e-mail address"])
    }
}
