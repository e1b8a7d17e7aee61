// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

// Members that the rule set does not know, of the objects whose members it names. Readers report the
// top-level fields that it does not know, before a session sees the records.
extension ValidationSession {
    /// Records an issue for each such member.
    func recordUnknownMembers(of batch: RecordBatch) {
        memberIssues.removeAll(keepingCapacity: true)
        guard let known = plan.knownMembers, chosenValidators == nil else { return }
        if let filter = codeFilter, !filter.includes(RecordIssue.Kind.unknownField.code) { return }
        for position in 0..<spaces[0].readableCount {
            let row = spaces[0].readableRow(at: position)
            var count = 0
            for field in known.fields {
                known.findUnknown(
                    in: batch.columns[field] + row, ofField: field, at: [.key(plan.fields[field])]
                ) { path in
                    count += 1
                    record(unknownMember: path, row: row, isKept: count <= plan.maximumViolations)
                }
            }
        }
    }

    /// - Parameters:
    ///   - path: The path to the member.
    ///   - row: The row of the record.
    ///   - isKept: `false` if the record has so many findings already that this one is only counted.
    private func record(unknownMember path: [PointerToken], row: Int, isKept: Bool) {
        if isKept {
            memberIssues.append(
                RecordIssue(
                    row: row, kind: .unknownField, pointer: PointerToken.pointer(path), path: path))
        }
        state.findings.recordIssue(
            row: row, index: firstMemberIssue + memberIssues.count - 1,
            isWarning: plan.unknownFields == .warn)
    }

    /// The number of the first of these issues, which follow those of the batch and those of the rules
    /// with texts.
    var firstMemberIssue: Int { (batch?.issues.count ?? 0) + plan.textIssues.count }
}
