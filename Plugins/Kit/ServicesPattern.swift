// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// A compiled pattern of the host: that of the rule `regex`, under its limits.
///
/// Make it where a rule or the settings are made; use it on any thread.
public final class Pattern: @unchecked Sendable {  // the host's table, and a number
    /// Options that a pattern is read with.
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Letters match in either case.
        public static let ignoreCase = Options(rawValue: ASSAY_PATTERN_IGNORE_CASE)
        /// `^` and `$` also match at line breaks.
        public static let multiline = Options(rawValue: ASSAY_PATTERN_MULTILINE)
        /// `.` also matches a line feed.
        public static let dotAll = Options(rawValue: ASSAY_PATTERN_DOT_ALL)
        /// White space and comments in the pattern are ignored.
        public static let extended = Options(rawValue: ASSAY_PATTERN_EXTENDED)
        /// Plain parentheses do not capture.
        public static let noAutoCapture = Options(rawValue: ASSAY_PATTERN_NO_AUTO_CAPTURE)
        /// The text from its first to its last byte has to match.
        public static let whole = Options(rawValue: ASSAY_PATTERN_WHOLE)
    }

    /// The outcome of a search.
    public enum Match: Equatable, Sendable {
        /// The pattern matches.
        case match
        /// It does not.
        case noMatch
        /// Nothing is known, for this reason.
        case undecided(String)
    }

    private let table: UnsafePointer<assay_pattern_service>
    private let handle: assay_pattern

    /// Compiles a pattern.
    ///
    /// - Throws: What is wrong with it and where, or that the host does not have the service.
    public init(_ source: String, _ options: Options = []) throws(ServiceError) {
        guard
            let table = KnownHost.table(ASSAY_PATTERN_SERVICE, as: assay_pattern_service.self)
        else { throw .missing(ASSAY_PATTERN_SERVICE) }
        var error = assay_pattern_error()
        error.struct_size = UInt32(MemoryLayout<assay_pattern_error>.size)
        var handle = assay_pattern()
        let rc = withText(source) { source in
            table.pointee.compile?(KnownHost.pointer, source, options.rawValue, &handle, &error)
        }
        guard rc == ASSAY_OK else {
            throw ServiceError(
                description: "\(String(error.message)) at offset \(error.offset)")
        }
        self.table = table
        self.handle = handle
    }

    deinit { _ = table.pointee.release?(handle) }

    /// Searches a text; the limits of the call end the search too.
    ///
    /// Allocates nothing.
    public func match(_ text: Span<UInt8>, _ context: borrowing RuleContext) -> Match {
        let number = Self.lend(text) { table.pointee.match?(handle, context.call, $0) }
        return outcome(number ?? ASSAY_E_PARAM)
    }

    /// Searches a text, and says which of its bytes the match and its groups are.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - count: The number of groups, the whole match included: 1 to 64.
    ///   - context: Of the check.
    /// - Returns: The outcome, and the bytes of each group, nil for one that took no part; none
    ///   without a match.
    public func search(
        _ text: Span<UInt8>, groups count: Int, _ context: borrowing RuleContext
    ) -> (match: Match, groups: [Range<Int>?]) {
        var ranges = Array(repeating: assay_range(), count: count)
        let number = Self.lend(text) {
            table.pointee.search?(handle, context.call, $0, &ranges, UInt32(clamping: count))
        }
        let outcome = outcome(number ?? ASSAY_E_PARAM)
        guard outcome == .match else { return (outcome, []) }
        return (outcome, ranges.map { $0.start == .max ? nil : Int($0.start)..<Int($0.end) })
    }

    private static func lend<Result>(
        _ text: Span<UInt8>, _ body: (assay_str) -> Result
    ) -> Result {
        text.withUnsafeBufferPointer {
            body(assay_str(ptr: $0.baseAddress, len: UInt64($0.count)))
        }
    }

    private func outcome(_ number: Int32) -> Match {
        if number == ASSAY_MATCH_YES { return .match }
        if number == ASSAY_MATCH_NO { return .noMatch }
        let reason = table.pointee.reason.map { String($0(number)) } ?? ""
        return .undecided(reason.isEmpty ? "the text cannot be searched" : reason)
    }
}
