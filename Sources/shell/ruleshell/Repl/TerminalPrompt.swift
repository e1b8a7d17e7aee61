// SPDX-License-Identifier: Apache-2.0
import Assay

/// The prompt on a terminal.
struct TerminalPrompt {
    private let session: PromptSession
    private let editor: LineEditor
    /// The history of inputs, or `nil` if nothing is kept.
    private let history: PromptHistory?

    /// Creates a prompt, or returns `nil` if standard input and output are not a terminal on which
    /// lines can be edited.
    init?(session: PromptSession) {
        guard let editor = LineEditor(readsSettings: !session.isSafe) else { return nil }
        self.session = session
        self.editor = editor
        history = session.isSafe ? nil : PromptHistory()
        session.pager = { Pager.show($0) }
        editor.complete = { [unowned session, unowned editor] before in
            Self.complete(before, session: session, width: editor.columns)
        }
        editor.hint = { [unowned session] line in
            PromptHint.text(of: Self.input(line, session: session), session: session)
        }
        editor.colors = { [unowned session] line in Self.colors(of: line, session: session) }
    }

    func run() -> ExitStatus {
        for input in history?.load() ?? [] { editor.remember(input) }
        var keys = session.settings.keys
        session.write("ruleshell \(RuleShell.version). Type ':help' for help.\n")
        while !session.isEnded {
            if session.settings.keys != keys {
                keys = session.settings.keys
                editor.useKeys(of: keys)
            }
            switch editor.read(prompt) {
            case .text(let text): take(text)
            case .cancelled: session.cancelInput()
            case .end:
                session.write("\n")
                return .valid
            }
        }
        return .valid
    }

    private func take(_ text: String) {
        session.interruption.reset()
        session.columns = Terminal.columnsOfOutput
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let input = session.isWaiting ? session.pendingInput + "\n" + line : String(line)
            do throws(Diagnostic) {
                try session.take(String(line))
            } catch {
                session.write(error.promptText(with: session.paint, columns: session.columns))
            }
            if !session.isWaiting { remember(input) }
            if session.isEnded || session.interruption.wasRequested { return }
        }
    }

    /// Keeps an input, unless it begins with a space or may have the value of a sensitive field.
    private func remember(_ input: String) {
        guard let first = input.first, !first.isWhitespace, !namesSensitiveField(input) else {
            return
        }
        editor.remember(input)
        history?.append(input)
    }

    /// Returns `true` if an input may have the value of a sensitive field, whose name may be
    /// mistyped.
    private func namesSensitiveField(_ input: String) -> Bool {
        let secret = session.ruleSet.sensitivePaths
        if secret.isEmpty { return false }
        if input.hasPrefix("{") { return true }
        if let field = session.target(at: input)?.field.path {
            return secret.contains { $0.segments.starts(with: field.segments) }
        }
        let word = String(input.prefix { !$0.isWhitespace && $0 != "(" && $0 != "," })
        let key = word.prefix { $0 != "[" && $0 != "." }
        if secret.contains(where: { $0.topLevelKey == key }) { return true }
        return session.registry.definition(for: word) == nil
            && nearestName(to: word, in: secret.map(\.description)) != nil
    }

    // MARK: - The line

    private var prompt: String {
        let paint = session.paint
        let name = session.isWaiting ? "......." : Self.name(of: session.ruleFiles)
        let text = SafeText.line(name) + "> "
        guard paint.isOn else { return text }
        return "\u{1}\u{1B}[1m\u{1}\(text)\u{1}\u{1B}[0m\u{1}"
    }

    /// The rule set's name, without folder and ending.
    private static func name(of files: [String]) -> String {
        guard let file = files.first?.split(separator: "/").last else { return "ruleshell" }
        let stem = file.split(separator: ".", omittingEmptySubsequences: false).first ?? file
        return stem.isEmpty ? String(file) : String(stem)
    }

    /// Returns the lines before in the same input, and the line.
    private static func input(_ line: String, session: PromptSession) -> String {
        session.isWaiting ? session.pendingInput + "\n" + line : line
    }

    /// Returns the colors of a line; the lines before it are on the screen already.
    private static func colors(of line: String, session: PromptSession) -> [UInt8]? {
        guard session.settings.usesColor, line.utf8.count <= longestColored else { return nil }
        let input = input(line, session: session)
        return PromptColors(input, session: session).numbers.suffix(line.utf8.count)
    }

    /// The most bytes of a line that has colors.
    ///
    /// Longer lines are pasted data, and each key reads the whole line again.
    private static let longestColored = 16_384

    private static func complete(
        _ before: String, session: PromptSession, width: Int
    ) -> LineEditor.Completion {
        let completion = PromptCompletion(input(before, session: session), session: session)
        let insertion = completion.insertion
        let lists = insertion.isEmpty && completion.candidates.count > 1
        return LineEditor.Completion(
            deletedCount: completion.deletedCount, insertion: insertion,
            listing: lists ? LineEditor.columns(completion.candidates, width: width) : "")
    }
}
