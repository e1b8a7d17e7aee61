// SPDX-License-Identifier: Apache-2.0

/// The columns of a record batch.
struct ArrowBatch {
    let count: Int
    /// The number of bytes of the buffers, unpacked.
    let byteCount: Int
    /// The columns whose types are read.
    let columns: [ArrowRows]
    /// The memory that the columns borrow from, except for that of dictionaries.
    let memory: [ArrowMemory]

    /// The most rows of a batch, if nothing but the number says that they are there.
    private static let mostBareRows = 1 << 16

    /// - Parameters:
    ///   - table: The table `RecordBatch` of the metadata.
    ///   - body: The buffers.
    ///   - fields: The columns of the schema.
    ///   - dictionaries: The dictionaries so far.
    /// - Throws: `ArrowError` for a batch that is damaged.
    init(
        _ table: FlatTable, _ body: ArrowMemory, fields: [ArrowField],
        dictionaries: [Int64: ArrowDictionary]
    ) throws(ArrowError) {
        var parts = try ArrowBatchParts(table, body, dictionaries: dictionaries)
        let length = try table.number(0, default: 0 as Int64)
        var columns: [ArrowRows] = []
        for field in fields {
            guard field.unread == nil else {
                try parts.skip(field)
                continue
            }
            let rows = try parts.rows(of: field)
            guard rows.count >= length else {
                throw rows.error("it has \(rows.count) rows, and the batch \(length)")
            }
            columns.append(rows)
        }
        // A bit is the least that a row has.
        guard (0...Int64(max(Self.mostBareRows, 8 * parts.byteCount))).contains(length) else {
            throw ArrowError("it has \(length) rows in \(parts.byteCount) bytes")
        }
        count = Int(length)
        self.columns = columns
        memory = parts.memory
        byteCount = parts.byteCount
    }

    /// Reads the values of a dictionary.
    ///
    /// - Parameters:
    ///   - table: The table `DictionaryBatch` of the metadata.
    ///   - body: The buffers.
    ///   - schema: The columns.
    ///   - dictionaries: The dictionaries so far, which take it.
    /// - Throws: `ArrowError` for a dictionary that is damaged.
    static func readDictionary(
        _ table: FlatTable, _ body: ArrowMemory, schema: ArrowSchema,
        into dictionaries: inout [Int64: ArrowDictionary]
    ) throws(ArrowError) {
        let id = try table.number(0, default: 0 as Int64)
        guard let field = schema.dictionaries[id] else {
            throw ArrowError("no column has the dictionary \(id)")
        }
        guard let batch = try table.table(1) else { throw ArrowError.metadata }
        // The values of a column that is not read are not read.
        guard field.unread == nil else { return }
        var parts = try ArrowBatchParts(batch, body, dictionaries: dictionaries)
        let rows = try parts.rows(of: field, inDictionary: true)
        let isDelta = try table.number(2, default: 0 as UInt8) != 0
        if isDelta, let known = dictionaries[id] {
            known.append(rows, keeping: parts.memory)
        } else {
            dictionaries[id] = ArrowDictionary(rows, keeping: parts.memory)
        }
    }
}

/// The parts of a record batch, which are taken in the order of the fields.
private struct ArrowBatchParts {
    private static let mostRows: Int64 = 1 << 40

    /// The number of bytes of the body and of what was unpacked.
    private(set) var byteCount: Int
    private(set) var memory: [ArrowMemory]
    private let body: ArrowMemory
    private let compression: ArrowCompression?
    private let dictionaries: [Int64: ArrowDictionary]
    /// The number of rows and the number of nulls of each array.
    private var nodes: ArraySlice<Int64>
    /// The place and the size of each buffer in the body.
    private var buffers: ArraySlice<Int64>
    /// The numbers of buffers that arrays of views have.
    private var viewCounts: ArraySlice<Int64>

    init(
        _ table: FlatTable, _ body: ArrowMemory, dictionaries: [Int64: ArrowDictionary]
    ) throws(ArrowError) {
        self.body = body
        self.dictionaries = dictionaries
        memory = [body]
        byteCount = body.bytes.count
        nodes = try table.words(1, each: 2)[...]
        buffers = try table.words(2, each: 2)[...]
        compression = try table.table(3).map { table throws(ArrowError) in
            try ArrowCompression(table)
        }
        viewCounts = try table.words(4)[...]
    }

