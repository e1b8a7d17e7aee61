// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Foundation
import Testing

private struct Profile: Codable, Equatable, Sendable, ValidatableForm {
    @Validate(.required, .email) var email = ""
    @Validate(.inRange(18...120)) var age: Int?
    @Required("A city, please.") var city = "Kiel"
    @Required var nickname: String?
    @RegularExpression(pattern: "^[0-9]{5}$") var zip = "24103"
    var note: String?

    static let validatedFields: [ValidatedField<Profile>] = [
        ValidatedField("email", \.$email), ValidatedField("age", \.$age),
        ValidatedField("city", \._city.validated),
        ValidatedField("nickname", \._nickname.validated),
        ValidatedField("zip", \._zip.validated),
    ]
}

/// A form has the JSON of a struct without rules.
struct ValidateCodableTests {
    private func decode(_ json: String) throws -> Profile {
        try JSONDecoder().decode(Profile.self, from: Data(json.utf8))
    }

    @Test func onlyValuesAreEncoded() throws {
        var profile = Profile()
        profile.email = "a"
        profile.nickname = "Ann"
        profile.validate()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = String(decoding: try encoder.encode(profile), as: UTF8.self)
        #expect(
            json == #"{"age":null,"city":"Kiel","email":"a","nickname":"Ann","zip":"24103"}"#)
        #expect(try decode(json) == profile)
    }

    @Test func anOptionalThatIsMissingIsNil() throws {
        let profile = try decode(#"{"city": "Kiel", "email": "a", "zip": "1"}"#)
        #expect(profile.age == nil)
        #expect(profile.nickname == nil)
    }

    @Test func aValueThatIsMissingOrOfAWrongTypeIsAnError() {
        #expect(throws: DecodingError.self) { try decode(#"{"city": "Kiel", "zip": "1"}"#) }
        #expect(throws: DecodingError.self) {
            try decode(#"{"city": "Kiel", "email": 1, "zip": "1"}"#)
        }
    }

    @Test func aDecodedFormHasNoRulesAndIsNotValid() throws {
        let json =
            #"{"age": 30, "city": "Kiel", "email": "a@b.example", "nickname": "A", "zip": "1"}"#
        var profile = try decode(json)
        #expect(!profile.isValid)
        let isValid = profile.validate()
        #expect(!isValid)
        #expect(
            profile.$email.state.faults.map(\.message) == [
                "could not be checked by rules: a service that the rule needs is not available: "
                    + "a decoded field has no rules"
            ])
        #expect(throws: FormError.decodedField("email")) { try profile.check() }
    }

    @Test func aDecodedFormTakesRulesOver() throws {
        let json = #"{"age": 17, "city": "", "email": "a@b.example", "nickname": "A", "zip": "1"}"#
        var profile = try decode(json).withRules(of: Profile())
        #expect(throws: Never.self) { try profile.check() }
        #expect(profile.$email.state == .unchanged)
        #expect(!profile.hasChanges)
        #expect(profile.$city == ["A city, please."])
        #expect(profile.$zip == ["must match ^[0-9]{5}$"])
        profile.validate()
        #expect(profile.errors.map(\.field) == ["age", "city", "zip"])
    }
}
