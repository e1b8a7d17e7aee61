// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayRecords
import CAssay

// The values of rows. A row is counted without the offset of the array, a position with it.
extension ArrowColumn {
    /// Writes the values of some rows.
    ///
    /// - Parameters:
    ///   - values: Takes them; a null is NULL.
    ///   - first: The first row; the last one is within `length`.
    ///   - count: How many rows.
    ///   - arena: Takes what the array does not have in the form of values.
    /// - Throws: What is wrong with the array.
    func fill(
        _ values: UnsafeMutablePointer<assay_value>, from first: Int, count: Int,
        in arena: ValueArena
    ) throws(LibraryError) {
        guard count > 0 else { return }
        let start = offset + first
        if dictionary != nil {
            try fillFromDictionary(values, from: start, count: count)
        } else {
            switch type {
            case .text(let isLarge):
                try fillTexts(values, from: start, count: count, isLarge: isLarge)
            case .textView: try fillViews(values, from: start, count: count)
            case .list, .listView, .fixedList, .map:
                try fillLists(values, from: start, count: count, in: arena)
            case .structure: try fillStructures(values, from: start, count: count, in: arena)
            default:
                for index in 0..<count {
                    (values + index).initialize(to: scalar(start + index, in: arena))
                }
            }
        }
        for index in 0..<count where !isPresent(start + index) {
            values[index] = assay_value()
            values[index].kind = ASSAY_NULL
        }
    }

    private func fillFromDictionary(
        _ values: UnsafeMutablePointer<assay_value>, from start: Int, count: Int
    ) throws(LibraryError) {
        guard let dictionary else { return }
        for index in 0..<count {
            let position = start + index
            guard isPresent(position) else {
                (values + index).initialize(to: assay_value())
                continue
            }
            let key = integer(position)
            guard key >= 0, key < dictionary.count else {
                throw .arrow(
                    path,
                    "row \(position) has the dictionary's index \(key), of \(dictionary.count)")
            }
            (values + index).initialize(to: dictionary[key])
        }
    }

    /// A whole number that an Int holds; -1 for one that is too large.
    private func integer(_ position: Int) -> Int {
        guard case .integer(let width, let isSigned) = type else { return -1 }
        return switch (width, isSigned) {
        case (1, true): Int(buffer(1, of: Int8.self)[position])
        case (2, true): Int(buffer(1, of: Int16.self)[position])
        case (4, true): Int(buffer(1, of: Int32.self)[position])
        case (1, false): Int(buffer(1, of: UInt8.self)[position])
        case (2, false): Int(buffer(1, of: UInt16.self)[position])
        case (4, false): Int(buffer(1, of: UInt32.self)[position])
        case (_, true): Int(buffer(1, of: Int64.self)[position])
        default: Int(exactly: buffer(1, of: UInt64.self)[position]) ?? -1
        }
    }

    private func scalar(_ position: Int, in arena: ValueArena) -> assay_value {
        var value = assay_value()
        guard isPresent(position) else { return value }
        switch type {
        case .null: value.kind = ASSAY_NULL
        case .bool:
            let bit = buffer(1, of: UInt8.self)[position >> 3] >> UInt8(position & 7) & 1
            value.kind = ASSAY_BOOL
            value.as.i64 = Int64(bit)
        case .integer(width: 8, isSigned: false):
            let number = buffer(1, of: UInt64.self)[position]
            value.kind = number > UInt64(Int64.max) ? ASSAY_U64 : ASSAY_I64
            value.as.u64 = number
        case .integer:
            value.kind = ASSAY_I64
            value.as.i64 = Int64(integer(position))
        case .float(let width): value = number(position, width: width, in: arena)
        case .decimal(let width, let scale):
            value = decimal(position, width: width, scale: scale, in: arena)
        default: value = moment(position, in: arena)
        }
        return value
    }

    /// A null for NaN, which pandas writes for what is missing.
    ///
    /// An infinity is a text, which no rule takes for a number.
    private func number(_ position: Int, width: Int, in arena: ValueArena) -> assay_value {
        let number: Double =
            switch width {
            case 2: HalfFloat.value(ofBits: buffer(1, of: UInt16.self)[position])
            case 4: Double(buffer(1, of: Float.self)[position])
            default: buffer(1, of: Double.self)[position]
            }
        if number.isInfinite {
            return arena.text(Array((number < 0 ? "-Infinity" : "Infinity").utf8))
        }
        var value = assay_value()
        value.kind = number.isNaN ? ASSAY_NULL : ASSAY_F64
        value.as.f64 = number.isNaN ? 0 : number
        return value
    }

    private func moment(_ position: Int, in arena: ValueArena) -> assay_value {
        let count =
            type.momentWidth == 4
            ? Int64(buffer(1, of: Int32.self)[position]) : buffer(1, of: Int64.self)[position]
        let text = type.momentText(of: count)
        return arena.text(spelling?(text) ?? text)
    }

    private func decimal(
        _ position: Int, width: Int, scale: Int, in arena: ValueArena
    ) -> assay_value {
        let bytes = UnsafeRawBufferPointer(
            start: UnsafeRawPointer(buffer(1, of: UInt8.self)) + position * width, count: width)
        let text = ArrowDecimal(bytes).text(scale: scale)
        if scale <= 0, let whole = Int64(text) { return arena.store(.integer(whole)) }
        return arena.store(.decimal(text))
    }
}

extension ValueArena {
    /// A text of ASCII characters.
    func text(_ bytes: [UInt8]) -> assay_value {
        let memory = allocate(bytes.count)
        bytes.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(start: memory, count: $0.count).copyMemory(from: $0)
        }
        var value = assay_value()
        value.kind = ASSAY_STR
        value.flags = ASSAY_FLAG_ASCII
        value.as.ptr = UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
        value.len = UInt64(bytes.count)
        return value
    }
}
