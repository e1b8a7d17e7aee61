// SPDX-License-Identifier: Apache-2.0
import Assay

/// What the codes mean that belong to no rule.
enum CodeCatalogue {
    static var codes: [String] {
        FaultReason.allCases.map(\.code) + PluginStage.allCases.map { "plugin.\($0.rawValue)" }
            + meanings.keys.sorted()
    }

    /// The meaning, or nil for another code.
    static func meaning(of code: String) -> String? {
        if let reason = FaultReason.allCases.first(where: { $0.code == code }) {
            return
                "A rule could not decide: \(reason.message). The record is not valid; `onFault` in the "
                + "rule set says otherwise."
        }
        if let stage = PluginStage.allCases.first(where: { "plugin.\($0.rawValue)" == code }) {
            return "A plugin is not loaded: \(stage.purpose). The message says what was found."
        }
        return meanings[code]
    }

    private static let meanings: [String: String] = [
        // The record itself.
        "record.malformed":
            "The record cannot be read; its fields are not judged, and reading goes on with the next.",
        "record.duplicateKey": "A key stands twice in the record; the last value is judged.",
        "record.unknownField":
            "`unknownFields` of the rule set does not allow fields that it does not name.",

        // Expressions.
        "expression.syntax":
            "The text is not a rule expression such as `required, length(3...20)`.",
        "expression.ruleName":
            "A rule's id was expected: `length`, or `acme.taxId` for a plugin's.",
        "expression.escape": "An escape in a string or pattern does not exist.",
        "expression.unterminatedString": "A string has no closing quote.",
        "expression.unterminatedPattern": "A pattern has no closing slash.",
        "expression.number": "A number is not written as JSON writes it.",
        "expression.controlCharacter": "A string holds a control character; write an escape.",
        "expression.depth": "Rules or lists are nested too deep.",
        "expression.range": "A range is written `3...20`, `3...` or `...20`.",
        "expression.quote": "Strings stand in double quotes.",
        "expression.colon": "Named arguments are written with `=`: `url(schemes=[\"https\"])`.",

        // Rules and their arguments.
        "rule.unknown": "No rule with this id is registered; plugins are named with --plugin.",
        "rule.asynchronous":
            "A rule that takes time to answer stands inside another one, or in a condition.",
        "argument.type": "An argument is of another type than its parameter.",
        "argument.invalid": "An argument has the right type and cannot be used.",
        "argument.range": "A number is outside of its parameter's limits.",
        "argument.missing": "An argument that the rule needs is not given.",
        "argument.duplicate": "An argument is given twice.",
        "argument.unknown": "The rule has no parameter of this name.",
        "argument.choice": "The parameter takes one of certain words.",
        "argument.extra": "The rule takes fewer arguments.",
        "pattern.syntax": "PCRE2 does not accept the pattern.",
        "pattern.flag": "A flag of a pattern is none of i, m, s, x, n.",
        "pattern.memory": "There is not enough memory to compile the pattern.",
        "pattern.tooLarge": "The pattern is too large.",

        // Rule sets.
        "field.syntax": "The key is not a field path such as `items[*].price`.",
        "field.duplicate": "A field has two validators; write their rules as one list.",
        "field.elements": "A rule names a field of other elements than its own.",
        "ruleSet.file": "The rule-set file cannot be read.",
        "ruleSet.encoding": "The rule-set file is not UTF-8.",
        "ruleSet.empty": "The rule-set file has no rule set.",
        "ruleSet.syntax": "The rule-set file is not YAML or JSON.",
        "ruleSet.tooLarge": "The rule-set file, or what it expands to, is too large.",
        "ruleSet.aliases": "Aliases of the YAML file expand to too much.",
        "ruleSet.version": "The rule set does not begin with `assay: 1`.",
        "ruleSet.missingKey": "A key that is needed is missing.",
        "ruleSet.unknownKey": "A key is none of the format.",
        "ruleSet.duplicateKey": "A key stands twice.",
        "ruleSet.type": "A value has the wrong form.",
        "ruleSet.value": "A value is none of those that are allowed.",
        "ruleSet.tooManyFields": "The rule set has too many fields.",
        "plugin.missing":
            "The rule set names a plugin that is not loaded; --plugin names its library.",
        "plugin.log": "A plugin warns of something, in its own words.",
        "plugin.configuration": "There are settings for a plugin that is not loaded.",
        "configuration.type": "A file of settings maps ids of plugins to settings by their names.",
        "configuration.duplicateKey": "A plugin or a setting stands twice in a file of settings.",

        // The tool.
        "usage": "The command line cannot be understood.",
        "explain.unknown": "`explain` knows neither a rule nor a code of this name.",
        "case.form": "A line of a file of cases is not a case.",
        "input.unreadable": "The system does not let ruleshell read an input.",
        "input.isDirectory": "An input is a directory.",
        "input.header": "The header of a CSV input cannot be used.",
        "input.memory": "There is not enough memory to read.",
        "key.unreadable": "The system does not let ruleshell read the file of a key.",
        "key.form": "A file holds no key of the wanted kind.",
        "output.unwritable": "The system does not take the output.",
    ]
}

extension PluginStage {
    fileprivate var purpose: String {
        switch self {
        case .open: "its file cannot be opened"
        case .policy: "somebody else could write its file or replace it"
        case .copy: "its file cannot be copied, or is loaded already"
        case .trust: "nobody who is trusted vouches for its bytes"
        case .format: "its file is not a shared library for this machine"
        case .manifest: "what its file says about it cannot be read, or is missing and required"
        case .probe: "it did not survive being tried in a process of its own, or changed that"
        case .load: "the system's loader refuses it"
        case .entry: "it lacks the entry function, or that returned nothing"
        case .table: "its table does not keep to the contract, or not to its manifest"
        case .configure: "its configuration is not what it declares"
        case .initialize: "its init failed"
        case .register: "an id is taken, or what it no longer has is in use"
        }
    }
}
