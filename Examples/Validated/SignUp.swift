// SPDX-License-Identifier: Apache-2.0
//
// Types that bring their rules, for a service, a form and ruleshell. Needs the package trait FormMacros; the tests of the macros,
// Tests/forms/FormMacros, build this file.
import Assay
import AssayFoundation

@Validated
struct SignUp: Codable {
    @Rules(.required, .email) var email: String
    @Rules(.integer, .range(18...120), label: "Age") var age: Int?
    @Rules(.required, .length(8...), isSensitive: true) var password: String
    @Rules(.sameAs("password").message("Type it twice.")) var passwordAgain: String
    @Rules(.maxItems(5)) @ItemRules(.length(1...20)) var tags: [String]
    var address: Address
    var items: [Item]

    enum CodingKeys: String, CodingKey {
        case email, age, password, tags, address, items
        case passwordAgain = "password-again"
    }
}

@Validated
struct Address: Codable {
    @Rules(.required, .length(4...5)) var zip: String
}

@Validated
struct Item: Codable {
    @Rules(.nonNegative) var price: Double
}

/// The answer of a service to the body of a request.
///
/// - Parameter body: JSON.
/// - Returns: A status with a text.
/// - Throws: `RuleSetError` for rules with issues, which is a mistake of the program.
func answer(to body: [UInt8]) throws -> (status: Int, text: String) {
    do {
        let signUp = try SignUp.decode(from: body)
        return (201, "welcome, \(signUp.email)")
    } catch let error as ValidationError {
        return (422, "\(error)")
    }
}
