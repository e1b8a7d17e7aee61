// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords

@testable import AssayRecords

/// What is read of an Arrow input: the records as JSON, up to an error.
struct ArrowReading {
    private(set) var lines: [String] = []
    /// The reasons why records are malformed.
    private(set) var malformed: [String] = []
    private(set) var sources: [RecordSource] = []
    private(set) var unknownColumns: [String] = []
    private(set) var form: ArrowForm?
    private(set) var error: InputError?

    /// The reason why the input cannot be read as Arrow, or `nil` if it can.
    var reason: String? {
        guard case .badArrow(_, let reason, _)? = error?.reason else { return nil }
        return reason
    }

    /// - Parameters:
    ///   - bytes: The input.
    ///   - fields: The fields of the rule set.
    ///   - unknownFields: What the rule set says about others.
    ///   - format: What the input is said to be.
    ///   - pieces: The number of bytes that a caller delivers at a time, or `nil` for a file.
    ///   - chunkBytes: The number of bytes that are parsed at a time.
    ///   - maximum: The most bytes of a record.
    ///   - allowsMissingColumns: `true` if the input may lack columns.
    /// - Throws: An error of the rule set. That of the input is in `error`.
    init(
        _ bytes: [UInt8], fields: [String], unknownFields: UnknownFieldPolicy = .allow,
        format: InputFormat? = nil, pieces: Int? = nil, chunkBytes: Int = 1 << 16,
        maximum: Int = 1 << 20, allowsMissingColumns: Bool = false
    ) throws {
        var options = ReaderOptions()
        options.format = format
        options.chunkBytes = chunkBytes
        options.maximumRecordBytes = maximum
        options.allowsMissingColumns = allowsMissingColumns
        let plan = try ValidationPlan(
            RuleSet(fields.map { Field(FieldPath(key: $0)) }, unknownFields: unknownFields),
            registry: RuleRegistry())
        let source = try pieces.map { Self.source(bytes, pieces: $0) } ?? ByteSource.of(bytes)
        do throws(InputError) {
            try read(ChunkReader(source, options: options, plan: plan), plan, options)
        } catch {
            self.error = error
        }
    }

    private static func source(_ bytes: [UInt8], pieces: Int) -> ByteSource {
        var left = bytes[...]
        return ByteSource(name: "test") { buffer in
            let count = min(pieces, left.count, buffer.count)
            buffer.copyBytes(from: left.prefix(count))
            left.removeFirst(count)
            return count
        }
    }

    private mutating func read(
        _ reader: ChunkReader, _ plan: ValidationPlan, _ options: ReaderOptions
    ) throws(InputError) {
        let parser = try RecordParser(plan, options: options)
        let chunk = reader.makeChunk()
        unknownColumns = reader.headerFindings.map(\.pointer)
        while try reader.next(chunk) {
            let parsed = try parser.parse(chunk)
            form = parsed.arrowForm
            parsed.locator.recordsBefore = lines.count
            for row in 0..<parsed.batch.count {
                lines.append(String(decoding: parsed.locator.record(row: row).bytes, as: UTF8.self))
                sources.append(parsed.locator.locate(row: row, path: [], offset: nil))
            }
            malformed += parsed.batch.issues.filter { $0.kind == .malformed }.map(\.reason)
            malformed += parsed.inputViolations.compactMap {
                if case .string(let reason)? = $0.parameters.first?.value { reason } else { nil }
            }
        }
    }
}
