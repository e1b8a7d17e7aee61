// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore

/// Delivers the records of an Arrow input as lines of JSON.
///
/// A record has no member for a column that is null in its row, as a cell of CSV that is empty. A record with
/// a part of the fields has one, since the column gives the field.
final class ArrowReader: ByteReader {
    private static let pieceBytes = 128 << 10
    /// The number of bytes of lines that a byte of a batch may become: a batch can refer to the same values again
    /// and again.
    private static let mostExpansion = 1024

    /// The columns of the input.
    let schema: ArrowSchema
    let form: ArrowForm
    private let input: ArrowInput
    private let writesNulls: Bool
    private var dictionaries: [Int64: ArrowDictionary] = [:]
    /// The batch whose rows are delivered, the next of them, and the number of bytes of those before.
    private var batch: ArrowBatch?
    private var nextRow = 0
    private var batchBytes = 0
    /// The number of bytes of lines that any batch may have.
    private let leastBatchBytes: Int
    /// The offsets of the batches in the input.
    private var batchOffsets: [Int] = []
    /// The parts of a file that are not read yet, or `nil` if they are read in order.
    private var parts: ArraySlice<ArrowFooter.Block>?
    private var hasEnded = false
    private var lines: ArrowLines
    /// The bytes of the lines that were delivered.
    private var delivered = 0
    /// An error after bytes that were not delivered yet.
    private var pendingError: InputError?

    /// Reads the schema of an input.
    ///
    /// - Parameters:
    ///   - input: The input, from its start.
    ///   - mostRecordBytes: The most bytes of a record; of a longer one not all is delivered.
    ///   - writesNulls: `true` to write a null for a column that is null.
    ///   - leastBatchBytes: The number of bytes that the records of any batch may have.
    ///   - readings: What the rules read the texts of fields as.
    /// - Throws: `InputError(.badArrow)`.
    init(
        _ input: ArrowInput, mostRecordBytes: Int, writesNulls: Bool = false,
        leastBatchBytes: Int = 64 << 20, readings: FieldReadings
    ) throws(InputError) {
        self.input = input
        self.leastBatchBytes = leastBatchBytes
        self.writesNulls = writesNulls
        let start = try input.peek(ArrowForm.fileMark.count)
        form = ArrowForm(firstBytes: start) ?? .stream
        lines = ArrowLines(mostBytes: min(mostRecordBytes, Int.max - 1))
        if form == .file {
            _ = try input.read(ArrowForm.fileMark.count, of: "its first bytes")
            // A file may have its parts in any order, and then begins with none of them.
            if try input.peek(4) != ArrowForm.messageMark[...] {
                let footer = try Self.footer(try input.keepRest(), input)
                parts = (footer.dictionaries + footer.batches)[...]
                schema = try Self.schema(footer.schema, footer.version, readings, input)
                return
            }
        }
        let first = try input.nextMessage(expecting: "the schema").message
        guard let first else { throw input.failure("it has no schema") }
        guard case .schema(let table) = first.content else {
            throw input.failure("it does not begin with a schema")
        }
        schema = try Self.schema(table, first.version, readings, input)
    }

    private static func schema(
        _ table: FlatTable, _ version: Int16, _ readings: FieldReadings, _ input: ArrowInput
    ) throws(InputError) -> ArrowSchema {
        do throws(ArrowError) {
            return try ArrowSchema(table, version: version, readings: readings)
        } catch {
            throw input.failure(error, in: "the schema")
        }
    }

