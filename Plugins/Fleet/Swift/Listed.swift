// SPDX-License-Identifier: Apache-2.0
//
// fleet-swift.listed: one of the words of the settings.

import AssayPluginKit

struct Listed: Rule {
    enum Code: String, RuleCodes {
        case unknown = "must be one of {count} {count:word|words}"

        var arguments: [String] { ["count"] }

        var translations: [String: String] {
            ["de": "muss eines von {count} {count:Wort|Wörtern} sein"]
        }
    }

    static let definition = RuleDefinition(
        "listed", "One of the words of the settings", kinds: .string, codes: Code.self,
        examples: [
            .valid("van", "listed"),
            .invalid("Van", "listed", code: "listed.unknown"),
            .invalid("", "listed", code: "listed.unknown"),
            .valid("Van", "listed", settings: ["caseSensitive": false]),
            .invalid("van", "listed", code: "listed.unknown", settings: ["words": "tram bus"]),
        ])

    private let words: Words

    init(_ arguments: Arguments) throws(RuleError) {
        guard let words = arguments.settings(Words.self) else { throw RuleError("no settings") }
        self.words = words
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        words.contains(value.utf8)
            ? .pass : context.fail(Code.unknown, [.integer(Int64(words.count))])
    }
}
