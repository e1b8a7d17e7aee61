// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords
public import CAssay

/// The records of an input of lines, in the bytes of the input, split into valid and invalid ones.
struct SplitRecords {
    /// Valid or invalid records.
    enum Kind: Int {
        case valid, invalid

        init(_ which: UInt32) throws(LibraryError) {
            switch which {
            case ASSAY_RECORDS_VALID: self = .valid
            case ASSAY_RECORDS_INVALID: self = .invalid
            default: throw .argument("'which' is \(which)")
            }
        }
    }

    private let format: InputFormat
    /// The part that was checked last, or `nil` if the last check was of something else.
    private var part: ParsedChunk?
    private var isAtEnd = false
    /// The form of the text of the input.
    private var form = TextForm()
    /// The lines at the end of the input that are skipped.
    private var footer: [UInt8] = []
    /// The number of parts so far.
    private var partCount = 0
    /// A flag for each kind: `true` if the last part has such records.
    private var has = [false, false]
    /// A flag for each kind: `true` if a part before the last one had such records.
    private var had = [false, false]

    init(format: InputFormat) {
        self.format = format
    }

    /// Goes on to a check of something else.
    mutating func leave() {
        for kind in has.indices where has[kind] { had[kind] = true }
        has = [false, false]
        part = nil
        isAtEnd = false
    }

    /// Takes the next part, whose invalid rows are known.
    mutating func take(_ part: ParsedChunk, _ invalid: RowBitmap) {
        leave()
        self.part = part
        partCount += 1
        form = part.locator.form
        if !part.locator.footer.isEmpty { footer = part.locator.footer }
        for row in 0..<part.batch.count { has[kind(of: row, invalid).rawValue] = true }
    }

    mutating func end() {
        leave()
        isAtEnd = true
    }

    private func kind(of row: Int, _ invalid: RowBitmap) -> Kind {
        invalid.isSet(row) ? .invalid : .valid
    }

    /// The records of the last part, or what ends the file of them.
    func bytes(_ kind: Kind, _ invalid: RowBitmap) throws(LibraryError) -> [UInt8] {
        let hasBegun = had[kind.rawValue]
        if isAtEnd {
            let end = format == .json ? Array((hasBegun ? "\n]\n" : "[]\n").utf8) : []
            return Array(form.bytes(of: (end + footer)[...]))
        }
        guard let part else {
            throw .state("the session's last check was not that of a part of lines")
        }
        if kind == .invalid, let long = part.skippedRecords.first { throw .tooLong(long) }
        let beginning = partCount == 1 ? try Self.beginning(of: part.locator) : []
        let text = beginning + text(of: kind, in: part, invalid, hasBegun: hasBegun)
        return (partCount == 1 ? form.byteOrderMark : []) + form.bytes(of: text[...])
    }

    /// Everything before the first record of the input.
    private static func beginning(of locator: ChunkLocator) throws(LibraryError) -> [UInt8] {
        guard let preamble = locator.preamble else {
            guard locator.isAtStart else { return [] }
            throw LibraryError(
                rc: ASSAY_E_INPUT, code: "output.skippedLines",
                message: "the skipped lines before the records are too long to be written with them"
            )
        }
        let header = locator.header
        let lineEnd =
            header.isEmpty || header.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]
        return preamble + header + lineEnd
    }

    private func text(
        of kind: Kind, in part: ParsedChunk, _ invalid: RowBitmap, hasBegun: Bool
    ) -> [UInt8] {
        var text: [UInt8] = []
        var separator = hasBegun ? ",\n" : "[\n"
        for row in 0..<part.batch.count where self.kind(of: row, invalid) == kind {
            let (record, lineBreak) = part.locator.record(row: row)
            if format == .json {
                text += Array(separator.utf8)
                separator = ",\n"
            }
            text += record
            guard format != .json else { continue }
            if lineBreak.isEmpty { text.append(UInt8(ascii: "\n")) }
            text += lineBreak
        }
        return text
    }
}

extension LibraryError {
    fileprivate static func tooLong(_ record: RecordSource) -> LibraryError {
        LibraryError(
            rc: ASSAY_E_INPUT, code: "record.tooLong",
            message:
                "record \(record.record) of \(record.byteLength) bytes is too long to be written "
                + "with the invalid records; it begins at byte \(record.byteOffset) of the input")
    }
}

@c @implementation
public func assay_records(
    _ session: OpaquePointer?, _ which: UInt32, _ bytes: UnsafeMutablePointer<assay_str>?,
    _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let session: Session = try object(session, "session")
        guard let bytes else { throw .argument("'bytes' is NULL") }
        let kind = try SplitRecords.Kind(which)
        return try session.use { () throws(LibraryError) in
            guard let split = session.split else { throw .state("no lines were checked") }
            let text = ZeroEndedText(try split.bytes(kind, session.bitmap))
            session.recordsText = text
            bytes.pointee = text.str
            return ASSAY_OK
        }
    }
}
