// SPDX-License-Identifier: Apache-2.0
import Assay
import TestRandomness

extension SeededNumbers {
    mutating func text(_ alphabet: String, _ count: Int) -> String {
        String((0..<count).map { _ in alphabet.randomElement(using: &self) ?? "?" })
    }
}

/// Makes sign-up records; those that are not broken pass every rule of `signup.yaml`.
struct SignupRecords {
    private var random: SeededNumbers
    private static let letters = "abcdefghijklmnopqrstuvwxyz"
    private static let digits = "0123456789"

    init(seed: UInt64 = 7) {
        random = SeededNumbers(seed: seed)
    }

    /// The names and JSON texts of a record's fields.
    mutating func validFields() -> [(key: String, json: String)] {
        let password =
            "aB3" + random.text(Self.letters + "!é", Int.random(in: 5...21, using: &random))
        let username = random.text(Self.letters, 1) + random.text(Self.letters + "_0123", 9)
        let bio = random.text(Self.letters + " äß漢😀", Int.random(in: 0...300, using: &random))
        let tags = (0..<Int.random(in: 0...5, using: &random)).map { _ in
            "\"" + random.text(Self.letters, Int.random(in: 1...20, using: &random)) + "\""
        }
        return [
            ("username", "\"\(username)\""), ("email", "\"\(username)@mail.example\""),
            ("password", "\"\(password)\""), ("passwordConfirm", "\"\(password)\""),
            ("age", "\(Int.random(in: 18...120, using: &random))"),
            ("website", "\"https://www.\(username.replacing("_", with: "-")).example/a?b=c\""),
            ("country", "\"\(["DE", "FR", "ZA"].randomElement(using: &random) ?? "DE")\""),
            ("zip", "\"\(random.text(Self.digits, 5))\""), ("card", "\"\(card())\""),
            ("iban", "\"\(iban())\""), ("birthdate", "\"1990-0\(1 + random.next() % 9)-28\""),
            ("bio", "\"\(bio)\\n\""), ("tags", "[\(tags.joined(separator: ", "))]"),
        ]
    }

    mutating func validLine() -> String { Self.object(validFields()) }

    static func object(_ fields: [(key: String, json: String)]) -> String {
        "{" + fields.map { "\"\($0.key)\": \($0.json)" }.joined(separator: ", ") + "}"
    }

    /// Lines of which none breaks a rule.
    mutating func validLines(_ count: Int) -> String {
        (0..<count).map { _ in validLine() + "\n" }.joined()
    }

    /// 15 digits and the check digit of ISO/IEC 7812-1.
    private mutating func card() -> String {
        let payload = "4" + random.text(Self.digits, 14)
        let sum = payload.reversed().enumerated().reduce(0) { sum, digit in
            let value = (digit.element.wholeNumberValue ?? 0) * (digit.offset % 2 == 0 ? 2 : 1)
            return sum + value / 10 + value % 10
        }
        return payload + "\((10 - sum % 10) % 10)"
    }

    /// A German IBAN with the check digits of ISO 7064 MOD 97-10.
    private mutating func iban() -> String {
        let account = random.text(Self.digits, 18)
        let remainder = (account + "131400").reduce(0) {
            ($0 * 10 + ($1.wholeNumberValue ?? 0)) % 97
        }
        let check = 98 - remainder
        return "DE" + (check < 10 ? "0" : "") + "\(check)" + account
    }
}
