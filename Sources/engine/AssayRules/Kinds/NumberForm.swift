// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The spelling of numbers in texts: the character before the fraction, and the one between thousands.
struct NumberForm: Sendable {
    /// The form without groups, and with a point before the fraction.
    static let plain = NumberForm(decimal: ".", groups: [])

    /// The bytes of the decimal separator; none if numbers have no fraction.
    private let decimal: [UInt8]
    /// The bytes of each character that separates groups.
    private let groups: [[UInt8]]

    /// `true` if a number as JSON writes it has this form.
    var hasPoint: Bool { decimal == [UInt8(ascii: ".")] }

    init(decimal: String, groups: [String]) {
        self.decimal = Array(decimal.utf8)
        self.groups = groups.map { Array($0.utf8) }
    }

    /// Calls `body` with the number that a text spells, as JSON writes it.
    ///
    /// Leading zeros and a plus are accepted, and so is a number without digits before or after the decimal
    /// separator. Groups have three digits each, but for the first one, which has one to three and does not begin
    /// with 0: `0.123` and `1.2.3` are no numbers in groups, and neither is one with an exponent.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - body: Takes the number, whose bytes are valid during the call.
    /// - Returns: The result of `body`, or `nil` if the text spells no number.
    func withNumber<Result>(
        in text: Span<UInt8>, _ body: (Span<UInt8>) -> Result
    ) -> Result? {
        // A zero before the decimal separator may be added.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count + 1) { bytes in
            guard let count = write(text, into: bytes) else { return nil }
            return body(Span(_unsafeElements: UnsafeBufferPointer(rebasing: bytes[..<count])))
        }
    }

    /// Writes the number that a text spells, and returns its length, or `nil` if the text spells no number.
    private func write(
        _ text: Span<UInt8>, into bytes: UnsafeMutableBufferPointer<UInt8>
    ) -> Int? {
        var number = NumberWriter(bytes: bytes)
        var index = 0
        if let sign = text.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            if sign == UInt8(ascii: "-") { number.append(sign) }
            index = 1
        }
        guard let whole = writeWhole(text, from: &index, into: &number) else { return nil }
        var digits = whole.digits
        let length = decimal.isEmpty ? 0 : Self.length(of: decimal, in: text, at: index)
        if length > 0 {
            index += length
            let fraction = Self.digitCount(of: text, at: index)
            if fraction > 0 { number.append(UInt8(ascii: ".")) }
            number.append(text.extracting(index..<index + fraction))
            index += fraction
            digits += fraction
        }
        guard digits > 0 else { return nil }
        if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
            guard !whole.isGrouped, writeExponent(text, from: &index, into: &number) else {
                return nil
            }
        }
        return index == text.count ? number.count : nil
    }

    /// Writes the digits before the decimal separator without leading zeros, or 0 if there are none.
    private func writeWhole(
        _ text: Span<UInt8>, from index: inout Int, into number: inout NumberWriter
    ) -> (digits: Int, isGrouped: Bool)? {
        let first = Self.digitCount(of: text, at: index)
        let start = index
        var zeros = 0
        while zeros + 1 < first, text[start + zeros] == UInt8(ascii: "0") { zeros += 1 }
        if first == 0 { number.append(UInt8(ascii: "0")) }
        number.append(text.extracting(start + zeros..<start + first))
        index += first
        guard (1...3).contains(first) else { return (first, false) }
        var isGrouped = false
        while let length = groupLength(in: text, at: index) {
            let group = index + length
            guard text[start] != UInt8(ascii: "0"), Self.digitCount(of: text, at: group) == 3 else {
                return nil
            }
            number.append(text.extracting(group..<group + 3))
            index = group + 3
            isGrouped = true
        }
        return (first, isGrouped)
    }

    private func writeExponent(
        _ text: Span<UInt8>, from index: inout Int, into number: inout NumberWriter
    ) -> Bool {
        let start = index
        index += 1
        if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+")
        {
            index += 1
        }
        let digits = Self.digitCount(of: text, at: index)
        index += digits
        number.append(text.extracting(start..<index))
        return digits > 0
    }

    /// Returns the length of a character between groups, or `nil` if another one is at the place.
    private func groupLength(in text: Span<UInt8>, at index: Int) -> Int? {
        for group in groups {
            let length = Self.length(of: group, in: text, at: index)
            if length > 0 { return length }
        }
        return nil
    }

    private static func digitCount(of text: Span<UInt8>, at start: Int) -> Int {
        var index = start
        while index < text.count, ASCII.isDigit(text[index]) { index += 1 }
        return index - start
    }

    /// Returns the number of bytes of a character if it is at a place of a text, or 0.
    private static func length(of character: [UInt8], in text: Span<UInt8>, at index: Int) -> Int {
        guard index + character.count <= text.count else { return 0 }
        for place in character.indices where text[index + place] != character[place] { return 0 }
        return character.count
    }
}

