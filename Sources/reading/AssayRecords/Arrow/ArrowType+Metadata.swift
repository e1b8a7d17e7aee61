// SPDX-License-Identifier: Apache-2.0

// The types of the metadata of messages: the union `Type` of Arrow's Schema.fbs.
extension ArrowType {
    /// The type that metadata has, or `nil` for one that is not read.
    ///
    /// - Parameters:
    ///   - number: The number of the type in the union.
    ///   - table: The arguments of the type.
    /// - Throws: `ArrowError` for arguments that no type has.
    init?(number: UInt8, _ table: FlatTable) throws(ArrowError) {
        switch number {
        case 1: self = .null
        case 2: self = try .integer(table)
        case 3: self = try .float(table)
        case 5: self = .text(isLarge: false)
        case 6: self = .bool
        case 7: self = try .decimal(table)
        case 8: self = .date(isMilliseconds: try table.number(0, default: 1 as Int16) != 0)
        case 9: self = try .time(table)
        case 10:
            let zone = try table.text(1) ?? ""
            self = .timestamp(
                perSecond: try Self.unit(table, default: 0), hasZone: !zone.isEmpty)
        case 12: self = .list(isLarge: false)
        case 13: self = .structure
        case 16:
            let count = try table.number(0, default: 0 as Int32)
            guard count >= 0 else { throw ArrowError("a list has \(count) elements") }
            self = .fixedList(count: Int(count))
        case 17: self = .map
        case 20: self = .text(isLarge: true)
        case 21: self = .list(isLarge: true)
        case 24: self = .textView
        case 25: self = .listView(isLarge: false)
        case 26: self = .listView(isLarge: true)
        default: return nil
        }
    }

    /// The type of the integers that a table describes.
    static func integer(_ table: FlatTable) throws(ArrowError) -> ArrowType {
        let bits = try table.number(0, default: 0 as Int32)
        guard [8, 16, 32, 64].contains(bits) else {
            throw ArrowError("an integer has \(bits) bits")
        }
        let isSigned = try table.number(1, default: 0 as UInt8) != 0
        return .integer(width: Int(bits) / 8, isSigned: isSigned)
    }

    private static func float(_ table: FlatTable) throws(ArrowError) -> ArrowType {
        let precision = try table.number(0, default: 0 as Int16)
        guard (0...2).contains(precision) else {
            throw ArrowError("a float has the precision \(precision)")
        }
        return .float(width: 2 << Int(precision))
    }

    private static func decimal(_ table: FlatTable) throws(ArrowError) -> ArrowType {
        let scale = try table.number(1, default: 0 as Int32)
        let bits = try table.number(2, default: 128 as Int32)
        guard abs(Int(scale)) <= 1024, [32, 64, 128, 256].contains(bits) else {
            throw ArrowError("a decimal has \(bits) bits and the scale \(scale)")
        }
        return .decimal(width: Int(bits) / 8, scale: Int(scale))
    }

    private static func time(_ table: FlatTable) throws(ArrowError) -> ArrowType {
        let type = ArrowType.time(perSecond: try unit(table, default: 1))
        let bits = try table.number(1, default: 32 as Int32)
        guard type.momentWidth == Int(bits) / 8 else {
            throw ArrowError("a time of day has \(bits) bits, which is not the size of its unit")
        }
        return type
    }

    /// The number of units in a second.
    private static func unit(
        _ table: FlatTable, default number: Int16
    ) throws(ArrowError) -> Int64 {
        switch try table.number(0, default: number) {
        case 0: return 1
        case 1: return 1000
        case 2: return 1_000_000
        case 3: return 1_000_000_000
        case let unit: throw ArrowError("a time has the unit \(unit)")
        }
    }

    /// A type that is not read, by its number in the union: its name, and the number of buffers of an array,
    /// which is `nil` for any number from 2 on.
    ///
    /// - Parameters:
    ///   - number: The number of the type.
    ///   - table: The arguments of the type.
    ///   - unionsHaveBitmaps: `true` in metadata before version 5.
    /// - Returns: Both, or `nil` for a number that no type has.
    /// - Throws: `ArrowError` for damaged arguments.
    static func unread(
        _ number: UInt8, _ table: FlatTable, unionsHaveBitmaps: Bool
    ) throws(ArrowError) -> (name: String, bufferCount: Int?)? {
        switch number {
        case 4: return ("binary", 3)
        case 11: return ("interval", 2)
        case 14:
            let isDense = try table.number(0, default: 0 as Int16) != 0
            return ("union", (isDense ? 2 : 1) + (unionsHaveBitmaps ? 1 : 0))
        case 15: return ("fixed_size_binary", 2)
        case 18: return ("duration", 2)
        case 19: return ("large_binary", 3)
        case 22: return ("run_end_encoded", 0)
        case 23: return ("binary_view", nil)
        default: return nil
        }
    }
}
