// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// The options of `validate` as keys of a job.
struct JobOptions {
    struct Option {
        /// The long name, such as `max-errors`.
        let name: String
        let isFlag: Bool
        let isRepeating: Bool
        /// `true` if the option takes a number and no other text.
        ///
        /// The parser is run to find out, so this is used only for options that a job has.
        var isNumber: Bool {
            !isFlag && JobOptions.error(in: ["--\(name)=1"]) == nil
                && JobOptions.error(in: ["--\(name)=x"]) != nil
        }

        /// Returns `true` if an option that takes numbers also takes a word, such as `all`.
        func takesWord(_ word: String) -> Bool {
            Int(word) == nil && JobOptions.error(in: ["--\(name)=\(word)"]) == nil
        }
    }

    /// The options in the order of the help.
    let all: [Option]

    /// Keys that are options by other names.
    private static let aliases = ["outputs": "output", "plugins": "plugin"]
    /// Options that are about one run, not about a job.
    private static let left: Set = ["help", "version", resume, Job.nameOption]
    private static let resume = "resume"
    static let inputs = "inputs"
    static let limits = "limits"

    init() {
        let dump = (try? JSONValueParser.parse(ValidateCommand._dumpHelp())) ?? .null
        guard case .array(let arguments) = dump["command"]["arguments"] else {
            all = []
            return
        }
        all = arguments.compactMap { argument in
            guard argument["kind"] == "option" || argument["kind"] == "flag",
                let name = Self.longName(of: argument), !Self.left.contains(name)
            else { return nil }
            let isFlag = argument["kind"] == "flag"
            return Option(
                name: name, isFlag: isFlag, isRepeating: argument["isRepeating"] == true)
        }
    }

    /// Returns the reason an option of `validate` is not a key and what to do instead, or `nil` for
    /// other keys.
    static func reason(against key: String) -> String? {
        guard key == resume else { return nil }
        return
            "remove the key, because a job would skip what an earlier run has validated; continue "
            + "an interrupted run with 'ruleshell validate --resume' and the job's options, and with "
            + "--\(RecordMinimum.option) \(RecordMinimum.ofJobs) if the job does not give it"
    }

    private static func longName(of argument: Value) -> String? {
        guard case .array(let names) = argument["names"] else { return nil }
        for name in names where name["kind"] == "long" {
            if case .string(let text) = name["name"] { return text }
        }
        return nil
    }

    /// The option that a key stands for.
    func option(_ key: String) -> Option? {
        let name = Self.aliases[key] ?? key
        return all.first { $0.name == name }
    }

    /// All keys of a job.
    var keys: [String] {
        [Self.inputs, Self.limits] + Self.aliases.keys.sorted() + all.map(\.name)
    }

    /// Returns the error of `validate` for arguments, apart from missing rules, or `nil` if there
    /// is none.
    static func error(in arguments: [String]) -> Diagnostic? {
        do {
            _ = try ValidateCommand.parse(["--rules=rules.yaml"] + arguments)
            return nil
        } catch {
            return UsageError(ValidateCommand.message(for: error), command: "validate").diagnostic
        }
    }
}
