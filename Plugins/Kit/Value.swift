// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// A value of an author's own: of an example, a default, or an argument of a message.
public indirect enum Value: Sendable {
    /// JSON's `null`.
    case null
    /// True or false.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction or exponent.
    case number(Double)
    /// A text.
    case string(String)
    /// Elements in their order.
    case array([Value])
    /// Members in their order.
    case object([(key: String, value: Value)])
}

extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: Value...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, Value)...) {
        self = .object(elements.map { ($0, $1) })
    }
}

extension Value {
    /// The value as JSON (RFC 8259); null for numbers that JSON does not have.
    var json: String {
        switch self {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .integer(let integer): "\(integer)"
        case .number(let number): number.isFinite ? "\(number)" : "null"
        case .string(let text): Value.quoted(text)
        case .array(let elements): "[" + elements.map(\.json).joined(separator: ", ") + "]"
        case .object(let members):
            "{"
                + members.map { Value.quoted($0.key) + ": " + $0.value.json }
                .joined(separator: ", ") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// The text of the value in C's layout: a string, or an array's or object's JSON.
    var text: String {
        switch self {
        case .string(let text): text
        case .array, .object: json
        case .null, .bool, .integer, .number: ""
        }
    }

    /// The values in C's layout, valid during `body`.
    static func withCValues(
        _ values: [Value], _ body: (UnsafeBufferPointer<assay_value>) -> Void
    ) {
        let texts = values.map { Array($0.text.utf8) }
        let start = texts.map(\.count).reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
        texts.flatMap(\.self).withUnsafeBufferPointer { bytes in
            let values = values.indices.map { index in
                values[index].cValue(
                    text: UnsafeBufferPointer(rebasing: bytes[start[index]..<start[index + 1]]))
            }
            values.withUnsafeBufferPointer(body)
        }
    }

    /// The value in C's layout.
    ///
    /// - Parameter text: The bytes of `text`.
    /// - Returns: A value that borrows the bytes.
    func cValue(text: UnsafeBufferPointer<UInt8>) -> assay_value {
        var value = assay_value()
        switch self {
        case .null:
            value.kind = ASSAY_NULL
        case .bool(let bool):
            value.kind = ASSAY_BOOL
            value.as.i64 = bool ? 1 : 0
        case .integer(let integer):
            value.kind = ASSAY_I64
            value.as.i64 = integer
        case .number(let number):
            value.kind = ASSAY_F64
            value.as.f64 = number
        case .string, .array, .object:
            value.kind = ASSAY_STR
            value.as.ptr = text.baseAddress
            value.len = UInt64(text.count)
        }
        return value
    }
}
