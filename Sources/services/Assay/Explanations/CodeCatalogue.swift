// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost

/// The meanings of codes that belong to no rule.
package enum CodeCatalogue {
    package static var codes: [String] {
        FaultReason.allCases.map(\.code) + PluginStage.allCases.map(\.code)
            + meanings.keys.sorted()
    }

    /// The meaning, or nil for another code.
    package static func meaning(of code: String) -> String? {
        let ofRecords: [FaultReason] = [.range, .incomplete, .recordsIncomplete]
        if let reason = ofRecords.first(where: { $0.code == code }) {
            return "A rule about records could not decide: \(reason.message). "
                + "The run is not valid, unless the rule set says otherwise with `onFault`."
        }
        if let reason = FaultReason.allCases.first(where: { $0.code == code }) {
            return
                "A rule could not decide: \(reason.message). The record is not valid, unless the rule "
                + "set says otherwise with `onFault`."
        }
        if let stage = PluginStage.allCases.first(where: { $0.code == code }) {
            return "A plugin failed to load: \(stage.purpose). The message says what was found."
        }
        return meanings[code]
    }

    private static let meanings: [String: String] = [
        // The record itself.
        "record.malformed":
            "The record is malformed; its fields are not validated, and reading continues with the next record.",
        "record.duplicateKey":
            "A key appears twice in the record; the last value is validated. In a CSV header, a column without rules appears twice.",
        "record.tooLong":
            "The record is too long to be held in memory; it is not written to the files of invalid records.",
        "record.unknownField":
            "The record has a field that the rule set does not name, or an object has a member that is not among "
            + "those that the rule set names, and `unknownFields` does not allow it.",

        // Fields in records from text.
        "field.unread":
            "A rule compares a field with numbers or booleans, or needs an order, and no rule reads the field's text as such a value; records from text (CSV, forms) cannot be checked.",
        "field.textRule":
            "One rule of a field checks text, and another reads the text as a number or a boolean; records from text could never be valid.",
        "field.missingText":
            "A text in `missing` of a field cannot mean that the field is missing: a rule or a condition compares the field with it, it is empty, or there are too many.",
        "field.twoReadings":
            "Two rules read the text of one field as values of different kinds, or as numbers in different spellings.",
        "field.circularReading":
            "The condition of a rule that reads a field depends on the value that the rule reads.",

        // The objects and arrays that the paths of fields lead through.
        "path.object":
            "The rules of `a.b` require `a` to be an object or missing, and the value is of another kind. In an array, this applies to each element.",
        "path.array":
            "The rules of `a[*]` or `a[0]` require `a` to be an array or missing, and the value is of another kind.",

        // What the types of a service expect.
        "decoding.dataCorrupted":
            "The decoded type does not accept the value: a number out of range, an unknown case.",
        "decoding.keyNotFound": "A key that the decoded type requires is missing.",
        "decoding.typeMismatch": "A value does not have the type that the decoded type expects.",
        "decoding.valueNotFound":
            "A value that the decoded type requires is null, or missing at the end of an array.",

        // Expressions.
        "expression.syntax":
            "The text is not a rule expression such as `required, length(3...20)`.",
        "expression.ruleName":
            "A rule's id was expected, such as `length`, or `acme.taxId` for a rule of a plugin.",
        "expression.escape": "A string or pattern contains an escape that does not exist.",
        "expression.unterminatedString": "A string has no closing quote.",
        "expression.unterminatedPattern": "A pattern has no closing slash.",
        "expression.number": "A number is not written as in JSON.",
        "expression.duplicateKey": "An object has a key twice.",
        "expression.objectValue": "A member of an object is not a value as in JSON.",
        "expression.controlCharacter": "A string contains a control character; write an escape.",
        "expression.depth": "Rules or lists are nested too deeply.",
        "expression.tooManyRules": "An expression has more than 100,000 rules.",
        "expression.range": "A range is written `3...20`, `3...` or `...20`.",
        "expression.quote": "Strings are in double quotes.",
        "expression.colon": "Named arguments are written with `=`: `url(schemes=[\"https\"])`.",

        // Rules and their arguments.
        "rule.unknown": "No rule with this id is registered; --plugin loads plugins.",
        "rule.asynchronous":
            "An asynchronous rule is inside another rule, or in a condition.",
        "argument.type": "An argument does not have the type of its parameter.",
        "argument.invalid": "An argument has the right type, but cannot be used.",
        "argument.range": "A number is outside its parameter's limits.",
        "argument.missing": "A required argument is missing.",
        "argument.duplicate": "An argument is given twice.",
        "argument.unknown": "The rule has no parameter of this name.",
        "argument.choice": "The argument is not one of the parameter's choices.",
        "argument.extra": "There are more arguments than the rule takes.",
        "pattern.syntax": "PCRE2 does not accept the pattern.",
        "pattern.flag": "A pattern has a flag other than i, m, s, x and n.",
        "pattern.memory": "There is not enough memory to compile the pattern.",
        "pattern.tooLarge": "The pattern is too large.",
        "pattern.unsupported": "Only a build with PCRE2 can search for the pattern.",
        "pattern.unbounded":
            "Only a build with PCRE2, which counts steps, can search for the pattern.",

        // Baselines and files of jobs.
        "baseline.identity":
            "The baseline was written with another identity of records, or the identity is sensitive.",
        "baseline.incomplete": "A baseline is written only by a run that reads all records.",
        "baseline.syntax":
            "The file is not a baseline, or it joins two baselines that cannot be joined.",
        "baseline.unreadable": "The baseline cannot be read.",
        "case.disagreement": "A case does not have the verdict that it expects.",
        "config.missing": "There is no file of jobs, or it lacks a key.",
        "config.noInput":
            "No file matches an input of a job, or the job's list of inputs is empty.",
        "config.owner":
            "Another user can have written the file of jobs that was found; `--config` names it.",
        "config.syntax": "The file of jobs is not TOML.",
        "config.type": "A value in the file of jobs has the wrong type.",
        "config.unknownJob": "The file of jobs has no such job.",
        "config.unknownKey": "A job has no such key.",
        "config.value": "An option of `validate` does not take the value.",

        "run.start": "The process of a job cannot be started.",
        "watch.directory": "A directory cannot be watched.",

        // Rule sets.
        "field.container":
            "A value is an object in the path of one field and an array in that of another.",
        "field.cell":
            "A path leads into an object or an array, and a record from text has only texts.",
        "field.syntax": "A field is not a path such as `items[*].price`.",
        "field.depth": "A field path has more than 256 keys, indexes and `[*]`.",
        "field.duplicate": "A field appears twice; write its rules as one list.",
        "field.elements":
            "A rule names a field with elements that its own field does not share, or a key has parts from two arrays.",
        "field.unknown": "The rule set has no field of this name.",
        "message.empty": "The message of a rule has no text in any language.",
        "message.language": "The language of a message is not a well-formed BCP 47 tag.",
        "label.empty": "The label of a field is empty.",
        "label.language": "The language of a label is not a well-formed BCP 47 tag.",
        "label.length": "The label of a field has more than 1,024 bytes.",
        "ruleSet.severalFiles": "A folder has several files of one rule set.",
        "ruleSet.conflict": "Two files of one rule set have different settings or labels.",
        "ruleSet.file": "The rule-set file cannot be read.",
        "ruleSet.encoding": "The rule-set file is not UTF-8.",
        "ruleSet.empty": "The rule-set file is empty.",
        "ruleSet.syntax": "The rule-set file is not YAML or JSON.",
        "ruleSet.tooLarge": "The rule-set file, or its expansion, is too large.",
        "ruleSet.aliases": "Aliases of the YAML file expand too much.",
        "ruleSet.version": "The rule set does not begin with `assay: 1`.",
        "ruleSet.missingKey": "A required key is missing.",
        "ruleSet.unknownKey": "The format has no such key.",
        "ruleSet.duplicateKey": "A key appears twice.",
        "record.value": "The record itself has a key that only a field can have.",
        "record.wholeRecord":
            "A rule of the record looks at more members than those that it names.",
        "ruleSet.jsonSchema":
            "The file is a JSON Schema, which is another format than that of rule sets.",
        "ruleSet.type": "A value has the wrong type.",
        "ruleSet.value": "The key does not take this value.",
        "ruleSet.directives":
            "More than 100 lines of the file begin with `%`, as YAML's directives do.",
        "ruleSet.notWritable": "A part of the rule set cannot be written to a file.",
        "ruleSet.nestedDictionary":
            "A type with rules of its own is the value of a dictionary, and no path leads to all values of a dictionary.",
        "ruleSet.recursiveType": "A type with rules of its own is nested in itself.",
        "ruleSet.messageLength": "A message has more than 4,096 bytes.",
        "ruleSet.tooManyFields": "The rule set has too many fields.",
        "ruleSet.tooManyRules":
            "The rule set has more than 100,000 rules, including those of conditions and inside other rules, or its rules with conditions apply to objects and arrays more often than that; or it has more than 64 rules about records.",
        "ruleSet.tooManyPatterns": "The rule set has more than 10,000 patterns.",
        "ruleSet.patternMemory": "The compiled patterns of the rule set take more than 128 MiB.",
        "ruleSet.patternSteps":
            "Compiling the patterns of the rule set takes more than 40,000,000 steps.",
        "ruleSet.tooManyPlaces":
            "The paths of the rule set lead to or through more than 100,000 places of a record, or those of all objects and arrays have more than 1,000,000 steps.",
        "ruleSet.tooManyArrays": "The paths of the rule set have more than 10,000 different `[*]`.",
        "ruleSet.sensitivePaths":
            "Finding the fields that overlap sensitive ones takes more than 10,000,000 comparisons.",
        "ruleSet.tooManyIssues":
            "More than 1,000 issues were found; further ones are only counted.",
        "ruleSet.tolerance": "A rule about records has a tolerance and can have none.",
        "records.fieldRule": "A rule about one value is under `records`; write it under `fields`.",
        "records.parts": "A key has more than 16 parts, or names a field twice.",
        "records.reading":
            "A rule about records needs numbers, dates or an order, and no rule reads the field as such a value.",
        "records.unchecked":
            "A rule set has rules about the records of a data set, which are not checked here.",
        "source.duplicate": "Two sources have one name.",
        "source.file": "A rule set that was not read from a file names a file as a source.",
        "source.form":
            "A source has a format, a field separator or an encoding that is not known.",
        "source.input":
            "A source is an input of the run; write `self: true` for keys of the data set itself.",
        "source.key":
            "A source has no key, its key names fields with many values, or a rule refers to it with another number of fields.",
        "source.self": "A source is the data set itself and has a file.",
        "source.tooMany": "A rule set has more than 64 sources.",
        "source.unknown": "A rule refers to a source that the rule set does not have.",
        "plugin.missing":
            "The rule set needs a plugin that is not loaded; --plugin loads it.",
        "plugin.version": "The rule set needs a version of a plugin other than the loaded one.",
        "plugin.requirement":
            "A text under `plugins` is not a plugin id with versions, such as `acme >= 1.2, < 2`.",
        "package.archive": "A package cannot be read as an archive; nothing was written.",
        "package.trust": "No key that may sign the package has signed it; nothing was written.",
        "package.content": "The content of a package is not what was signed; nothing was written.",
        "package.store": "A trust store, or an index of versions, is not of the expected form.",
        "package.install": "A package cannot be installed or removed.",
        "package.pack": "A package cannot be made of these files.",
        "plugin.exit":
            "A plugin ended the program; the results are incomplete.",
        "custom": "A form's own validation failed; its message says why.",
        "messages.form": "A file of messages is not of the expected form.",
        "messages.language": "There are no messages in the language that --language names.",
        "plugin.crash":
            "A rule of a plugin crashed and ended the program; the results are incomplete.",
        "plugin.timeout":
            "A function of a plugin did not come back within `--plugin-timeout`, and the program ended; the results are incomplete.",
        "plugin.process":
            "A plugin changed the process while it ran, such as its directory or its open files; outputs cannot be trusted.",
        "plugin.debug": "Plugins are loaded for a debugger, without the probe.",
        "plugin.log": "A plugin logged a warning or an error.",
        "plugin.configuration": "There are settings for a plugin that is not loaded.",
        "configuration.type": "A settings file maps plugin ids to settings by name.",
        "configuration.duplicateKey": "A plugin or a setting appears twice in a settings file.",

        // What `check` finds.
        "lint.contradiction": "No value passes two rules of a field.",
        "lint.deadValue": "A list has a value that another rule of the field rejects.",
        "lint.shadowed":
            "A rule that fails only if a stricter rule of the field fails too.",
        "lint.duplicate": "A rule that appears twice in a field.",
        "lint.catastrophicBacktracking":
            "A pattern with catastrophic backtracking: its search takes exponentially many steps, until it is undecided.",
        "lint.deprecated":
            "A deprecated rule of a plugin; the help names the one to use instead.",
        "lint.identity":
            "`identity` names a field without rules, and a field with rules has a similar name.",
        "lint.repeatedIdentity":
            "`identity` recognizes records in a later run, and does not check that its values are unique.",
        "lint.sensitiveIdentity":
            "`identity` names a sensitive field, whose value could be found from a fingerprint.",
        "lint.openBound":
            "A single number where a rule takes a range: it sets the lower bound only.",
        "lint.unknownField":
            "A rule or a condition names a field that the rule set does not have, and a field of the rule set has a similar name.",
        "lint.empty": "A rule set without fields: every record is valid.",
        "lint.unmetCondition":
            "A condition is never met where its field is missing, because its rule does not run on missing values.",
        "lint.noArguments":
            "A rule about bounds has none, so that it accepts more than it looks like.",
        "lint.notChecked": "Files of a directory were not checked, because they are no rule sets.",
        "lint.partialMatch":
            "A pattern looks meant for the whole text, and accepts every text with a match in it.",
        "lint.uncheckedNull":
            "A rule looks as if it rejected null, and does not run where the value is null.",
        "lint.example": "A fixture that disagrees with its rule set.",
        "fixture.form": "A part of a fixture file is not a case.",
        "fixture.missing": "There are no fixtures in a directory, or next to a rule set.",
        "bench.data": "A file of values to measure rules with cannot be used.",
        "bench.form": "A file is not a baseline of this version of ruleshell.",
        "docs.manifest": "A plugin has no manifest from which its page could be made.",
        "docs.stale": "The page of a plugin is missing, or does not match its manifest.",
        "plugin.coverage": "No case produces a code of a plugin.",
        "plugin.evaluate": "A plugin ended its process while its rules were timed.",
        "fixture.rules": "There is no rule set for the record of a fixture.",
        "run.partial":
            "The records were validated as parts of whole ones: absent fields were not required.",
        "run.interrupted": "^C ended the run.",
        "run.truncated": "The run ended at the limit of --max-errors.",
        "run.limited": "The run ended at the limit of --limit.",
        "output.limit": "A report has reached its limit of findings; its totals count the others.",
        "validator": "A validator of a form, which is not a rule, rejects the value.",

        // The tool.
        "usage": "The command line is wrong.",
        "explain.unknown": "There is neither a rule nor a code with this name.",
        "case.form": "A line of a case file is not a case.",
        "input.unreadable": "An input cannot be read.",
        "input.isDirectory": "An input is a directory.",
        "input.compression":
            "The compressed data of an input is damaged, truncated or followed by other data.",
        "input.arrow":
            "An Arrow input is damaged, truncated, or has a column of a type that is not read.",
        "input.mixed":
            "Records of this input cannot be written to the same file as those of the inputs before it: the format or the header differs.",
        "column.missing":
            "The header of a CSV input, or an Arrow input, lacks fields of the rule set.",
        "column.duplicate": "The header of a CSV input has a field of the rule set more than once.",
        "field.neverSeen":
            "No record of the JSON inputs, or of one of them, has a field that the rule set has or that a rule or a condition names.",
        "cell.severalLines":
            "Only one cell of a CSV input has more than one line, so that its quote may have been left open.",
        "cell.quotedText":
            "Cells of a file of tabs begin with a quote, which is text in such a file unless --quote gives another meaning.",
        "input.notCSV": "There are options for CSV, and an input has another format.",
        "input.dialect": "The options for CSV contradict one another.",
        "input.lastLines": "As many lines as --skip-last holds back are too long for that.",
        "input.foreign": "The first bytes of an input show that it is not JSON, CSV or Arrow.",
        "input.encoding": "An input is not text in the encoding that --encoding names.",
        "input.header": "The header of a CSV input cannot be used.",
        "input.incomplete": "The body of a request ended before it was complete.",
        "input.slow": "A stream was slow when another body needed its place on the server.",
        "input.shrunk": "An input became shorter while it was read.",
        "input.noRecords": "A run read no records, so nothing was validated.",
        "input.tooFewRecords": "A run read fewer records than --min-records expects.",
        "input.memory": "There is not enough memory to read an input.",
        "checkpoint.changed":
            "A run cannot continue: its options, rules, inputs or outputs are not those of the checkpoint.",
        "checkpoint.finished":
            "The run of the checkpoint has ended; its status is returned again.",
        "checkpoint.form": "A file is not a checkpoint of this version of ruleshell.",
        "checkpoint.missing": "There is no checkpoint yet; the run begins at the first record.",
        "checkpoint.unreadable": "A checkpoint cannot be read.",
        "checkpoint.output": "A checkpoint needs outputs that are files.",
        "records.onePass":
            "Files of records need inputs that can be read twice, if rules are about the data set.",
        "records.tooMany": "The inputs of a run are too long for rules about the data set.",
        "schema.cycle":
            "A reference of a schema leads back to itself without a member or an element between.",
        "schema.depth": "A schema has more than 256 levels.",
        "schema.dialect": "`$schema` names a version of JSON Schema that is not known.",
        "schema.empty": "A file has no schema.",
        "schema.fragment":
            "A file has no schema at the place after `#`, or it has several schemas and none is named.",
        "schema.keyword": "A keyword of a schema does not take its value.",
        "schema.language": "A file is not a schema in a language that is known.",
        "schema.otherDialect":
            "A keyword is one of another version of JSON Schema, and is not checked.",
        "schema.reference": "A reference of a schema leads nowhere.",
        "schema.tooManyDocuments": "A schema leads to more than 64 documents.",
        "schema.tooManyRules":
            "A schema has more than 100,000 schemas after its references are followed.",
        "schema.type": "A schema is not an object, `true` or `false`.",
        "schema.unknownKeyword": "A schema has a key that its language does not have.",
        "schema.unsaid": "A schema does not check a rule of the rule set that it was made from.",
        "schema.unsupported": "A rule set cannot express a part of a schema.",
        "schema.version": "The version of a schema language is not known.",
        "scratch.changed": "A scratch file of a run was changed by another program.",
        "scratch.limit": "The scratch files of a run need more bytes than --limit-scratch allows.",
        "scratch.unusable": "A scratch file cannot be created, written or read.",
        "source.empty": "A source has no record, so that no key is found in it.",
        "source.malformed":
            "A source has a malformed record, or an error in its header, so that keys may be missing.",
        "input.changed": "An input changed between the two readings of a run.",
        "key.unreadable": "A key file cannot be read.",
        "key.form": "A file does not contain a key of the right kind.",
        "output.collision": "An output would overwrite a file that is read, or another output.",
        "output.unwritable": "The output cannot be written.",
        "output.skippedLines":
            "The files of records lack skipped lines: those before the records are too long to be held in memory, or the run ended before the lines of --skip-last.",

        // The prompt.
        "prompt.command": "The prompt has no command with this name.",
        "prompt.ambiguous": "Several commands of the prompt begin with this text.",
        "prompt.argument": "The argument of a prompt command is wrong.",
        "prompt.unsafe": "`--safe` disables commands that load, read or write files.",
        "prompt.ruleSet": "The line needs a rule set, and none is open.",
        "prompt.data": "The command needs a file of records, and none is open.",
        "prompt.nothingTried": "The command needs an earlier input, and there is none.",
        "prompt.value": "A value begins like JSON, but is not JSON.",
        "prompt.incomplete": "A script ended while brackets were open.",
        "prompt.nesting": "Files that `:read` runs are nested too deeply.",
        "prompt.watch": "A file cannot be watched for changes.",
    ]
}

extension PluginStage {
    fileprivate var purpose: String {
        switch self {
        case .open: "its file cannot be opened"
        case .policy: "another user could modify or replace its file"
        case .copy: "its file cannot be copied, or is loaded already"
        case .trust: "no trusted key signed it, and no trusted digest matches it"
        case .format: "its file is not a shared library for this machine"
        case .manifest: "its manifest cannot be read, or is missing and required"
        case .probe: "it crashed or misbehaved in the probe, a separate process"
        case .load: "the system's loader rejects it"
        case .entry: "it lacks the entry function, or that returned nothing"
        case .table: "its table violates the contract, or differs from its manifest"
        case .configure: "its settings are not those that it declares"
        case .initialize: "its init failed"
        case .register: "an id is taken, or a rule that it no longer has is in use"
        }
    }
}
