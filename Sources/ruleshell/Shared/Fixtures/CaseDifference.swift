// SPDX-License-Identifier: Apache-2.0
import Assay

/// How what was found in a case differs from what the case expects.
struct CaseDifference {
    /// Expected and not found.
    var missing: [String] = []
    /// Found and not expected.
    var unexpected: [String] = []
    /// Why there is no result: `SIGSEGV`.
    var error: String?

    /// Everything is as expected.
    var isEmpty: Bool { error == nil && missing.isEmpty && unexpected.isEmpty }

    /// In one line.
    var text: String {
        if let error { return error }
        var parts: [String] = []
        if !missing.isEmpty { parts.append("missing " + missing.joined(separator: ", ")) }
        if !unexpected.isEmpty { parts.append("found " + unexpected.joined(separator: ", ")) }
        return parts.joined(separator: "; ")
    }
}

extension CaseDifference {
    /// The members of a JSON object: `missing`, `unexpected`, and `error`, which is null without one.
    var members: [(key: String, value: Value)] {
        [
            ("missing", .array(missing.map { .string($0) })),
            ("unexpected", .array(unexpected.map { .string($0) })),
            ("error", error.map { .string($0) } ?? .null),
        ]
    }
}
