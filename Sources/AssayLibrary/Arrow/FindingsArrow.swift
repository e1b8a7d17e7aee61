// SPDX-License-Identifier: Apache-2.0
import AssayCore
public import CAssay

extension Session {
    fileprivate func table(flags: UInt32) throws(LibraryError) -> ExportedColumn {
        try checkFlags(flags, known: Self.findingFlags, "flags")
        let outcome = try lastOutcome()
        let hasPlaces = flags & ASSAY_FINDING_PLACE != 0
        var table = FindingsTable(hasPlaces: hasPlaces)
        for index in 0..<outcome.count {
            // What is one finding's alone is in the table afterwards.
            lent.reset()
            table.append(finding(at: index, of: outcome, flags: flags, in: lent))
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
