// SPDX-License-Identifier: Apache-2.0

/// What someone who signs up tells; `rules/sign-up.yaml` has the rules.
struct SignUp: Codable, Sendable {
    var userName: String
    var email: String
    var country: String
    var taxId: String
    var age: Int
    var terms: Bool

    /// The fields in the order of the page.
    static let fields = ["userName", "email", "country", "taxId", "age", "terms"]
}
