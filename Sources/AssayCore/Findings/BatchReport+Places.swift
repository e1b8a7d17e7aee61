// SPDX-License-Identifier: Apache-2.0
package import AssayPluginABI

// What a writer needs of a finding whose text it knows, without making a violation of it.
extension BatchReport {
    /// The verdict of a finding; for findings about the record itself its code has no meaning.
    package func verdict(at index: Int) -> Verdict { Verdict(bits: findings[index].verdict) }

    /// The code of a finding about the record itself, nil for the others.
    package func issueCode(at index: Int) -> String? {
        guard isRecordIssue(at: index), let issues = session.batch?.issues else { return nil }
        let issue = Int(findings[index].step)
        return issues.indices.contains(issue) ? issues[issue].code : nil
    }

    /// Where in its record the value of a finding is (RFC 6901), unless the rule adds to it; see
    /// `hasOwnArguments`.
    package func pointer(at index: Int) -> String {
        FindingReader(session: session, locates: false).pointer(of: findings[index])
    }

    /// Where in its file the value of a finding is; costs a scan of the record.
    package func source(at index: Int) -> RecordSource? {
        FindingReader(session: session, locates: true).source(of: findings[index])
    }

    /// A copy of the value that a finding is about; absent where there is none and for sensitive
    /// fields.
    package func value(at index: Int) -> Value {
        FindingReader(session: session, locates: false).shownValue(of: findings[index])
    }

    /// The value that a finding is about, which belongs to the batch; nil where there is none and for
    /// sensitive fields.
    package func borrowedValue(at index: Int) -> UnsafePointer<assay_value>? {
        FindingReader(session: session, locates: false).borrowedValue(of: findings[index])
    }

    /// The pointer of a finding where the rule set alone decides about it; nil where an element or the
    /// rule does.
    package func commonPointer(at index: Int) -> String? {
        guard let (validator, _) = validatorAndStep(at: index) else { return nil }
        return session.plan.validators[validator].pointer
    }
}