    private static func footer(
        _ rest: [UInt8], _ input: ArrowInput
    ) throws(InputError) -> ArrowFooter {
        guard ArrowFooter.ends(rest) else {
            throw input.failure("it ends at byte \(input.end), before the end of an Arrow file")
        }
        do throws(ArrowError) {
            return try ArrowFooter(rest)
        } catch {
            throw input.failure(error, in: "its footer")
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        guard !buffer.isEmpty else { return 0 }
        while delivered == lines.bytes.count {
            if let pendingError { throw pendingError }
            lines.clear()
            delivered = 0
            do throws(InputError) {
                guard try fillLines() else { return 0 }
            } catch {
                pendingError = error
            }
        }
        let count = min(buffer.count, lines.bytes.count - delivered)
        buffer.copyBytes(from: lines.bytes[delivered..<delivered + count])
        delivered += count
        return count
    }

    /// Writes the next lines; returns `false` at the end.
    private func fillLines() throws(InputError) -> Bool {
        while lines.bytes.count < Self.pieceBytes {
            guard let batch, nextRow < batch.count else {
                self.batch = nil
                guard try readBatch() else { return !lines.bytes.isEmpty }
                continue
            }
            do throws(ArrowError) {
                let before = lines.bytes.count
                try appendRecord(nextRow, of: batch)
                batchBytes += lines.bytes.count - before
                nextRow += 1
                let most = leastBatchBytes + Self.mostExpansion * batch.byteCount
                guard batchBytes <= most else {
                    throw ArrowError(
                        "its \(batch.byteCount) bytes are records of more than \(most) bytes",
                        remedy: "write it in smaller batches")
                }
            } catch {
                throw input.failure(error, in: "record batch \(batchOffsets.count)")
            }
        }
        return true
    }

    private func appendRecord(_ row: Int, of batch: ArrowBatch) throws(ArrowError) {
        // A record that cannot be read to its end is none.
        let start = lines.bytes.count
        do throws(ArrowError) {
            lines.beginRecord()
            var isFirst = true
            for column in batch.columns where !lines.isFull {
                if !writesNulls, try column.isNull(row) { continue }
                if !isFirst { lines.append(UInt8(ascii: ",")) }
                isFirst = false
                lines.append(column.field.key)
                try column.append(row, to: &lines)
            }
            lines.endRecord()
        } catch {
            lines.cut(to: start)
            throw error
        }
    }

    /// Reads up to the next record batch; returns `false` at the end.
    private func readBatch() throws(InputError) -> Bool {
        while !hasEnded {
            let part = { "record batch \(self.batchOffsets.count + 1)" }
            guard let message = try nextMessage(part()) else {
                hasEnded = true
                return false
            }
            do throws(ArrowError) {
                switch message.content {
                case .schema: throw ArrowError("there is a second schema")
                case .dictionary(let table):
                    try ArrowBatch.readDictionary(
                        table, message.body, schema: schema, into: &dictionaries)
                case .batch(let table):
                    batch = try ArrowBatch(
                        table, message.body, fields: schema.fields, dictionaries: dictionaries)
                    nextRow = 0
                    batchBytes = 0
                    batchOffsets.append(message.offset)
                    return true
                }
            } catch {
                throw input.failure(error, in: part())
            }
        }
        return false
    }

    /// Reads the next message, or returns `nil` at the end.
    private func nextMessage(_ part: @autoclosure () -> String) throws(InputError) -> ArrowMessage?
    {
        guard let parts else {
            let (message, hasMark) = try input.nextMessage(expecting: part())
            if message == nil { try checkEnd(hasMark: hasMark) }
            return message
        }
        guard let block = parts.first else { return nil }
        self.parts = parts.dropFirst()
        guard input.move(to: block.offset),
            let message = try input.nextMessage(expecting: part()).message,
            input.offset <= block.end
        else { throw input.failure("\(part()) is not where its footer says") }
        return message
    }

    /// Checks that nothing was left out: that nothing follows a stream, and that a file lists the batches that
    /// were read.
    private func checkEnd(hasMark: Bool) throws(InputError) {
        let end = input.offset
        guard form == .file else {
            guard hasMark, try !input.read(atMost: 1).isEmpty else { return }
            throw input.failure(
                "after its end, at byte \(end), there is other data",
                remedy: "validate the parts as inputs of their own")
        }
        let footer = try Self.footer(try input.read(atMost: ArrowFooter.mostBytes), input)
        let offsets = footer.batches.map(\.offset).sorted()
        guard hasMark, offsets.elementsEqual(batchOffsets.map { Int64($0) }) else {
            let listed = offsets.count == 1 ? "1 record batch" : "\(offsets.count) record batches"
            throw input.failure(
                "its footer lists \(listed), and the file has \(batchOffsets.count) others")
        }
    }
}
