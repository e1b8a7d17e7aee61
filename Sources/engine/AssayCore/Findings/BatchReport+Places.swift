// SPDX-License-Identifier: Apache-2.0
package import AssayPluginABI

// What a writer needs of a finding whose text it knows, without making a violation of it.
extension BatchReport {
    /// The verdict of a finding; for findings about the record itself its code has no meaning.
    package func verdict(at index: Int) -> Verdict { Verdict(bits: findings[index].verdict) }

    /// Returns the code of a finding about the record itself, or `nil` for other findings.
    package func issueCode(at index: Int) -> String? {
        guard isRecordIssue(at: index) else { return nil }
        let finding = findings[index]
        return session.recordIssue(Int(finding.step), row: Int(finding.row))?.code
    }

    /// Returns the JSON Pointer (RFC 6901) of the value of a finding in its record.
    ///
    /// The rule can add to the pointer; see `hasOwnArguments`.
    package func pointer(at index: Int) -> String {
        FindingReader(session: session, locates: false).pointer(of: findings[index])
    }

    /// Returns the place of the value of a finding in its file; this scans the record.
    package func source(at index: Int) -> RecordSource? {
        FindingReader(session: session, locates: true).source(of: findings[index])
    }

    /// Returns a copy of the value that a finding is about, which is absent for a sensitive field
    /// or if there is no value.
    package func value(at index: Int) -> Value {
        FindingReader(session: session, locates: false).shownValue(of: findings[index])
    }

    /// Returns the value of a violation, which belongs to the batch, or `nil` for a sensitive field
    /// or if there is no value.
    ///
    /// For a fault, the result is `nil`.
    package func borrowedValue(at index: Int) -> UnsafePointer<assay_value>? {
        FindingReader(session: session, locates: false).borrowedValue(of: findings[index])
    }

    /// Returns the pointer of the validator of a finding, or `nil` if its values are elements.
    ///
    /// The result is also `nil` for a finding about the record itself. A rule can add to the
    /// pointer.
    package func commonPointer(at index: Int) -> String? {
        guard let (validator, _) = validatorAndStep(at: index) else { return nil }
        return session.plan.validators[validator].pointer
    }
}
