// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// The type of the values of an Arrow array, from the format of its schema.
package enum ArrowType: Equatable {
    case null
    case bool
    /// Bytes of a number, and whether it has a sign.
    case integer(width: Int, isSigned: Bool)
    /// Bytes of a number: 2, 4 or 8.
    case float(width: Int)
    case decimal(width: Int, scale: Int)
    /// `isLarge` is `true` if offsets are 8 bytes wide instead of 4.
    case text(isLarge: Bool)
    case textView
    /// Days, or milliseconds.
    case date(isMilliseconds: Bool)
    /// Units in a second: 1, 1,000, 1,000,000 or 1,000,000,000.
    case time(perSecond: Int64)
    case timestamp(perSecond: Int64, hasZone: Bool)
    case list(isLarge: Bool)
    case listView(isLarge: Bool)
    case fixedList(count: Int)
    case structure
    case map

    /// The type of a format; nil for those that are not read.
    package init?(format: String) {
        switch format {
        case "n": self = .null
        case "b": self = .bool
        case "c", "s", "i", "l": self = .integer(width: Self.width(format), isSigned: true)
        case "C", "S", "I", "L":
            self = .integer(width: Self.width(format.lowercased()), isSigned: false)
        case "e": self = .float(width: 2)
        case "f": self = .float(width: 4)
        case "g": self = .float(width: 8)
        case "u": self = .text(isLarge: false)
        case "U": self = .text(isLarge: true)
        case "vu": self = .textView
        case "tdD": self = .date(isMilliseconds: false)
        case "tdm": self = .date(isMilliseconds: true)
        case "+l": self = .list(isLarge: false)
        case "+L": self = .list(isLarge: true)
        case "+vl": self = .listView(isLarge: false)
        case "+vL": self = .listView(isLarge: true)
        case "+s": self = .structure
        case "+m": self = .map
        default:
            guard let type = Self.withArguments(format) else { return nil }
            self = type
        }
    }

    private static func width(_ letter: String) -> Int {
        switch letter {
        case "c": 1
        case "s": 2
        case "i": 4
        default: 8
        }
    }

    private static func withArguments(_ format: String) -> ArrowType? {
        if format.hasPrefix("d:") { return decimal(format.dropFirst(2)) }
        if format.hasPrefix("+w:") {
            guard let count = Int(format.dropFirst(3)), count >= 0, count <= 1 << 31 else {
                return nil
            }
            return .fixedList(count: count)
        }
        guard format.hasPrefix("tt") || format.hasPrefix("ts") else { return nil }
        let units: [Character: Int64] = ["s": 1, "m": 1000, "u": 1_000_000, "n": 1_000_000_000]
        guard let unit = format.dropFirst(2).first, let perSecond = units[unit] else { return nil }
        if format.hasPrefix("tt") {
            return format.utf8.count == 3 ? .time(perSecond: perSecond) : nil
        }
        guard format.dropFirst(3).first == ":" else { return nil }
        return .timestamp(perSecond: perSecond, hasZone: format.utf8.count > 4)
    }

    private static func decimal(_ arguments: Substring) -> ArrowType? {
        let numbers = arguments.split(separator: ",").map { Int($0) }
        guard (2...3).contains(numbers.count), let scale = numbers[1], abs(scale) <= 1024 else {
            return nil
        }
        let bits = numbers.count == 3 ? numbers[2] : 128
        guard let bits, [32, 64, 128, 256].contains(bits) else { return nil }
        return .decimal(width: bits / 8, scale: scale)
    }

    /// The number of buffers that an array has, or `nil` for any number from 3 on.
    package var bufferCount: Int? {
        switch self {
        case .null: 0
        case .structure, .fixedList: 1
        case .bool, .integer, .float, .decimal, .date, .time, .timestamp, .list, .map: 2
        case .text, .listView: 3
        case .textView: nil
        }
    }

    /// Returns the step from a value of this type to the values of a child, or `nil` if no path has it.
    package func step(into name: String) -> FieldPath.Segment? {
        switch self {
        case .structure: .key(name)
        case .list, .listView, .fixedList: .allElements
        default: nil
        }
    }

    /// The number of children that an array has, or `nil` for any number.
    package var childCount: Int? {
        switch self {
        case .list, .listView, .fixedList, .map: 1
        case .structure: nil
        default: 0
        }
    }

    /// Returns `true` if a step of a path leads from a value of this type to the values of a child.
    package func leads(by step: FieldPath.Segment, into name: String) -> Bool {
        switch (self.step(into: name), step) {
        case (.allElements?, .index): true
        case (let own?, let step): own == step
        default: false
        }
    }
}
