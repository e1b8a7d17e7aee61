// SPDX-License-Identifier: Apache-2.0
import AssayCore
public import CAssay

extension Session {
    fileprivate func table(flags: UInt32) throws(LibraryError) -> ExportedColumn {
        try checkFlags(flags, known: Self.findingFlags, "flags")
        let outcome = try lastOutcome()
        var table = FindingsTable(
            texts, count: outcome.count, textBytes: outcome.stored?.textBytes ?? 0,
            showsValues: flags & ASSAY_FINDING_NO_VALUE == 0,
            hasPlaces: flags & ASSAY_FINDING_PLACE != 0)
        for index in 0..<outcome.count {
            // What is one finding's alone is in the table afterwards.
            lent.reset()
            let (finding, record, source) = stored(at: index, of: outcome, flags: flags, in: lent)
            table.append(finding, record: record, source: source)
        }
        return table.exported()
    }
}

@c @implementation
public func assay_findings_arrow(
    _ session: OpaquePointer?, _ flags: UInt32, _ schema: UnsafeMutablePointer<ArrowSchema>?,
    _ array: UnsafeMutablePointer<ArrowArray>?, _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let session: Session = try object(session, "session")
        guard let schema else { throw .argument("'schema' is NULL") }
        guard let array else { throw .argument("'array' is NULL") }
        let table = try session.use { () throws(LibraryError) in try session.table(flags: flags) }
        schema.initialize(to: table.schema())
        array.initialize(to: table.array())
        return ASSAY_OK
    }
}
