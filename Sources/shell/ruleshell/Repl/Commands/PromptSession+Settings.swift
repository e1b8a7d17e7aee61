// SPDX-License-Identifier: Apache-2.0
import Assay

// :set, :mode, :timer, :help
extension PromptSession {
    func set(_ argument: PromptArgument) throws(Diagnostic) {
        let words = argument.words
        guard let name = words.first else {
            for setting in PromptSettings.all { write(line(of: setting)) }
            return
        }
        try set(
            name, to: words.count > 1 ? words[1...].joined(separator: " ") : nil, argument: argument
        )
    }

    /// The same for a command that names the setting.
    func set(_ name: String, argument: PromptArgument) throws(Diagnostic) {
        try set(name, to: argument.text.isEmpty ? nil : argument.text, argument: argument)
    }

    private func set(
        _ name: String, to value: String?, argument: PromptArgument
    ) throws(Diagnostic) {
        let names = PromptSettings.all.map(\.name)
        guard let setting = PromptSettings.all.first(where: { $0.name == name }) else {
            throw argument.error(
                "there is no setting '\(name)'",
                help: nearestName(to: name, in: names).map { "did you mean '\($0)'?" }
                    ?? "the settings are \(names.joined(separator: ", "))", at: name)
        }
        guard let value else { return write(line(of: setting)) }
        let wasPartial = settings.isPartial
        guard setting.set(&settings, value) else {
            let choices = setting.values.joined(separator: ", ")
            throw argument.error(
                "'\(name)' cannot be '\(value)'",
                help: setting.name == "matchLimit"
                    ? "give a number from 1, or off" : "give one of \(choices)",
                at: value)
        }
        if settings.isPartial != wasPartial { try reopen() }
    }

    private func line(of setting: PromptSettings.Setting) -> String {
        let space = String(repeating: " ", count: max(1, 12 - setting.name.count))
        let value = setting.get(settings)
        let more = String(repeating: " ", count: max(1, 9 - value.count))
        return "\(setting.name)\(space)\(paint.strong(value))\(more)\(setting.summary)\n"
    }

    // MARK: - Help

    func help(_ argument: PromptArgument) throws(Diagnostic) {
        let name = argument.text.hasPrefix(":") ? String(argument.text.dropFirst()) : argument.text
        if name.isEmpty { return writeLong(PromptHelp.overview(with: paint)) }
        if let text = PromptHelp.topics.first(where: { $0.name == name })?.text {
            return writeLong(text)
        }
        if let command = try? PromptCommand.find(name) {
            return writeLong(PromptHelp.text(of: command, paint: paint))
        }
        if let text = Explanation(registry: registry).text(of: name) { return writeLong(text) }
        let names = PromptHelp.topics.map(\.name) + PromptCommand.all.map(\.name)
        throw argument.error(
            "there is no help about '\(argument.text)'",
            help: nearestName(to: name, in: names).map { "did you mean '\($0)'?" }
                ?? "topics are \(PromptHelp.topics.map(\.name).joined(separator: ", ")), and every command, rule and code"
        )
    }
}
