// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// A long option that its command does not have, where another one that it needs is missing: `--rulse`.
struct MistypedOption {
    private let arguments: [String]

    init(_ arguments: [String]) {
        self.arguments = arguments
    }

    /// The first such option, if one of the command's has nearly its name.
    var diagnostic: Diagnostic? {
        let command = RepeatedOptions(arguments).command
        let options = (try? JSONValueParser.parse(command._dumpHelp()))?["command"]["arguments"]
        guard case .array(let all)? = options else { return nil }
        let known = all.flatMap { RepeatedOptions.names(of: $0) }.filter { $0.hasPrefix("--") }
        for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
            let name = String(argument.prefix { $0 != "=" })
            guard !known.contains(name), let near = nearestName(to: name, in: known) else {
                continue
            }
            return Diagnostic(
                "usage", "unknown option '\(name)'", help: "did you mean '\(near)'?")
        }
        return nil
    }
}
