// SPDX-License-Identifier: Apache-2.0

/// Which findings are reported, by their codes.
///
/// `length` stands for every code of the rule, such as `length.tooShort`; `acme` for those of all rules
/// of a plugin. Of the names that fit a code, the longest decides; of two equal ones, the ignored one.
/// Malformed records are always reported, as no rule runs on them. So is a rule that could not decide
/// where one of its violations would be, unless the fault's own code is ignored.
public struct CodeFilter: Sendable, Equatable {
    /// Empty: all.
    package var selected: [String]
    package var ignored: [String]

    /// A filter by codes, ids of rules, and prefixes of codes that end before a dot.
    ///
    /// - Parameters:
    ///   - selected: What is reported; nil: everything.
    ///   - ignored: What is left out of that.
    public init(selected: [String] = [], ignored: [String] = []) {
        self.selected = selected
        self.ignored = ignored
    }

    /// Whether findings with a code are reported.
    ///
    /// - Parameters:
    ///   - code: Of a violation or a fault.
    ///   - rule: The rule's id where the code does not tell it: for faults.
    /// - Returns: True for those that are reported.
    package func includes(_ code: String, rule: String? = nil) -> Bool {
        if code == RecordIssue(row: 0, kind: .malformed).code { return true }
        let names = [code] + (rule.map { [$0] } ?? [])
        let wanted = selected.isEmpty ? 0 : Self.longest(of: selected, for: names)
        guard let wanted else { return false }
        guard let unwanted = Self.longest(of: ignored, for: names) else { return true }
        return wanted > unwanted
    }

    /// Whether a code is ignored by a name that is not one of its rule as a whole.
    func ignoresByName(_ code: String, of rule: String) -> Bool {
        ignored.contains { Self.covers($0, code) && !Self.covers($0, rule) }
    }

    private static func longest(of prefixes: [String], for names: [String]) -> Int? {
        prefixes.filter { prefix in names.contains { covers(prefix, $0) } }
            .map(\.utf8.count).max()
    }

    /// Whether a name is a code or its beginning up to a dot.
    package static func covers(_ prefix: String, _ code: String) -> Bool {
        code == prefix || code.hasPrefix(prefix + ".")
    }
}
