// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

@testable import ruleshell

/// Words of other tools and the rules for them.
@Suite struct SynonymTests {
    private let registry = RuleRegistry.standard()

    @Test func everyWordLeadsToRulesThatExist() {
        var words: Set<String> = []
        for synonym in Synonym.all {
            for word in synonym.words {
                #expect(words.insert(word).inserted, "\(word) twice")
                #expect(registry.definition(for: word) == nil, "\(word) is a rule")
                #expect(word == word.lowercased())
                #expect(Synonym.named(word.uppercased())?.help == synonym.help)
            }
            for id in synonym.rules { #expect(registry.definition(for: id) != nil, "\(id)") }
        }
        #expect(words.count > 90)
    }

    /// What the help says to write can be written.
    @Test func everyCallInTheHelpIsAnExpression() throws {
        var count = 0
        for synonym in Synonym.all {
            for call in synonym.help.matches(of: #/[a-zA-Z0-9]+\((?:[^()]|\([^()]*\))*\)/#) {
                let text = String(call.output)
                let id = text.prefix { $0 != "(" }
                // A rule about records is no rule about a value.
                if registry.definition(for: String(id)) == nil {
                    #expect(registry.recordsRules.contains { $0.id == id }, "\(text)")
                } else {
                    _ = try ExpressionArgument.bind(text, registry: registry)
                }
                count += 1
            }
        }
        #expect(count > 30)
    }

    @Test(arguments: ["", "there is no rule", "there is no rule 'x", "there is no rule 'emial'"])
    func otherMessagesHaveNoHelp(message: String) {
        #expect(Synonym.help(forUnknownRule: message) == nil)
    }
}
