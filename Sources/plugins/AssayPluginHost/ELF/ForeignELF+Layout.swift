// SPDX-License-Identifier: Apache-2.0

extension ForeignELF {
    /// Integers in the byte order of the file; nil for what lies outside.
    struct Reader {
        let bytes: UnsafeRawBufferPointer
        let isBigEndian: Bool
        let is64Bit: Bool

        func half(_ offset: UInt64) -> UInt16? { load(offset) }
        func quarter(_ offset: UInt64) -> UInt32? { load(offset) }

        /// An address, an offset or a size.
        func word(_ offset: UInt64) -> UInt64? {
            is64Bit ? load(offset, as: UInt64.self) : load(offset, as: UInt32.self).map(UInt64.init)
        }

        private func load<Number: FixedWidthInteger & BitwiseCopyable>(
            _ offset: UInt64, as type: Number.Type = Number.self
        ) -> Number? {
            let size = UInt64(MemoryLayout<Number>.size)
            guard offset <= UInt64(bytes.count), size <= UInt64(bytes.count) - offset else {
                return nil
            }
            let number = bytes.loadUnaligned(fromByteOffset: Int(offset), as: Number.self)
            return isBigEndian ? Number(bigEndian: number) : Number(littleEndian: number)
        }
    }

    /// The offsets and sizes in files of 32 and of 64 bits (System V ABI, "Object Files").
    struct Layout {
        let is64Bit: Bool

        var segmentStart: UInt64 { is64Bit ? 32 : 28 }
        var segmentCounts: UInt64 { is64Bit ? 54 : 42 }
        var segmentSize: UInt64 { is64Bit ? 56 : 32 }
        var sectionStart: UInt64 { is64Bit ? 40 : 32 }
        var sectionCounts: UInt64 { is64Bit ? 58 : 46 }
        var sectionSize: UInt64 { is64Bit ? 64 : 40 }
        var headerSize: UInt64 { is64Bit ? 64 : 52 }
        // Where a section header has these.
        var sectionOffset: Int { is64Bit ? 24 : 16 }
        var sectionSizeField: Int { is64Bit ? 32 : 20 }
        var sectionAlignment: Int { is64Bit ? 48 : 32 }

        func segment(_ reader: Reader, at start: UInt64) -> Part? {
            let at: [UInt64] = is64Bit ? [8, 16, 32, 48] : [4, 8, 16, 28]
            guard let type = reader.quarter(start), let rest = words(reader, start, at) else {
                return nil
            }
            return Part(
                type: type, offset: rest[0], address: rest[1], size: rest[2], alignment: rest[3])
        }

        func section(_ reader: Reader, at start: UInt64) -> Section? {
            let at: [UInt64] = is64Bit ? [8, 16, 24, 32, 48] : [8, 12, 16, 20, 32]
            guard let name = reader.quarter(start), let type = reader.quarter(start &+ 4),
                let rest = words(reader, start, at)
            else { return nil }
            let part = Part(
                type: type, offset: rest[2], address: rest[1], size: rest[3], alignment: rest[4])
            return Section(name: name, part: part, isAllocated: rest[0] & 2 != 0)
        }

        private func words(_ reader: Reader, _ start: UInt64, _ offsets: [UInt64]) -> [UInt64]? {
            let words = offsets.compactMap { reader.word(start &+ $0) }
            return words.count == offsets.count ? words : nil
        }
    }
}