/// The bytes of a number that is written.
private struct NumberWriter {
    let bytes: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(bytes: UnsafeMutableBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    mutating func append(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
    }

    mutating func append(_ text: Span<UInt8>) {
        for index in text.indices { append(text[index]) }
    }
}

// The form as parameters of rules.
extension NumberForm {
    static let decimalParameter = RuleParameter(
        "decimal", .string, "The decimal separator in text; a point if it is left out")
    static let groupParameter = RuleParameter(
        "group", .string,
        "The separator between thousands in text, which may be left out; a space is also a no-break space, "
            + "and ' also \u{2019}")

    /// The reading of a rule with these parameters.
    static func reading(_ arguments: Arguments) -> TextReading? {
        let group = arguments.string("group")
        // Whole numbers with points between thousands are those of numbers with a decimal comma.
        let decimal = arguments.string("decimal") ?? (group == "." ? "," : nil)
        return TextReading(replacingBy: [.number], decimal: decimal, group: group)
    }

    /// The form that the parameters `decimal` and `group` give, or `nil` for numbers as they are usually written.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of a rule.
    ///   - isWhole: `true` for a rule about whole numbers, which needs no decimal separator.
    /// - Throws: An error if one of them is no character that can separate digits, or if both are the same.
    init?(_ arguments: Arguments, isWhole: Bool = false) throws(RuleError) {
        let decimal = arguments.string("decimal")
        let group = arguments.string("group")
        if decimal == nil, group == nil { return nil }
        try Self.check(decimal, of: "decimal", in: arguments)
        try Self.check(group, of: "group", in: arguments)
        let groups = group.map(Self.characters) ?? []
        var point = "."
        if decimal == nil, groups.contains(point) {
            // Whole numbers need no decimal separator.
            guard isWhole else {
                throw arguments.invalid(
                    "group", "must differ from the decimal separator, which is a point",
                    help: "add the decimal separator too: decimal=\",\"")
            }
            point = ""
        }
        guard decimal.map({ !groups.contains($0) }) ?? true else {
            throw arguments.invalid("group", "must differ from the decimal separator")
        }
        self.init(decimal: decimal ?? point, groups: groups)
    }

    /// Throws an error if a text is not one character that can separate digits.
    private static func check(
        _ text: String?, of parameter: String, in arguments: Arguments
    ) throws(RuleError) {
        guard let text else { return }
        let isSeparator =
            text.unicodeScalars.count == 1
            && text.unicodeScalars.allSatisfy {
                !$0.properties.isAlphabetic && $0.properties.numericType == nil
                    && $0.properties.generalCategory != .control && $0 != "-" && $0 != "+"
            }
        guard isSeparator else {
            throw arguments.invalid(
                parameter, "must be one character, and no letter, digit or sign, not \"\(text)\"",
                help: "write one such as \",\", \".\", \"'\" or \" \"")
        }
    }

    /// The characters that programs write for a separator: Unicode has no-break spaces and two apostrophes.
    private static func characters(for group: String) -> [String] {
        switch group {
        case " ", "\u{A0}", "\u{202F}": [" ", "\u{A0}", "\u{202F}"]
        case "'", "\u{2019}": ["'", "\u{2019}"]
        default: [group]
        }
    }
}
