// SPDX-License-Identifier: Apache-2.0

/// The values of a field in a record batch.
///
/// The sizes of its buffers are checked when it is made, and what they refer to when a value is read. It
/// borrows from memory that the batch keeps.
final class ArrowRows {
    let field: ArrowField
    /// The type of the values in the buffers: that of the indexes if there is a dictionary.
    let type: ArrowType
    let count: Int
    /// A bit for each row, 1 if the row has a value, or `nil` if all rows have one.
    let validity: UnsafeRawBufferPointer?
    /// The buffers after the bitmap.
    let buffers: [UnsafeRawBufferPointer]
    let children: [ArrowRows]
    let dictionary: ArrowDictionary?
    /// `true` if the values are in a dictionary, which may be missing.
    let hasIndexes: Bool

    init(
        of field: ArrowField, type: ArrowType, count: Int, validity: UnsafeRawBufferPointer?,
        buffers: [UnsafeRawBufferPointer], children: [ArrowRows],
        dictionary: ArrowDictionary? = nil,
        hasIndexes: Bool = false
    ) throws(ArrowError) {
        self.field = field
        self.type = type
        self.count = count
        self.validity = validity
        self.buffers = buffers
        self.children = children
        self.dictionary = dictionary
        self.hasIndexes = hasIndexes
        if count > 0 { try checkSizes() }
    }

    private func checkSizes() throws(ArrowError) {
        if let validity, validity.count < (count + 7) / 8 {
            throw error("its bitmap has \(validity.count) bytes for \(count) rows")
        }
        if let (needed, buffer) = try neededBytes(), buffers[buffer].count < needed {
            throw error(
                "it has \(buffers[buffer].count) bytes for \(count) rows, expected \(needed)")
        }
        switch type {
        case .listView(let isLarge):
            guard buffers[1].count >= count * (isLarge ? 8 : 4) else {
                throw error("it has too few sizes of lists")
            }
        case .structure:
            for child in children where child.count < count {
                throw error(
                    "it has \(count) rows, and its member '\(child.field.name)' \(child.count)")
            }
        case .fixedList(let size):
            let (elements, overflow) = count.multipliedReportingOverflow(by: size)
            guard !overflow, children[0].count >= elements else {
                throw error("it has fewer elements than its lists")
            }
        default: break
        }
    }

    /// The number of bytes that the first buffer of values must have, or `nil` for a type without one.
    private func neededBytes() throws(ArrowError) -> (count: Int, buffer: Int)? {
        let width: Int
        switch type {
        case .null, .structure, .fixedList: return nil
        case .bool: return ((count + 7) / 8, 0)
        case .integer(let bytes, _), .float(let bytes), .decimal(let bytes, _): width = bytes
        case .date, .time, .timestamp: width = type.momentWidth ?? 8
        case .text(let isLarge), .list(let isLarge): return ((count + 1) * (isLarge ? 8 : 4), 0)
        case .map: return ((count + 1) * 4, 0)
        case .listView(let isLarge): width = isLarge ? 8 : 4
        case .textView: width = 16
        }
        return (count * width, 0)
    }

    func error(_ reason: String) -> ArrowError {
        ArrowError("column '\(field.path)': \(reason)")
    }

    /// Returns a number of the first buffer of values.
    @inline(__always)
    func number<Number: BitwiseCopyable>(
        _ index: Int, of type: Number.Type, in buffer: Int = 0
    ) -> Number {
        // The size of the buffer was checked.
        buffers[buffer].loadUnaligned(
            fromByteOffset: index &* MemoryLayout<Number>.size, as: Number.self)
    }

    @inline(__always)
    private func isPresent(_ row: Int) -> Bool {
        guard let validity else { return true }
        return validity[row >> 3] & 1 << UInt8(row & 7) != 0
    }

    /// Returns `true` if a row has no value; NaN is none, which pandas writes for what is missing.
    func isNull(_ row: Int) throws(ArrowError) -> Bool {
        guard isPresent(row) else { return true }
        if hasIndexes {
            let (rows, place) = try entry(of: row)
            return try rows.isNull(place)
        }
        return switch type {
        case .null: true
        case .float: float(row).isNaN
        default: false
        }
    }

    /// Returns the place in the dictionary that a row names.
    func entry(of row: Int) throws(ArrowError) -> (rows: ArrowRows, row: Int) {
        let index = integer(row)
        guard let dictionary else { throw error("its dictionary is missing") }
        guard let index = Int(exactly: index), let found = dictionary.entry(at: index) else {
            throw error(
                "row \(row) has the index \(index) in a dictionary of \(dictionary.count) values")
        }
        return found
    }

