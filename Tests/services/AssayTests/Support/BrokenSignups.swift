// SPDX-License-Identifier: Apache-2.0
import Assay
import TestRandomness

/// Makes sign-up records of which most break something: rules, keys that appear twice, fields that
/// no rule set knows, lines that are no records.
struct BrokenSignups {
    private var signup: SignupRecords
    private var random: SeededNumbers

    init(seed: UInt64) {
        signup = SignupRecords(seed: seed)
        random = SeededNumbers(seed: seed &+ 1)
    }

    /// A JSON text that the rules of the field reject, and nothing in it is escaped.
    private static let rejected: [String: [String]] = [
        "username": ["\"x\"", "\"Ünnamed\"", "17", "\"\""], "email": ["\"someone\"", "null"],
        "passwordConfirm": ["\"other\""], "age": ["17", "121", "18.5", "\"40\"", "1e2"],
        "website": ["\"ftp://a.example\"", "\"https://漢字\""], "country": ["\"XX\"", "3"],
        "zip": ["\"1234\"", "\"123456\""], "card": ["\"4111111111111112\"", "\"4-1\""],
        "iban": ["\"DE00370400440532013000\"", "\"nothing\""], "birthdate": ["\"1990-02-30\""],
        "tags": ["[\"a\", \"\", \"bb\", \"ccccccccccccccccccccc\"]", "[1, 2, 3, 4, 5, 6]", "{}"],
    ]
    private static let malformed = [
        "{\"username\": \"ann\"", "[]", "{\"age\": 01}", "nothing", "{} {}", "{\"a\" 1}", "\"",
    ]

    /// The names and JSON texts of a record of which some fields are rejected or left out.
    mutating func fields() -> [(key: String, json: String)] {
        signup.validFields().compactMap { field in
            let chance = Int.random(in: 0..<10, using: &random)
            if chance == 0 { return nil }
            guard chance < 4, let rejected = Self.rejected[field.key] else { return field }
            return (field.key, rejected.randomElement(using: &random) ?? field.json)
        }
    }

    /// A record, sometimes with a key that appears twice or an unknown field.
    mutating func record() -> String {
        var fields = fields()
        switch Int.random(in: 0..<8, using: &random) {
        case 0: fields.append(("zip", "\"00000\""))
        case 1: fields.insert(("colour", "{\"a\": [1, {\"b\": null}]}"), at: 0)
        default: break
        }
        return SignupRecords.object(fields)
    }

    /// NDJSON.
    mutating func lines(_ count: Int) -> String {
        (0..<count).map { _ in
            switch Int.random(in: 0..<12, using: &random) {
            case 0: (Self.malformed.randomElement(using: &random) ?? "") + "\n"
            case 1: record() + "\r\n"
            case 2: " \n" + record() + "\n"
            default: record() + "\n"
            }
        }.joined()
    }

    /// One JSON array over many lines.
    mutating func array(_ count: Int) -> String {
        let elements = (0..<count).map { _ in
            Int.random(in: 0..<12, using: &random) == 0
                ? "17" : record().replacing(", \"", with: ",\n  \"")
        }
        return "[\n" + elements.joined(separator: ",\n") + "\n]\n"
    }

    /// Records as an input of a format.
    mutating func text(_ count: Int, as format: InputFormat) -> String {
        switch format {
        case .ndjson, .arrow: lines(count)
        case .json: array(count)
        case .csv: csv(count)
        }
    }

    /// CSV with an unknown column, line breaks in cells, and rows of a wrong length.
    mutating func csv(_ count: Int) -> String {
        let names = [
            "username", "email", "colour", "password", "passwordConfirm", "age", "country", "zip",
            "bio",
        ]
        let rows = (0..<count).map { _ in
            let cells = Dictionary(uniqueKeysWithValues: fields().map { ($0.key, $0.json) })
            let row = names.map { name in
                (cells[name] ?? "").replacing("\\n", with: "\n")
            }
            let isCut = Int.random(in: 0..<12, using: &random) == 0
            return row.prefix(isCut ? 4 : names.count).joined(separator: ",") + "\r\n"
        }
        return names.joined(separator: ",") + "\r\n" + rows.joined()
    }
}
