// SPDX-License-Identifier: Apache-2.0
import Assay

/// The number of records that a run expects, because a run over no records finds nothing.
struct RecordMinimum: Sendable {
    /// The least number of records, or `nil` to warn of a run without records.
    var least: Int?

    /// The least number of a job that does not give one.
    static let ofJobs = 1
    static let option = "min-records"

    /// Returns the message about a run that read fewer records, or `nil` if there were enough.
    ///
    /// - Parameter count: The number of records of all inputs, read to their ends.
    /// - Returns: An error if fewer than `least` were read, a warning if there was no record.
    func notice(for count: Int) -> RunNotice? {
        guard let least else { return count == 0 ? RunNotice(.noRecords, isError: false) : nil }
        return count < least
            ? RunNotice(.tooFewRecords(count, least: least), isError: true) : nil
    }
}

extension Diagnostic {
    fileprivate static let noRecords = Diagnostic(
        "input.noRecords", "no record was read",
        help: "name inputs that have records; --min-records 1 makes this an error, "
            + "--min-records 0 allows it")

    fileprivate static func tooFewRecords(_ count: Int, least: Int) -> Diagnostic {
        Diagnostic(
            "input.tooFewRecords",
            "\(Counted.text(count, of: "record")) \(count == 1 ? "was" : "were") read, and "
                + "--min-records expects at least \(least)",
            help: "check that the inputs are complete, or give --min-records a lower number "
                + "(in a job, min-records)")
    }
}
