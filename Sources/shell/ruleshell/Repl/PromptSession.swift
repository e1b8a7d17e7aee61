// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// The prompt without a terminal: a line in, an answer out.
///
/// It is used by one thread.
final class PromptSession {
    let registry: RuleRegistry
    let host: PluginHost
    /// `true` if no command may load, read or write a file.
    let isSafe: Bool
    let interruption: PromptInterruption
    /// The file with the settings of plugins, which :reload reads again.
    let configurationFile: String?
    var settings = PromptSettings()
    /// The files of the open rule set.
    var ruleFiles: [String] = []
    var ruleSet = RuleSet()
    /// `true` if the rules of a field that several files name are combined.
    let combines: Bool
    var data: DataFile?
    /// The trials so far, for :save; :why is about the last.
    private(set) var tried: [PromptTrial] = []
    /// :quit was given.
    private(set) var isEnded = false

    /// The width of the terminal in columns, or `nil` if there is none.
    var columns: Int?
    /// The source of the reasons why values failed.
    private(set) lazy var reasons = FindingReasons(registry: registry)

    /// A function that shows a text if it is longer than the screen and then returns `true`, or
    /// `nil` without a screen.
    var pager: ((String) -> Bool)?

    /// Takes the text of answers.
    private let output: (String) -> Void
    /// The lines of an incomplete input.
    private var pending: [String] = []
    /// The files that :save has written, as they were then.
    var saved: Set<FileIdentity> = []
    /// The files that no answer may overwrite: those of the command line, and cases of :save.
    var kept: FileUses
    /// The files whose lines run.
    var scripts: [String] = []
    /// The file of `:once`, and the answer so far.
    private var once: (path: String, text: String)?
    private var onceIsNext = false
    private var readDepth = 0

    /// The most trials that are kept; older ones are discarded.
    private static let mostTrials = 10_000

    init(
        registry: RuleRegistry, host: PluginHost, configurationFile: String? = nil,
        kept: FileUses = FileUses(), combines: Bool = false, isSafe: Bool,
        interruption: PromptInterruption,
        output: @escaping (String) -> Void
    ) {
        self.registry = registry
        self.host = host
        self.configurationFile = configurationFile
        self.kept = kept
        self.combines = combines
        self.isSafe = isSafe
        self.interruption = interruption
        self.output = output
    }

    // MARK: - Lines

    /// `true` if an input has begun and its brackets are open.
    var isWaiting: Bool { !pending.isEmpty }

    /// The input that the lines so far make.
    var pendingInput: String { pending.joined(separator: "\n") }

    /// Takes a line and answers, if it completes the input.
    ///
    /// - Throws: The error in the input. The session is then as it was before.
    func take(_ line: String) throws(Diagnostic) {
        pending.append(line)
        if !line.isEmpty, Self.isOpen(pendingInput) { return }
        let input = pendingInput
        pending = []
        try answer(input)
    }

    /// Discards the lines of an incomplete input.
    func cancelInput() {
        pending = []
    }

    /// Answers the last input, if there is one that has not been answered.
    ///
    /// - Throws: An error if the input is incomplete.
    func endInput() throws(Diagnostic) {
        guard isWaiting else { return }
        let input = pendingInput
        pending = []
        if !Self.isOpen(input) { return try answer(input) }
        throw Diagnostic(
            "prompt.incomplete", "the input ends inside brackets",
            help: "close them, or end the input with an empty line",
            excerpt: Excerpt(input, marking: input.utf8.count..<input.utf8.count))
    }

    private static func isOpen(_ input: String) -> Bool {
        guard input.hasPrefix(":") else {
            return !input.hasPrefix("#") && PromptText(input).isOpen
        }
        guard let (name, argument) = PromptCommand.split(input),
            let command = try? PromptCommand.find(name), command.argument == .expression
        else { return false }
        return PromptText(argument).isOpen
    }

    // MARK: - Answers

    private func answer(_ input: String) throws(Diagnostic) {
        let start = ContinuousClock.now
        let isOnce = onceIsNext
        onceIsNext = false
        defer { if isOnce { once = nil } }
        try dispatch(input)
        if settings.showsTime {
            write(paint.faint("time: \(Duration.text(of: ContinuousClock.now - start))") + "\n")
        }
        guard isOnce, let once else { return }
        self.once = nil
        try checkAnswerFile(at: once.path)
        try FileSystem.replace(once.path, by: once.text, mode: 0o666)
    }

    private func dispatch(_ input: String) throws(Diagnostic) {
        let start = input.first { !$0.isWhitespace }
        switch start {
        case nil, "#": return
        case ":":
            guard let (name, argument) = PromptCommand.split(input) else { return }
            let command = try PromptCommand.find(name)
            if command.usesFiles, isSafe { throw Self.unsafe(command) }
            try command.run(self, argument: PromptArgument(argument, of: command, in: input))
        default: try check(input)
        }
    }

    private static func unsafe(_ command: PromptCommand) -> Diagnostic {
        Diagnostic(
            "prompt.unsafe", "':\(command.name)' uses files, which --safe does not allow",
            help: "start ruleshell without --safe")
    }

    /// Writes a part of the answer.
    func write(_ text: String) {
        if once != nil, !onceIsNext {
            once?.text += text
        } else {
            output(text)
        }
    }

    /// Writes an answer that may be longer than the screen, with the pager if it is.
    func writeLong(_ text: String) {
        let isOnScreen = once == nil || onceIsNext
        if isOnScreen, settings.usesPager, let pager, pager(text) { return }
        write(text)
    }

    var paint: Paint {
        Paint(isOn: settings.usesColor && (once == nil || onceIsNext) && settings.mode != .json)
    }

    /// The width of an answer in columns, or `nil` if it is for a file or there is no terminal.
    var answerColumns: Int? { once == nil || onceIsNext ? columns : nil }

    /// The writer of answers.
    var answerText: AnswerText {
        AnswerText(mode: settings.mode, paint: paint, reasons: reasons, columns: answerColumns)
    }

    /// Makes the next answer go to a file, which is replaced.
    ///
    /// - Throws: An error if the file is in use, so that no answer is lost.
    func writeOnce(to path: String) throws(Diagnostic) {
        try checkAnswerFile(at: path)
        once = (path, "")
        onceIsNext = true
    }

    func end() {
        isEnded = true
    }

    func remember(_ trial: PromptTrial) {
        if tried.count >= Self.mostTrials { tried.removeFirst() }
        tried.append(trial)
    }

    func forgetTrials() {
        tried = []
    }

    /// The last trial.
    ///
    /// - Throws: An error if there is none.
    func lastTrial() throws(Diagnostic) -> PromptTrial {
        guard let last = tried.last else {
            throw Diagnostic(
                "prompt.nothingTried", "there is no earlier input",
                help: "type a rule and a value: length(3...20) \"ab\"")
        }
        return last
    }

    /// Answers the lines of a file.
    ///
    /// - Throws: The first error, with its line.
    func read(_ lines: [String], of file: String) throws(Diagnostic) {
        guard readDepth < 16 else {
            throw Diagnostic(
                "prompt.nesting", "files are nested more than 16 levels deep",
                help: "check for a script that includes itself")
        }
        readDepth += 1
        let outer = pending
        pending = []
        defer {
            readDepth -= 1
            pending = outer
        }
        for (index, line) in lines.enumerated() where !isEnded {
            do throws(Diagnostic) {
                try take(line)
                if index + 1 == lines.count { try endInput() }
            } catch {
                throw error.at(line: index + 1, of: file)
            }
            if interruption.wasRequested { return }
        }
    }
}