    /// A whole number of any type.
    func integer(_ row: Int) -> Int128 {
        guard case .integer(let width, let isSigned) = type else { return -1 }
        return switch (width, isSigned) {
        case (1, true): Int128(number(row, of: Int8.self))
        case (2, true): Int128(number(row, of: Int16.self))
        case (4, true): Int128(number(row, of: Int32.self))
        case (8, true): Int128(number(row, of: Int64.self))
        case (1, false): Int128(number(row, of: UInt8.self))
        case (2, false): Int128(number(row, of: UInt16.self))
        case (4, false): Int128(number(row, of: UInt32.self))
        default: Int128(number(row, of: UInt64.self))
        }
    }

    func float(_ row: Int) -> Double {
        switch type {
        case .float(width: 2): HalfFloat.value(ofBits: number(row, of: UInt16.self))
        case .float(width: 4): Double(number(row, of: Float.self))
        case .float: number(row, of: Double.self)
        default: .nan
        }
    }

    /// Returns the rows of the child that are the elements of a list.
    func elements(of row: Int) throws(ArrowError) -> Range<Int> {
        let (first, end): (Int, Int)
        switch type {
        case .fixedList(let size): return row * size..<(row + 1) * size
        case .list(isLarge: true):
            (first, end) = (Int(number(row, of: Int64.self)), Int(number(row + 1, of: Int64.self)))
        case .listView(isLarge: true):
            first = Int(number(row, of: Int64.self))
            end =
                first.addingReportingOverflow(Int(number(row, of: Int64.self, in: 1))).partialValue
        case .listView:
            first = Int(number(row, of: Int32.self))
            end = first + Int(number(row, of: Int32.self, in: 1))
        default:
            (first, end) = (Int(number(row, of: Int32.self)), Int(number(row + 1, of: Int32.self)))
        }
        guard first >= 0, first <= end, end <= children[0].count else {
            throw error("row \(row) has the elements \(first) to \(end), of \(children[0].count)")
        }
        return first..<end
    }

    /// Returns the bytes of a text.
    func text(_ row: Int) throws(ArrowError) -> UnsafeRawBufferPointer {
        let (first, end, buffer): (Int, Int, Int)
        switch type {
        case .text(isLarge: true):
            (first, end, buffer) = (
                Int(number(row, of: Int64.self)), Int(number(row + 1, of: Int64.self)), 1
            )
        case .text:
            (first, end, buffer) = (
                Int(number(row, of: Int32.self)), Int(number(row + 1, of: Int32.self)), 1
            )
        default:
            let length = Int(number(4 * row, of: Int32.self))
            if (0...12).contains(length) {
                let start = 16 * row + 4
                return UnsafeRawBufferPointer(rebasing: buffers[0][start..<start + length])
            }
            buffer = Int(number(4 * row + 2, of: Int32.self)) + 1
            first = Int(number(4 * row + 3, of: Int32.self))
            end = first + length
        }
        guard buffers.indices.contains(buffer), buffer > 0, first >= 0, first <= end,
            end <= buffers[buffer].count
        else {
            throw error(
                "the text of row \(row) has the bytes \(first) to \(end), which are not there")
        }
        return UnsafeRawBufferPointer(rebasing: buffers[buffer][first..<end])
    }
}

/// The values that indexes refer to.
final class ArrowDictionary {
    /// The values of one message after the other.
    private var parts: [(rows: ArrowRows, memory: [ArrowMemory])]
    /// The number of values up to the end of each part.
    private var ends: [Int]

    /// - Parameters:
    ///   - rows: The values of a message.
    ///   - memory: The memory that they borrow from.
    init(_ rows: ArrowRows, keeping memory: [ArrowMemory]) {
        parts = [(rows, memory)]
        ends = [rows.count]
    }

    /// Adds the values of a further message.
    func append(_ rows: ArrowRows, keeping memory: [ArrowMemory]) {
        parts.append((rows, memory))
        ends.append(count + rows.count)
    }

    var count: Int { ends.last ?? 0 }

    /// The place of a value, or `nil` if there is no such value.
    func entry(at index: Int) -> (rows: ArrowRows, row: Int)? {
        guard index >= 0, index < count else { return nil }
        var (low, high) = (0, ends.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= index { low = middle + 1 } else { high = middle }
        }
        return (parts[low].rows, index - (low > 0 ? ends[low - 1] : 0))
    }
}
