// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A set of the kinds that JSON Schema knows, of which whole numbers are one of their own.
struct KindSet: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    static let null = KindSet(rawValue: 1)
    static let boolean = KindSet(rawValue: 2)
    static let integer = KindSet(rawValue: 4)
    /// The numbers that are not whole.
    static let fraction = KindSet(rawValue: 8)
    static let string = KindSet(rawValue: 16)
    static let array = KindSet(rawValue: 32)
    static let object = KindSet(rawValue: 64)

    static let number: KindSet = [.integer, .fraction]
    static let all = KindSet(rawValue: 127)
    static let notNull = all.subtracting(.null)

    /// The kinds by their names in JSON Schema, in the order of messages.
    private static let named: [(name: String, kinds: KindSet)] = [
        ("string", .string), ("number", .number), ("integer", .integer), ("boolean", .boolean),
        ("array", .array), ("object", .object), ("null", .null),
    ]

    static var names: [String] { named.map(\.name) }

    /// The kinds of a name in JSON Schema, or `nil` for another word.
    init?(name: String) {
        guard let kinds = Self.named.first(where: { $0.name == name })?.kinds else { return nil }
        self = kinds
    }

    /// The kind of a value; an absent value has none.
    init(of value: Value) {
        switch value {
        case .absent: self = []
        case .null: self = .null
        case .bool: self = .boolean
        case .integer, .unsignedInteger: self = .integer
        case .number, .decimal: self = value.isWholeNumber ? .integer : .fraction
        case .string: self = .string
        case .array: self = .array
        case .object: self = .object
        }
    }

    /// The names of the kinds, or `nil` if names cannot express them: fractions without whole numbers.
    var names: [String]? {
        if contains(.fraction), !contains(.integer) { return nil }
        return Self.named.filter { name, kinds in
            isSuperset(of: kinds) && !(name == "integer" && contains(.fraction))
        }.map(\.name)
    }
}

extension Value {
    /// `true` for a number without a fraction, however it is written.
    var isWholeNumber: Bool {
        switch self {
        case .integer, .unsignedInteger: return true
        case .number(let number): return number.rounded(.towardZero) == number
        case .decimal: return ExactNumber(self)?.decimal.isWhole ?? false
        default: return false
        }
    }
}
