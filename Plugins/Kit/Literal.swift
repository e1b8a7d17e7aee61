// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// A value of an author's own: an argument of a message, a default.
public enum Literal: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByStringLiteral
{
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)

    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(stringLiteral value: String) { self = .string(value) }
}

extension Literal {
    /// The literals in C's layout, valid during `body`.
    static func withValues(
        _ literals: [Literal], _ body: (UnsafeBufferPointer<assay_value>) -> Void
    ) {
        let texts = literals.map { Array($0.text.utf8) }
        let start = texts.map(\.count).reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
        texts.flatMap(\.self).withUnsafeBufferPointer { bytes in
            let values = literals.indices.map { index in
                literals[index].value(
                    text: UnsafeBufferPointer(rebasing: bytes[start[index]..<start[index + 1]]))
            }
            values.withUnsafeBufferPointer(body)
        }
    }

    /// The literal in C's layout.
    ///
    /// - Parameter text: The bytes of a string.
    /// - Returns: A value that borrows the bytes.
    func value(text: UnsafeBufferPointer<UInt8>) -> assay_value {
        var value = assay_value()
        switch self {
        case .bool(let bool):
            value.kind = ASSAY_BOOL
            value.as.i64 = bool ? 1 : 0
        case .integer(let integer):
            value.kind = ASSAY_I64
            value.as.i64 = integer
        case .number(let number):
            value.kind = ASSAY_F64
            value.as.f64 = number
        case .string:
            value.kind = ASSAY_STR
            value.as.ptr = text.baseAddress
            value.len = UInt64(text.count)
        }
        return value
    }

    var text: String { if case .string(let text) = self { text } else { "" } }
}
