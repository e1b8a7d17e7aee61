// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import AssayRecords
import CAssay

// Texts stay where the array has them.
extension ArrowColumn {
    func fillTexts(
        _ values: UnsafeMutablePointer<assay_value>, from start: Int, count: Int, isLarge: Bool
    ) throws(LibraryError) {
        if isLarge {
            try fillTexts(values, from: start, count: count, offsets: buffer(1, of: Int64.self))
        } else {
            try fillTexts(values, from: start, count: count, offsets: buffer(1, of: Int32.self))
        }
    }

    private func fillTexts<Offset: FixedWidthInteger>(
        _ values: UnsafeMutablePointer<assay_value>, from start: Int, count: Int,
        offsets: UnsafePointer<Offset>
    ) throws(LibraryError) {
        let data = optionalBuffer(2)
        for position in start..<(start + count) {
            guard offsets[position] >= 0, offsets[position] <= offsets[position + 1] else {
                throw .arrow(
                    path,
                    "the offsets of row \(position) are \(offsets[position]) and \(offsets[position + 1])"
                )
            }
        }
        let first = Int(offsets[start])
        let end = Int(offsets[start + count])
        guard end == first || data != nil else { throw .arrow(path, "buffer 2 is NULL") }
        let all = UnsafeBufferPointer(start: data.map { $0 + first }, count: end - first)
        // One look at all texts, which follow one another.
        let isASCII = TextCheck.isASCII(all)
        let isUTF8 = isASCII || (all.isUTF8 && areWhole(start, count, offsets, all))
        for index in 0..<count {
            let begin = Int(offsets[start + index])
            let length = Int(offsets[start + index + 1]) - begin
            try put(
                data.map { $0 + begin }, length: length, isASCII: isASCII, isUTF8: isUTF8,
                at: values + index, position: start + index)
        }
    }

    /// Returns `true` if no text begins within a character of the text before it.
    private func areWhole<Offset: FixedWidthInteger>(
        _ start: Int, _ count: Int, _ offsets: UnsafePointer<Offset>,
        _ all: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let first = Int(offsets[start])
        for position in start..<(start + count) {
            let begin = Int(offsets[position]) - first
            if begin < all.count, all[begin] & 0xC0 == 0x80 { return false }
        }
        return true
    }

    // `isASCII` and `isUTF8`: it is known that the text is so.
    private func put(
        _ text: UnsafePointer<UInt8>?, length: Int, isASCII: Bool, isUTF8: Bool,
        at place: UnsafeMutablePointer<assay_value>, position: Int
    ) throws(LibraryError) {
        var value = assay_value()
        value.kind = ASSAY_STR
        value.as.ptr = text
        value.len = UInt64(length)
        let bytes = UnsafeBufferPointer(start: text, count: length)
        if isASCII || TextCheck.isASCII(bytes) {
            value.flags = ASSAY_FLAG_ASCII
        } else if !isUTF8, isPresent(position), !bytes.isUTF8 {
            throw .arrow(path, "the text of row \(position) is not UTF-8")
        }
        place.initialize(to: value)
    }

    func fillViews(
        _ values: UnsafeMutablePointer<assay_value>, from start: Int, count: Int
    ) throws(LibraryError) {
        let views = UnsafeRawPointer(buffer(1, of: UInt8.self))
        let dataCount = bufferCount - 3
        let sizes = optionalBuffer(bufferCount - 1).map {
            UnsafeRawPointer($0).assumingMemoryBound(to: Int64.self)
        }
        guard dataCount == 0 || sizes != nil else {
            throw .arrow(path, "the sizes of the buffers are NULL")
        }
        for index in 0..<count {
            let position = start + index
            guard isPresent(position) else {
                (values + index).initialize(to: assay_value())
                continue
            }
            let view = views + position * 16
            let length = Int(view.loadUnaligned(as: Int32.self))
            guard length >= 0 else {
                throw .arrow(path, "the text of row \(position) has \(length) bytes")
            }
            var text = (view + 4).assumingMemoryBound(to: UInt8.self)
            if length > 12 {
                let number = Int(view.loadUnaligned(fromByteOffset: 8, as: Int32.self))
                let begin = Int(view.loadUnaligned(fromByteOffset: 12, as: Int32.self))
                guard number >= 0, number < dataCount, begin >= 0, let sizes,
                    begin + length <= Int(sizes[number]),
                    let data = optionalBuffer(2 + number)
                else {
                    throw .arrow(
                        path, "the text of row \(position) is outside of the buffers")
                }
                text = data + begin
            }
            try put(
                text, length: length, isASCII: false, isUTF8: false, at: values + index,
                position: position)
        }
    }
}
