// SPDX-License-Identifier: Apache-2.0

/// A filter that decides by code which findings are reported.
///
/// The name `length` covers every code of the rule, such as `length.tooShort`, and `acme` covers
/// the codes of all rules of a plugin. If several names cover a code, the longest one decides; if a
/// name is both selected and ignored, it is ignored.
///
/// What was not checked is never valid. So malformed records are always reported, because no rule runs on
/// them. A rule that could not decide is reported if one of its violations would be: the code of a fault,
/// such as `fault.deadline`, can be selected, but ignoring it has no effect.
public struct CodeFilter: Sendable, Equatable {
    /// The names of the findings to report; if it is empty, all findings are reported.
    package var selected: [String]
    package var ignored: [String]

    /// A filter by codes, ids of rules, and prefixes of codes that end before a dot.
    ///
    /// - Parameters:
    ///   - selected: The names of the findings to report; if it is empty, all findings are
    ///     reported.
    ///   - ignored: The names of the findings to leave out of these.
    public init(selected: [String] = [], ignored: [String] = []) {
        self.selected = selected
        self.ignored = ignored
    }

    /// Returns `true` if findings with a code are reported.
    ///
    /// - Parameters:
    ///   - code: The code of a violation or a fault.
    ///   - rule: The id of the rule, which the code of a fault does not contain, nor that of a
    ///     failure that the rule reports of another one.
    /// - Returns: `true` if the findings are reported.
    package func includes(_ code: String, rule: String? = nil) -> Bool {
        if code == RecordIssue.malformedCode { return true }
        let names = [code] + (rule.map { [$0] } ?? [])
        let wanted = selected.isEmpty ? 0 : Self.longest(of: selected, for: names)
        guard let wanted else { return false }
        let leftOut = ignored.filter { !Self.isOfUndecided($0) }
        guard let unwanted = Self.longest(of: leftOut, for: names) else { return true }
        return wanted > unwanted
    }

    /// Returns the reason that no filter leaves out the findings with a name, as a sentence about the name, or
    /// `nil` if a filter can.
    package static func problem(ignoring name: String) -> String? {
        if name == RecordIssue.malformedCode {
            return
                "\(name) cannot be left out. Such a record is not validated; a report without the finding "
                + "would call it valid"
        }
        if isOfUndecided(name) {
            return
                "\(name) cannot be left out. A rule that could not decide has not validated the value; "
                + "ignore the rule as a whole, or raise the limit that it reached"
        }
        return nil
    }

    /// Returns `true` if a name is the code of rules that could not decide, or the beginning of such codes.
    private static func isOfUndecided(_ name: String) -> Bool {
        name.hasSuffix(".undecided") || FaultReason.allCases.contains { covers(name, $0.code) }
    }

    private static func longest(of prefixes: [String], for names: [String]) -> Int? {
        prefixes.filter { prefix in names.contains { covers(prefix, $0) } }
            .map(\.utf8.count).max()
    }

    /// Returns `true` if a name is a code or its beginning up to a dot.
    package static func covers(_ prefix: String, _ code: String) -> Bool {
        code == prefix || code.hasPrefix(prefix + ".")
    }
}
