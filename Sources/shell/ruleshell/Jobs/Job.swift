// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// A run of `validate` with its options, as a file describes it.
struct Job {
    /// The option of `validate` that names the job in messages.
    static let nameOption = "of-job"

    let name: String
    let location: FileLocation
    /// The options, each as one argument.
    let options: [String]
    /// The files, or patterns of their names; without any, the job reads standard input.
    let inputs: [(pattern: String, location: FileLocation)]

    /// Returns the values of an option, such as the rule sets.
    func values(of option: String) -> [String] {
        let prefix = "--\(option)="
        return options.compactMap {
            $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil
        }
    }

    /// Returns the job with further options, each as one argument, in place of its own ones of the
    /// same names.
    func adding(_ given: [String]) -> Job {
        let names = Set(given.map(Self.name(of:)))
        return Job(
            name: name, location: location,
            options: options.filter { !names.contains(Self.name(of: $0)) } + given, inputs: inputs)
    }

    /// Returns the name of an option: `--rules` of `--rules=a.yaml`.
    private static func name(of option: String) -> String { String(option.prefix { $0 != "=" }) }

    /// `true` if the rules can be read more than once, which is not possible with a pipe.
    var hasLastingRules: Bool {
        values(of: "rules").allSatisfy {
            FileIdentity(path: $0) != nil || !FileSystem.exists($0)
        }
    }

    /// Compiles its rules without reading or writing anything else.
    ///
    /// - Returns: `true` if the job can run, apart from its inputs and outputs. Errors were written
    ///   to standard error.
    func compile() -> Bool {
        // Reading the file has tried the options.
        guard let command = ValidateCommand.parsed(options) else { return true }
        do throws(Diagnostic) {
            return try command.compile() != nil
        } catch {
            StandardError.write(error.placed(at: location).shown)
            return false
        }
    }

    /// Returns the command line of the job.
    ///
    /// - Returns: The arguments of ruleshell, with the files that the patterns match now.
    /// - Throws: An issue for each pattern that matches no file, because a job that reads nothing
    ///   would always be valid, and for each part of the tree that cannot be searched.
    func arguments() throws(RuleSetError) -> [String] {
        var files: [String] = []
        var known: Set<ExactKey> = []
        var issues: [RuleSetIssue] = []
        for (pattern, location) in inputs {
            guard PathPattern.isPattern(pattern) else {
                files.append(pattern)
                known.insert(ExactKey(pattern))
                continue
            }
            let search = PathPattern(pattern).search()
            issues += search.leftOut.map {
                RuleSetIssue(
                    code: LeftOutFile.code, message: $0.message, help: $0.help, location: location)
            }
            if search.files.isEmpty, search.leftOut.isEmpty {
                issues.append(
                    RuleSetIssue(
                        code: "config.noInput", message: "no file matches '\(pattern)'",
                        help: "correct the pattern, or remove it", location: location))
            }
            files += search.files.filter { known.insert(ExactKey($0)).inserted }
        }
        guard issues.isEmpty else { throw RuleSetError(issues) }
        return ["validate", "--\(Self.nameOption)=\(name)"] + options
            + (files.isEmpty ? [] : ["--"] + files)
    }
}
