// SPDX-License-Identifier: Apache-2.0

/// One sign-up form.
///
/// `nil` is an absent field.
struct SignupRecord {
    var username: String?
    var email: String?
    var password: String
    var passwordConfirm: String
    var age: Int
    var website: String?
    var country: String?
    var zip: String
    var card: String
    var iban: String
    var birthdate: String
    var bio: String?
    var tags: [String]
    /// Whether the JSON form writes non-ASCII characters of the bio as `\u` escapes.
    var escapesBio: Bool
}

/// The fields in the order in which they are written.
enum SignupField: String, CaseIterable {
    case username, email, password, passwordConfirm, age, website, country, zip, card, iban,
        birthdate
    case bio, tags
}
