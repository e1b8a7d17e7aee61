// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// A run of `validate` with its options, as a file describes it.
struct Job {
    let name: String
    let location: FileLocation
    /// The options, each as one argument.
    let options: [String]
    /// Files, or patterns of their names; none: standard input.
    let inputs: [(pattern: String, location: FileLocation)]

    /// Rule sets and data, for who watches them.
    func values(of option: String) -> [String] {
        let prefix = "--\(option)="
        return options.compactMap {
            $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil
        }
    }

    /// Whether its rules can be read more than once: not those from a pipe.
    var hasLastingRules: Bool {
        values(of: "rules").allSatisfy {
            FileIdentity(path: $0) != nil || !FileSystem.exists($0)
        }
    }

    /// Compiles its rules without reading or writing anything else.
    ///
    /// - Returns: Whether it can run, but for its inputs and outputs; what is wrong was written to standard error.
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

    /// The command line.
    ///
    /// - Returns: The arguments of ruleshell, with the files that the patterns match now.
    /// - Throws: That a pattern matches no file: a job that reads nothing would call it valid.
    func arguments() throws(RuleSetError) -> [String] {
        var files: [String] = []
        var issues: [RuleSetIssue] = []
        for (pattern, location) in inputs {
            guard PathPattern.isPattern(pattern) else {
                files.append(pattern)
                continue
            }
            let found = PathPattern(pattern).files
            if found.isEmpty {
                issues.append(
                    RuleSetIssue(
                        code: "config.noInput", message: "no file matches '\(pattern)'",
                        help: "a job that reads nothing would always be valid", location: location))
            }
            files += found.filter { !files.contains($0) }
        }
        guard issues.isEmpty else { throw RuleSetError(issues) }
        return ["validate"] + options + (files.isEmpty ? [] : ["--"] + files)
    }
}
