// SPDX-License-Identifier: Apache-2.0
import Assay

/// The rule `userName.isFree`, which asks the database and so is asynchronous.
enum UserNameIsFree {
    enum Code: String, RuleCodes {
        case taken = "is taken"

        var translations: [String: String] {
            ["de": "ist vergeben", "fr": "est déjà pris", "es": "ya está en uso"]
        }
    }

    static func definition(_ members: Members) -> RuleDefinition {
        .async(
            "userName.isFree", "A user name that no member has", kinds: .string, codes: Code.self
        ) { value, _ in
            guard case .string(let name) = value else { return .pass }
            return .pass(if: try await members.isFree(name), else: Code.taken)
        }
    }
}
