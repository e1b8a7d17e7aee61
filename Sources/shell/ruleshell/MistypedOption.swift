// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// A long option that its command does not have: `--rulse`.
struct MistypedOption {
    private let arguments: [String]

    init(_ arguments: [String]) {
        self.arguments = arguments
    }

    /// The first such option whose name is close to one of the command's, for errors about a
    /// missing argument.
    var diagnostic: Diagnostic? { first { near($0, in: $1) != nil } }

    /// The first such option.
    var unknown: Diagnostic? { first { _, _ in true } }

    private func first(_ isWanted: (String, [String]) -> Bool) -> Diagnostic? {
        let command = RepeatedOptions(arguments).command
        let options = (try? JSONValueParser.parse(command._dumpHelp()))?["command"]["arguments"]
        guard case .array(let all)? = options else { return nil }
        let known = all.flatMap { RepeatedOptions.names(of: $0) }.filter { $0.hasPrefix("--") }
        for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
            let option = String(argument.prefix { $0 != "=" })
            guard !known.contains(option), isWanted(option, known) else { continue }
            return Diagnostic(
                "usage", "unknown option '\(option)'",
                help: near(option, in: known).map { "did you mean '\($0)'?" }
                    ?? "see 'ruleshell help \(arguments.first ?? "")'")
        }
        return nil
    }

    /// Returns the shortest option that begins with a name, or else the one whose name is close to
    /// it.
    ///
    /// The dashes are not compared.
    private func near(_ name: String, in known: [String]) -> String? {
        if name.count > 2, let longer = known.filter({ $0.hasPrefix(name) }).min(by: isShorter) {
            return longer
        }
        return nearestName(
            to: String(name.dropFirst(2)), in: known.map { String($0.dropFirst(2)) }
        ).map { "--" + $0 }
    }

    private func isShorter(_ first: String, _ second: String) -> Bool {
        (first.count, first) < (second.count, second)
    }
}
