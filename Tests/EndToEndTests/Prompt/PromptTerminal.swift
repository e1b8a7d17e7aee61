// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

extension PseudoTerminal {
    /// A prompt that has shown its first line.
    static func prompt(
        _ options: [String] = [], in workshop: Workshop, environment: [String] = ["NO_COLOR=1"],
        name: String = "ruleshell", columns: Int = 80
    ) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            RuleShellTool.product("ruleshell"), options, in: workshop.path,
            environment: ["HOME=\(workshop.path)", "XDG_STATE_HOME=\(workshop.path)"] + environment,
            columns: columns)
        try terminal.expectPrompt("\(name)> ")
        return terminal
    }

    /// Ends the prompt, once it is shown: what is typed earlier would not reach it.
    func expectEnd() throws {
        try expectScreen("a prompt") { $0.lineWithCursor.contains("> ") }
        try type("\u{15}\u{4}")
        #expect(try finish() == 0)
    }
}

/// A folder for files, that is the state folder too.
final class StateWorkshop {
    static let rules = """
        assay: 1
        fields:
          name: required, length(3...20)
          nickname: length(1...8)
          password: { rules: "required, length(8...)", sensitive: true }

        """

    let files: Workshop
    var history: String { files.path + "/ruleshell/history" }

    init() throws {
        files = try Workshop()
    }

    deinit {
        remove(history)
        rmdir(files.path + "/ruleshell")
    }
}
