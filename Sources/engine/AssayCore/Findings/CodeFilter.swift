// SPDX-License-Identifier: Apache-2.0

/// A filter that decides by code which findings are reported.
///
/// The name `length` covers every code of the rule, such as `length.tooShort`, and `acme` covers
/// the codes of all rules of a plugin. If several names cover a code, the longest one decides; if a
/// name is both selected and ignored, it is ignored. Malformed records are always reported, because
/// no rule runs on them. A rule that could not decide is reported if one of its violations would
/// be, unless the fault's own code is ignored.
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
        if code == RecordIssue(row: 0, kind: .malformed).code { return true }
        let names = [code] + (rule.map { [$0] } ?? [])
        let wanted = selected.isEmpty ? 0 : Self.longest(of: selected, for: names)
        guard let wanted else { return false }
        guard let unwanted = Self.longest(of: ignored, for: names) else { return true }
        return wanted > unwanted
    }

    /// Returns `true` if a code is ignored by a name that does not cover its rule as a whole.
    func ignoresByName(_ code: String, of rule: String) -> Bool {
        ignored.contains { Self.covers($0, code) && !Self.covers($0, rule) }
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
