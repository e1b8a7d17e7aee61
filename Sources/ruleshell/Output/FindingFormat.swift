// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// The formats of `validate`, by the names of its option.
enum FormatName: String, CaseIterable, ExpressibleByArgument {
    case full
    case concise
    case ndjson
    case json
}

/// Writes findings in one format, on any thread.
protocol FindingFormat: Sendable {
    /// Appends one finding.
    ///
    /// - Parameters:
    ///   - finding: The finding.
    ///   - origin: Where it was found.
    ///   - bytes: The output of the chunk so far.
    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8])
}

/// What a format can ask about a finding's origin.
struct FindingOrigin {
    /// The input as it was named.
    let file: String
    /// Shows lines of the input.
    let locator: ChunkLocator
    /// The place of the rule in the rule set; nil for findings about the record itself.
    let rule: (validator: Int, step: Int)?
}

extension [UInt8] {
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    mutating func append(_ number: Int) {
        append(contentsOf: String(number).utf8)
    }
}
