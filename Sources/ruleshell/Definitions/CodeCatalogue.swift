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
        "record.tooLong":
            "A record is too long to be held; it is not in the file of invalid records.",
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
        "expression.tooManyRules": "An expression has more than 100,000 rules.",
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
        "field.depth": "A field path has more than 256 keys, indexes and `[*]`.",
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
        "ruleSet.directives":
            "More than 100 lines of the file begin with `%`, as YAML's directives do.",
        "ruleSet.messageLength": "A message has more than 4,096 bytes.",
        "ruleSet.tooManyFields": "The rule set has too many fields.",
        "ruleSet.tooManyRules":
            "The rule set has more than 100,000 rules, those of conditions and inside others included.",
        "ruleSet.tooManyPatterns": "The rule set has more than 10,000 patterns.",
        "ruleSet.patternMemory": "The compiled patterns of the rule set take more than 128 MiB.",
        "ruleSet.patternSteps":
            "Compiling the patterns of the rule set takes more than 40,000,000 steps.",
        "ruleSet.tooManyPlaces":
            "The paths of the rule set lead to or through more than 100,000 places of a record.",
        "ruleSet.tooManyArrays": "The paths of the rule set have more than 10,000 different `[*]`.",
        "ruleSet.sensitivePaths":
            "Telling which fields overlap sensitive ones takes more than 10,000,000 comparisons.",
        "ruleSet.tooManyIssues": "More than 1,000 issues were found; the others are counted.",
        "plugin.missing":
            "The rule set names a plugin that is not loaded; --plugin names its library.",
        "plugin.log": "A plugin warns of something, in its own words.",
        "plugin.configuration": "There are settings for a plugin that is not loaded.",
        "configuration.type": "A file of settings maps ids of plugins to settings by their names.",
        "configuration.duplicateKey": "A plugin or a setting stands twice in a file of settings.",

        // What `check` finds.
        "lint.contradiction": "Two rules of a field that no value can keep.",
        "lint.deadValue": "A value of a list that another rule of the field refuses.",
        "lint.shadowed":
            "A rule that fails only where a stricter one of the field fails too: it says nothing new.",
        "lint.duplicate": "A rule that stands twice in a field.",
        "lint.explodingPattern":
            "A pattern that a backtracking search takes ever more steps for, until it is given up.",
        "lint.example": "A fixture beside the rule set that the rule set does not keep to.",
        "fixture.form": "A part of a file of fixtures is not a case.",
        "fixture.missing": "There are no fixtures in a folder, or beside a rule set.",
        "fixture.rules": "Nothing says which rule set judges the record of a fixture.",
        "run.interrupted": "^C ended the run.",
        "run.truncated": "The run ended at the limit of errors.",
        "output.limit": "A report has no room for more findings; its totals count them.",
        "validator": "A value of a form is refused by a validator of its own, which is no rule.",

        // The tool.
        "usage": "The command line cannot be understood.",
        "explain.unknown": "`explain` knows neither a rule nor a code of this name.",
        "case.form": "A line of a file of cases is not a case.",
        "input.unreadable": "The system does not let ruleshell read an input.",
        "input.isDirectory": "An input is a directory.",
        "input.compression":
            "The packed bytes of an input are damaged, cut off or followed by others.",
        "input.mixed":
            "Records of this input do not go into one file with those before: another format or header.",
        "input.header": "The header of a CSV input cannot be used.",
        "input.memory": "There is not enough memory to read.",
        "checkpoint.changed":
            "A run cannot go on: its options, rules, inputs or outputs are not those of the checkpoint.",
        "checkpoint.finished":
            "The run of the checkpoint has ended, with the status that is given again.",
        "checkpoint.form": "A file is no checkpoint that this version of ruleshell wrote.",
        "checkpoint.missing": "There is no checkpoint yet; the run begins at the first record.",
        "checkpoint.unreadable": "The system does not let ruleshell read a checkpoint.",
        "checkpoint.output": "The place of a run can be noted only where its outputs are files.",
        "key.unreadable": "The system does not let ruleshell read the file of a key.",
        "key.form": "A file holds no key of the wanted kind.",
        "output.collision": "An output would write over a file that is read, or another output.",
        "output.unwritable": "The system does not take the output.",

        // The prompt.
        "prompt.command": "The prompt has no command of this name.",
        "prompt.ambiguous": "Several commands of the prompt begin like this.",
        "prompt.argument": "What stands behind a command of the prompt is not what it takes.",
        "prompt.unsafe": "`--safe` lets no command load, read or write a file.",
        "prompt.ruleSet": "The line needs a rule set, and none is open.",
        "prompt.data": "The command needs a file of records, and none is open.",
        "prompt.nothingTried": "The command is about what was tried, and nothing was.",
        "prompt.value": "A value begins like JSON and is none.",
        "prompt.incomplete": "A script ended while brackets were open.",
        "prompt.nesting": "Files that `:read` runs read each other too deep.",
        "prompt.watch": "The system does not let ruleshell watch a file for changes.",
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
