// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
@_spi(Engine) import Assay

/// The names that a shell completes and that only the program knows.
///
/// The script of the shell asks for them when they are needed. No plugin is loaded for that.
enum ShellCompletion {
    /// The ids of rules.
    static var rules: CompletionKind {
        .custom { _, _, _ in registry.allDefinitions.map(\.id) }
    }

    /// Rules and all that has a code, for `explain`.
    static var explained: CompletionKind {
        .custom { _, _, _ in registry.explainedNames + CodeCatalogue.codes }
    }

    /// A list of rules and codes of findings, separated by commas.
    static var codes: CompletionKind {
        .custom { _, _, text in
            let end = text.lastIndex(of: ",").map { text.index(after: $0) } ?? text.startIndex
            return KnownCodes(registry: registry).names.map { text[..<end] + $0 }
        }
    }

    /// The jobs of the file that `--config` names, or of the one that a run finds.
    static var jobs: CompletionKind {
        .custom { words, _, _ in
            let given = words.lastIndex(of: "--config").flatMap { index in
                words.indices.contains(index + 1) ? words[index + 1] : nil
            }
            guard let path = try? JobFile.path(given) else { return [] }
            return JobFile.jobNames(in: path)
        }
    }

    private static var registry: RuleRegistry { .standard() }

    /// Returns `true` for the arguments with which the script of a shell asks for names.
    static func isRequest(_ arguments: [String]) -> Bool { arguments.first == "---completion" }
}
