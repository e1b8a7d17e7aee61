// SPDX-License-Identifier: Apache-2.0
public import AssayCore
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A document is not valid, or its values are not those of the decoded type.
public struct ValidationError: Error, Sendable, Equatable {
    /// Everything that is wrong, also what decoding found: codes that begin with `decoding.`.
    public let report: ValidationReport

    /// An error for what a program finds where its rules have found nothing, such as a unique index.
    public init(report: ValidationReport) { self.report = report }
}

extension ValidationError: CustomStringConvertible, LocalizedError {
    private static let mostShown = 10

    /// The first ten findings, each with its pointer.
    public var description: String {
        let findings =
            report.violations.filter { $0.severity == .error }.map { ($0.pointer, $0.message) }
            + (report.faults + report.pending).map { ($0.pointer, $0.message) }
        let shown = findings.prefix(Self.mostShown).map { pointer, message in
            (pointer.isEmpty ? "the document" : pointer) + " " + message
        }
        let rest = findings.count - shown.count + report.droppedCount
        return (shown + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: "; ")
    }

    /// The description.
    public var errorDescription: String? { description }
}
