// SPDX-License-Identifier: Apache-2.0
package import AssayCore
import CRules

/// The facets of the rules in C, which their table cannot state.
package enum BuiltInFacets {
    /// The facets by the id of the rule.
    package static let ofC: [String: RuleFacets] = [
        "currencyAmount": RuleFacets(reading: amount),
        "decimalText": RuleFacets(reading: { arguments in
            let separator = arguments.string("separator") ?? "."
            return TextReading(.decimal) { decimal($0, separator: separator) }
        }),
        "integerText": RuleFacets(reading: { _ in
            TextReading(.decimal) { decimal($0, separator: "") }
        }),
        "numericText": RuleFacets(reading: { _ in
            TextReading(.decimal) { decimal($0, separator: ".") }
        }),
        "semver": RuleFacets(reading: { _ in
            TextReading(.version) { SemanticVersion(String(copying: $0)).map { .version($0) } }
        }),
        "ip": RuleFacets(reading: { _ in TextReading(.address, address) }),
    ]

    /// Returns the number that a text of digits with an optional sign and separator writes.
    private static func decimal(_ text: Span<UInt8>, separator: String) -> OrderedValue? {
        decimal(String(copying: text), separator: separator)
    }

    private static func decimal(_ text: String, separator: String) -> OrderedValue? {
        var digits = Substring(text)
        var sign = ""
        if let first = digits.first, first == "-" || first == "+" {
            sign = first == "-" ? "-" : ""
            digits = digits.dropFirst()
        }
        let parts = split(digits, at: separator)
        guard let whole = parts.first, parts.allSatisfy({ $0.utf8.allSatisfy(ASCII.isDigit) }),
            !digits.isEmpty, parts.last?.isEmpty == false
        else { return nil }
        let fraction = parts.count == 2 ? "." + parts[1] : ""
        return ExactNumber(text: sign + (whole.isEmpty ? "0" : whole) + fraction)
            .map { .number($0) }
    }

    /// The parts of a text before and after the first separator, or the text if it has none.
    private static func split(_ text: Substring, at separator: String) -> [Substring] {
        guard !separator.isEmpty,
            let place = text.indices.first(where: { text[$0...].hasPrefix(separator) })
        else { return [text] }
        return [text[..<place], text[place...].dropFirst(separator.count)]
    }

    /// The reading of amounts: the number without its symbol and groups.
    @Sendable
    private static func amount(_ arguments: Arguments) -> TextReading? {
        let symbol = arguments.string("symbol") ?? "$"
        let thousands = arguments.string("thousands") ?? ","
        let separator = arguments.string("decimal") ?? "."
        return TextReading(.amount) { span in
            var isNegative = false
            var text = ""
            var rest = Substring(String(copying: span))
            while let first = rest.first {
                if !symbol.isEmpty, rest.hasPrefix(symbol) {
                    rest = rest.dropFirst(symbol.count)
                } else if !thousands.isEmpty, rest.hasPrefix(thousands) {
                    rest = rest.dropFirst(thousands.count)
                } else {
                    if first == "-" || first == "(" { isNegative = true }
                    if first != "-", first != "(", first != ")", first != " " { text.append(first) }
                    rest = rest.dropFirst()
                }
            }
            return decimal((isNegative ? "-" : "") + text, separator: separator)
        }
    }

    @Sendable
    private static func address(_ text: Span<UInt8>) -> OrderedValue? {
        // What follows '%' is a zone, which is no part of the number.
        var length = 0
        while length < text.count, text[length] != UInt8(ascii: "%") { length += 1 }
        var host = assay_read_host()
        let isRead = text.extracting(..<length).withUnsafeBufferPointer { bytes in
            assay_read_v4_host(bytes.baseAddress, bytes.count, &host)
                || assay_read_v6_host(bytes.baseAddress, bytes.count, &host)
        }
        guard isRead else { return nil }
        let halves = withUnsafeBytes(of: host.address) { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        // Only the first four bytes of a version 4 address count.
        return host.version == 4
            ? .address(version: 4, high: halves.0 >> 32, low: 0)
            : .address(version: 6, high: halves.0, low: halves.1)
    }
}
