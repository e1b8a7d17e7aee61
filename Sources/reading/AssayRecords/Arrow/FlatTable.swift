// SPDX-License-Identifier: Apache-2.0

/// The reason that bytes of Arrow cannot be read.
struct ArrowError: Error {
    let reason: String
    /// An instruction that says what to do about it, or `nil` for damaged bytes.
    var remedy: String?

    init(_ reason: String, remedy: String? = nil) {
        self.reason = reason
        self.remedy = remedy
    }

    /// The error about metadata whose offsets lead out of it.
    static let metadata = ArrowError("its metadata is damaged")
}

/// A table of a FlatBuffer, which is read with a check of every offset.
struct FlatTable {
    private let bytes: [UInt8]
    private let start: Int
    /// The places of the offsets of the fields.
    private let slots: Range<Int>

    /// The number of bytes of the FlatBuffer.
    var byteCount: Int { bytes.count }

    /// The table with which a FlatBuffer begins.
    init(root bytes: [UInt8]) throws(ArrowError) {
        try self.init(bytes, at: Int(try bytes.number(at: 0, as: UInt32.self)))
    }

    private init(_ bytes: [UInt8], at start: Int) throws(ArrowError) {
        self.bytes = bytes
        self.start = start
        let slotsStart = start - Int(try bytes.number(at: start, as: Int32.self))
        let size = Int(try bytes.number(at: slotsStart, as: UInt16.self))
        guard size >= 4, slotsStart + size <= bytes.count else { throw .metadata }
        slots = slotsStart + 4..<slotsStart + size
    }

    /// Returns the place of a field, or `nil` if the table lacks it.
    private func place(of field: Int) throws(ArrowError) -> Int? {
        let slot = slots.lowerBound + 2 * field
        guard slot + 2 <= slots.upperBound else { return nil }
        let offset = Int(try bytes.number(at: slot, as: UInt16.self))
        return offset == 0 ? nil : start + offset
    }

    /// Returns the place that an offset leads to.
    private func target(of place: Int) throws(ArrowError) -> Int {
        place + Int(try bytes.number(at: place, as: UInt32.self))
    }

    /// The number in a field.
    func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ field: Int, default number: Number
    ) throws(ArrowError) -> Number {
        guard let place = try place(of: field) else { return number }
        return try bytes.number(at: place, as: Number.self)
    }

    /// The table in a field, or `nil` if there is none.
    func table(_ field: Int) throws(ArrowError) -> FlatTable? {
        guard let place = try place(of: field) else { return nil }
        return try FlatTable(bytes, at: try target(of: place))
    }

    /// The text in a field, or `nil` if there is none.
    func text(_ field: Int) throws(ArrowError) -> String? {
        guard let list = try list(field, stride: 1) else { return nil }
        let text = bytes[list.start..<list.start + list.count]
        guard let text = String(validating: text, as: UTF8.self) else {
            throw ArrowError("a name in its metadata is not UTF-8")
        }
        return text
    }

    /// The number of tables in a field.
    func tableCount(_ field: Int) throws(ArrowError) -> Int {
        try list(field, stride: 4)?.count ?? 0
    }

    /// A table of those in a field.
    func table(_ field: Int, at index: Int) throws(ArrowError) -> FlatTable {
        guard let list = try list(field, stride: 4), index < list.count else { throw .metadata }
        return try FlatTable(bytes, at: try target(of: list.start + 4 * index))
    }

    /// The numbers of 64 bits in a field; each element has so many of them.
    func words(_ field: Int, each count: Int = 1) throws(ArrowError) -> [Int64] {
        guard let list = try list(field, stride: 8 * count) else { return [] }
        var words: [Int64] = []
        words.reserveCapacity(list.count * count)
        for index in 0..<list.count * count {
            words.append(try bytes.number(at: list.start + 8 * index, as: Int64.self))
        }
        return words
    }

    private func list(
        _ field: Int, stride: Int
    ) throws(ArrowError) -> (start: Int, count: Int)? {
        guard let place = try place(of: field) else { return nil }
        let list = try target(of: place)
        let count = Int(try bytes.number(at: list, as: UInt32.self))
        guard count <= (bytes.count - list - 4) / stride else { throw .metadata }
        return (list + 4, count)
    }
}

extension [UInt8] {
    /// Returns a number, whose first byte is the least significant one.
    func number<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int, as type: Number.Type
    ) throws(ArrowError) -> Number {
        guard offset >= 0, offset <= count - MemoryLayout<Number>.size else { throw .metadata }
        return withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
        }
    }
}
