// SPDX-License-Identifier: Apache-2.0
import Assay

/// Rules by a word: their ids, what they are about, their standards, and words of other tools.
struct RuleSearch {
    private let pattern: String
    private let glob: Glob

    init(_ pattern: String) {
        self.pattern = pattern
        glob = Glob(pattern)
    }

    /// Returns the rules whose ids match, then the rules that other tools call by the word, then
    /// those with the word in their summary or standard.
    func rules(among all: [RuleDefinition]) -> [RuleDefinition] {
        if let exact = all.first(where: { $0.id == pattern }) { return [exact] }
        let named = all.filter { glob.matches($0.id) }
        guard !pattern.contains("*"), !pattern.contains("?") else { return named }
        let ids = Synonym.named(pattern)?.rules ?? []
        let meant = ids.compactMap { id in all.first { $0.id == id } }
        let about = all.filter { definition in
            ([definition.summary] + [definition.standard].compactMap(\.self)).contains {
                glob.matches($0)
            }
        }
        var seen: Set<String> = []
        return (meant + named + about).filter { seen.insert($0.id).inserted }
    }
}