    private mutating func nextNode(_ field: ArrowField) throws(ArrowError) -> (
        count: Int, nulls: Int64
    ) {
        guard nodes.count >= 2 else {
            throw ArrowError("column '\(field.path)': its rows are missing")
        }
        let (count, nulls) = (nodes[nodes.startIndex], nodes[nodes.startIndex + 1])
        nodes.removeFirst(2)
        guard (0...Self.mostRows).contains(count), nulls <= count else {
            throw ArrowError(
                "column '\(field.path)': it has \(count) rows, of which \(nulls) are null")
        }
        return (Int(count), nulls)
    }

    private mutating func nextBuffer(_ field: ArrowField) throws(ArrowError)
        -> UnsafeRawBufferPointer
    {
        guard buffers.count >= 2 else {
            throw ArrowError("column '\(field.path)': a buffer is missing")
        }
        let (offset, size) = (buffers[buffers.startIndex], buffers[buffers.startIndex + 1])
        buffers.removeFirst(2)
        guard let bytes = body.part(from: offset, count: size) else {
            throw ArrowError("column '\(field.path)': a buffer is outside of its message")
        }
        guard let compression, !bytes.isEmpty else { return bytes }
        do throws(ArrowError) {
            let unpacked = try compression.unpack(
                bytes, mostBytes: ArrowCompression.mostBytes - byteCount)
            byteCount += unpacked.bytes.count
            memory.append(unpacked)
            return UnsafeRawBufferPointer(unpacked.bytes)
        } catch {
            throw ArrowError("column '\(field.path)': \(error.reason)", remedy: error.remedy)
        }
    }

    /// Takes the values of a field.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - isDictionary: `true` if they are the values of its dictionary.
    /// - Returns: The values.
    /// - Throws: `ArrowError` for values that are damaged.
    mutating func rows(
        of field: ArrowField, inDictionary isDictionary: Bool = false
    ) throws(ArrowError) -> ArrowRows {
        let (count, nulls) = try nextNode(field)
        let index = isDictionary ? nil : field.dictionary
        guard let type = index?.index ?? field.type else { throw ArrowError.metadata }
        var validity: UnsafeRawBufferPointer?
        var values: [UnsafeRawBufferPointer] = []
        if type != .null {
            let bitmap = try nextBuffer(field)
            // Of -1, which is unknown, there may be no bitmap.
            if nulls > 0 || nulls < 0 && !bitmap.isEmpty { validity = bitmap }
            for _ in 1..<max(1, try bufferCount(of: type)) { values.append(try nextBuffer(field)) }
        }
        if let index {
            return try ArrowRows(
                of: field, type: type, count: count, validity: validity, buffers: values,
                children: [], dictionary: dictionaries[index.id], hasIndexes: true)
        }
        var children: [ArrowRows] = []
        for child in field.children { children.append(try rows(of: child)) }
        return try ArrowRows(
            of: field, type: type, count: count, validity: validity, buffers: values,
            children: children)
    }

    /// The number of buffers of an array, the bitmap included.
    private mutating func bufferCount(of type: ArrowType) throws(ArrowError) -> Int {
        if let count = type.bufferCount { return count }
        return try nextViewCount() + 2
    }

    private mutating func nextViewCount() throws(ArrowError) -> Int {
        guard let count = viewCounts.popFirst(), (0...Int64(buffers.count)).contains(count) else {
            throw ArrowError.metadata
        }
        return Int(count)
    }

    /// Passes the values of a field that is not read.
    mutating func skip(_ field: ArrowField) throws(ArrowError) {
        _ = try nextNode(field)
        var count = 2
        if field.dictionary == nil {
            if let known = field.bufferCount {
                count = known
            } else {
                count = try nextViewCount() + 2
            }
        }
        guard buffers.count >= 2 * count else {
            throw ArrowError("column '\(field.path)': a buffer is missing")
        }
        buffers.removeFirst(2 * count)
        guard field.dictionary == nil else { return }
        for child in field.children { try skip(child) }
    }
}
