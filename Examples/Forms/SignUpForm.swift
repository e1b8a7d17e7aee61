// SPDX-License-Identifier: Apache-2.0
import AssayForms

/// A form that is driven by the rule set that the service uses.
enum SignUpForm {
    static let rules = """
        {
          "assay": 1,
          "fields": {
            "userName": "required, length(3...20), userName.isFree",
            "email": "required, email",
            "password": { "rules": "required, length(8...24)", "sensitive": true },
            "passwordConfirm": { "rules": "required, sameAs(password)", "sensitive": true }
          },
          "labels": {
            "userName": { "en": "User name", "de": "Benutzername" },
            "email": { "en": "E-mail", "de": "E-Mail" },
            "password": { "en": "Password", "de": "Passwort" },
            "passwordConfirm": { "en": "Password again", "de": "Passwort wiederholen" }
          }
        }
        """

    enum NameCode: String, RuleCodes {
        case taken = "is taken"
    }

    /// A form that calls `isFree` with a name; a test passes its own clock.
    @MainActor
    static func make(
        isFree: @escaping @Sendable (String) async throws -> Bool,
        clock: any Clock<Duration> = ContinuousClock()
    ) throws -> FormModel {
        let registry = RuleRegistry.standard()
        try registry.register(
            .async(
                "userName.isFree", "A user name that is not taken", kinds: .string,
                codes: NameCode.self
            ) { value, _ in
                guard case .string(let name) = value else { return .pass }
                return .pass(if: try await isFree(name), else: NameCode.taken)
            })
        return try FormModel(
            RuleSet(parsingJSON: rules), registry: registry, debounce: .milliseconds(300),
            limits: AsyncLimits(timeout: .seconds(5), clock: clock))
    }
}
