// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The codes of a rule set as the `rules` of a SARIF log, each once.
struct SARIFRules {
    private struct Descriptor {
        let code: String
        let summary: String
        let message: String
        let help: String
        var isWarning: Bool
    }

    private var descriptors: [Descriptor] = []
    private var places: [String: Int] = [:]

    init(layout: FindingLayout) {
        for rule in layout.rules { add(rule) }
        for code in RecordIssue.allCodes {
            add(code, meaning: CodeCatalogue.meaning(of: code) ?? code)
        }
        for reason in FaultReason.allCases {
            add(reason.code, meaning: CodeCatalogue.meaning(of: reason.code) ?? reason.message)
        }
    }

    /// The codes, in the order of the log.
    var codes: [String] { descriptors.map(\.code) }

    private mutating func add(_ rule: ReportedRule) {
        let (definition, subject) = (rule.definition, rule.subject)
        for code in rule.codes {
            add(
                Descriptor(
                    code: code.id, summary: definition.summary,
                    message: MessageTemplate.outline(of: code.message),
                    help: Self.help(of: code, definition: definition, subject: subject),
                    isWarning: rule.isWarning(code.id)))
        }
    }

    private mutating func add(_ code: String, meaning: String) {
        add(
            Descriptor(
                code: code, summary: meaning, message: meaning, help: meaning, isWarning: false))
    }

    /// A code is an error by default unless every rule that has it is a warning.
    private mutating func add(_ descriptor: Descriptor) {
        if let place = places[descriptor.code] {
            descriptors[place].isWarning = descriptors[place].isWarning && descriptor.isWarning
        } else {
            places[descriptor.code] = descriptors.count
            descriptors.append(descriptor)
        }
    }

    private static func help(
        of code: RuleCode, definition: RuleDefinition, subject: String
    ) -> String {
        let standard = definition.standard.map { " (\($0))" } ?? ""
        let message = MessageTemplate.outline(of: code.message)
        return "\(definition.summary)\(standard). \(subject) \(message). "
            + "`ruleshell explain \(code.id)` explains it."
    }

    /// The list.
    var json: String {
        let rules = descriptors.map { rule -> Value in
            [
                "id": .string(rule.code), "name": .string(Self.name(of: rule.code)),
                "shortDescription": ["text": .string(rule.summary)],
                "fullDescription": ["text": .string(rule.message)],
                "help": ["text": .string(rule.help), "markdown": .string(rule.help)],
                "defaultConfiguration": ["level": rule.isWarning ? "warning" : "error"],
            ]
        }
        return Value.array(rules).json
    }

    /// `LengthTooShort` of `length.tooShort`.
    private static func name(of code: String) -> String {
        code.split { !$0.isLetter && !$0.isNumber }.map {
            $0.prefix(1).uppercased() + $0.dropFirst()
        }
        .joined()
    }
}
