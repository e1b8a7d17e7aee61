// SPDX-License-Identifier: Apache-2.0
import Assay

/// The difference between the findings of a case and what the case expects.
struct CaseDifference {
    /// The findings that were expected and not found.
    var missing: [String] = []
    /// The findings that were found and not expected.
    var unexpected: [String] = []
    /// The reason there is no result, such as `SIGSEGV`, or `nil` if there is one.
    var error: String?

    /// Everything is as expected.
    var isEmpty: Bool { error == nil && missing.isEmpty && unexpected.isEmpty }

    /// The difference in one line.
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
