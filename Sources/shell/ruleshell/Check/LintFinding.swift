// SPDX-License-Identifier: Apache-2.0
import Assay

/// A likely mistake in a rule set.
struct LintFinding {
    enum Severity: String {
        case error
        case warning
    }

    let code: LintCode
    /// The field; empty for findings about fixtures.
    var field = ""
    let message: String
    var help: String?
    let extent: LintExtent?

    var severity: Severity { code.severity }
}

/// The stable codes of the findings of `check`.
enum LintCode: String, CaseIterable {
    case contradiction
    case deadValue
    case shadowed
    case duplicate
    case catastrophicBacktracking
    case deprecated
    case openBound
    case unknownField
    case empty
    case identity
    case sensitiveIdentity
    case unmetCondition
    case noArguments
    case partialMatch
    case uncheckedNull
    case example

    /// `lint.contradiction`.
    var id: String { "lint.\(rawValue)" }

    /// The severity of the findings with this code.
    ///
    /// An error means that no value passes two rules, or that a fixture disagrees. A warning is
    /// about a rule that does nothing, takes too long or is deprecated, about a name that is
    /// probably mistyped, or about an identity that is no use.
    var severity: LintFinding.Severity {
        switch self {
        case .contradiction, .example: .error
        case .deadValue, .shadowed, .duplicate, .catastrophicBacktracking, .deprecated,
            .openBound, .unknownField, .empty, .identity, .sensitiveIdentity, .unmetCondition,
            .noArguments, .partialMatch, .uncheckedNull:
            .warning
        }
    }
}

/// A stretch of one line of a file.
struct LintExtent: Equatable {
    let start: FileLocation
    /// The first column after the extent, or the column of the start if the extent is empty.
    let endColumn: Int

    /// The text of an expression, or of a part of it.
    init?(_ entry: RuleEntry, part: Range<Int>?) {
        guard let extent = part ?? entry.expression.extent, let source = entry.source else {
            guard let location = entry.location else { return nil }
            self.init(location)
            return
        }
        let start = source.location(ofByte: extent.lowerBound)
        let end = source.location(ofByte: max(extent.lowerBound, extent.upperBound - 1))
        self.init(start, endColumn: end.line == start.line ? end.column + 1 : start.column)
    }

    init(_ location: FileLocation, endColumn: Int? = nil) {
        start = location
        self.endColumn = endColumn ?? location.column
    }
}
