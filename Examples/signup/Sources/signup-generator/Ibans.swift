// SPDX-License-Identifier: Apache-2.0

/// A country's account structure in the SWIFT registry's letters: n digit, a upper case, c either.
private struct IbanShape {
    let country: String
    let parts: [(kind: Character, count: Int)]
}

private let shapes = [
    IbanShape(country: "AT", parts: [("n", 16)]),
    IbanShape(country: "BE", parts: [("n", 12)]),
    IbanShape(country: "CH", parts: [("n", 5), ("c", 12)]),
    IbanShape(country: "DE", parts: [("n", 18)]),
    IbanShape(country: "ES", parts: [("n", 20)]),
    IbanShape(country: "FR", parts: [("n", 10), ("c", 11), ("n", 2)]),
    IbanShape(country: "GB", parts: [("a", 4), ("n", 14)]),
    IbanShape(country: "IT", parts: [("a", 1), ("n", 10), ("c", 12)]),
    IbanShape(country: "MT", parts: [("a", 4), ("n", 5), ("c", 18)]),
    IbanShape(country: "NL", parts: [("a", 4), ("n", 10)]),
    IbanShape(country: "NO", parts: [("n", 11)]),
    IbanShape(country: "PL", parts: [("n", 24)]),
]

extension RecordGenerator {
    /// An IBAN with its country's structure and right check digits.
    mutating func iban() -> String {
        let shape = random.pick(shapes)
        var account = ""
        for part in shape.parts {
            account += random.text(alphabet(part.kind), part.count)
        }
        return shape.country + CheckDigits.iban(shape.country, account) + account
    }

    private func alphabet(_ kind: Character) -> [Unicode.Scalar] {
        switch kind {
        case "n": Words.digits
        case "a": Words.upper
        default: Words.upperAndDigits
        }
    }
}
