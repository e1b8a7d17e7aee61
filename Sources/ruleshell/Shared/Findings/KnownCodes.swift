// SPDX-License-Identifier: Apache-2.0
import Assay

/// The codes that findings can have.
struct KnownCodes {
    let codes: Set<String>
    /// Of the rules.
    private let ids: [String]

    init(registry: RuleRegistry) {
        let rules = registry.allDefinitions.flatMap { definition in
            (definition.allCodes + [definition.code(at: Verdict.undecidedCode)]).map(\.id)
        }
        codes = Set(rules + FaultReason.allCases.map(\.code) + RecordIssue.allCodes)
        ids = registry.allDefinitions.map(\.id)
    }

    /// Whether a finding can have this code.
    func contains(_ code: String) -> Bool { codes.contains(code) }

    /// Whether a code, or the beginning of codes up to a dot, stands for a code or for a rule.
    func covers(_ code: String) -> Bool {
        codes.contains(code) || (ids + codes).contains { CodeFilter.covers(code, $0) }
    }

    /// The code that a text was probably to be.
    func nearestCode(to code: String) -> String? { nearestName(to: code, in: codes) }

    /// The code, or the beginning of codes, that a text was probably to be.
    func nearest(to code: String) -> String? { nearestName(to: code, in: names) }

    /// The codes and their beginnings up to a dot.
    private var names: Set<String> {
        var names: Set<String> = []
        for code in ids + codes {
            var words = code.split(separator: ".")
            while !words.isEmpty {
                names.insert(words.joined(separator: "."))
                words.removeLast()
            }
        }
        return names
    }
}
