// SPDX-License-Identifier: Apache-2.0

/// The list of the parts of an Arrow file, which is at its end.
struct ArrowFooter {
    /// The place of a message in the file.
    struct Block {
        let offset: Int64
        let end: Int64
    }

    private static let mark = Array("ARROW1".utf8)
    /// The most bytes from the start of a footer to the end of the file.
    static let mostBytes = 64 << 20

    /// The version of the metadata.
    let version: Int16
    let schema: FlatTable
    let dictionaries: [Block]
    let batches: [Block]

    /// Returns `true` if the last bytes of an input are those of a file.
    static func ends(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 10 && bytes.suffix(mark.count) == mark[...]
    }

    /// Reads the footer.
    ///
    /// - Parameter bytes: The last bytes of a file, with the footer.
    /// - Throws: `ArrowError` for a footer that is damaged.
    init(_ bytes: [UInt8]) throws(ArrowError) {
        let end = bytes.count - 10
        let size = Int(try bytes.number(at: end, as: Int32.self))
        guard size > 0, size <= end else { throw ArrowError.metadata }
        let table = try FlatTable(root: Array(bytes[(end - size)..<end]))
        version = try table.number(0, default: 0)
        guard let schema = try table.table(1) else { throw ArrowError.metadata }
        self.schema = schema
        dictionaries = try Self.blocks(table, 2)
        batches = try Self.blocks(table, 3)
        // A file is not read more often than it is long.
        let all = (dictionaries + batches).sorted { $0.offset < $1.offset }
        for (block, next) in zip(all, all.dropFirst()) where next.offset < block.end {
            throw ArrowError("it lists parts that overlap")
        }
    }

    private static func blocks(_ table: FlatTable, _ field: Int) throws(ArrowError) -> [Block] {
        let words = try table.words(field, each: 3)
        var blocks: [Block] = []
        for place in stride(from: 0, to: words.count, by: 3) {
            // The size of the metadata has 32 bits.
            let (offset, metadata, body) = (
                words[place], Int64(Int32(truncatingIfNeeded: words[place + 1])), words[place + 2]
            )
            let largest = Int64.max / 4
            guard offset >= 0, metadata > 0, body >= 0, offset < largest, body < largest else {
                throw ArrowError.metadata
            }
            blocks.append(Block(offset: offset, end: offset + metadata + body))
        }
        return blocks
    }
}
