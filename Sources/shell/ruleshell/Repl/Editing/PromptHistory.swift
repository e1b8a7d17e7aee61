// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// The inputs of earlier prompts, in `$XDG_STATE_HOME/ruleshell/history`.
///
/// An input begins at the start of a line; its further lines begin with a tab.
struct PromptHistory {
    private let path: String
    private static let mostInputs = 1_000
    private static let maximumBytes = 4 << 20

    /// Creates a history, or returns `nil` if there is no place for it.
    init?() {
        let home = Environment.variable("HOME")
        let state = Environment.variable("XDG_STATE_HOME")
        guard
            let folder = state.hasPrefix("/") ? state : home.isEmpty ? nil : home + "/.local/state"
        else { return nil }
        path = folder + "/ruleshell/history"
    }

    /// Reads the inputs, the oldest first, and cuts a file that has grown long.
    func load() -> [String] {
        guard let bytes = try? SmallFile.read(path, limit: Self.maximumBytes) else { return [] }
        var inputs: [String] = []
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("\t"), !inputs.isEmpty {
                inputs[inputs.count - 1] += "\n" + line.dropFirst()
            } else {
                inputs.append(String(line))
            }
        }
        guard inputs.count > 2 * Self.mostInputs else { return inputs }
        inputs = Array(inputs.suffix(Self.mostInputs))
        try? FileSystem.replace(path, by: inputs.map(Self.lines).joined(), mode: 0o600)
        return inputs
    }

    /// Adds an input after those of every prompt, and ignores errors.
    func append(_ input: String) {
        FileSystem.makeFolders(of: path)
        FileSystem.append(Self.lines(of: input), to: path)
    }

    private static func lines(of input: String) -> String {
        let lines = input.split(separator: "\n", omittingEmptySubsequences: true)
        return lines.joined(separator: "\n\t") + "\n"
    }
}
