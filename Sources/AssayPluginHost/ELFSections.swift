// SPDX-License-Identifier: Apache-2.0

extension ELFFile {
    /// Compares the sections with the segments.
    ///
    /// Sections are for linkers; a stripped library may have none. If they are there, they repeat
    /// what the segments say, and a contradiction shows that the file is damaged.
    func checkSections() throws(Refusal) {
        guard let start: UInt64 = reader.load(40), let size: UInt16 = reader.load(58),
            let count: UInt16 = reader.load(60), start != 0 || count != 0
        else { return }
        let length = UInt64(size) * UInt64(count)
        guard size == 64 else {
            throw Refusal(elf: "section headers of \(size) bytes", expected: "64 bytes")
        }
        guard reader.contains(start, length) else {
            throw Refusal(
                truncated: "the section headers", end: start &+ length, of: reader.count)
        }
        for index in 0..<UInt64(count) { try checkSection(index, at: start + index * 64) }
    }

    private func checkSection(_ index: UInt64, at start: UInt64) throws(Refusal) {
        guard let type: UInt32 = reader.load(start + 4), let flags: UInt64 = reader.load(start + 8),
            let address: UInt64 = reader.load(start + 16),
            let offset: UInt64 = reader.load(start + 24),
            let size: UInt64 = reader.load(start + 32)
        else { return }
        let isAllocated = flags & 2 != 0
        let isThreadLocal = flags & 0x400 != 0
        let isEmpty = type == 8  // SHT_NOBITS: memory without bytes in the file
        guard isAllocated, size > 0, !(isEmpty && isThreadLocal) else { return }
        let isInPlace = isEmpty || self.offset(ofAddress: address, size) == offset
        guard isInPlace, let segment = segment(at: address, size),
            segment.isWritable || flags & 1 == 0, segment.isExecutable || flags & 4 == 0
        else {
            throw Refusal(
                elf: "section \(index) that contradicts the segments",
                expected: "a file whose parts agree", remedy: "copy or build the plugin again")
        }
    }
}
