// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import AssaySystem

/// The options for the language and the words of findings.
struct MessageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Language of messages, such as de; by default that of LC_ALL, LC_MESSAGES or LANG.",
            valueName: "tag"))
    var language: String?

    @Option(
        name: .customLong("messages"),
        help: ArgumentHelp(
            "File of messages that replace built-in ones, in YAML or JSON; repeatable.",
            valueName: "file"))
    var files: [String] = []

    /// Reports findings in the language from now on.
    ///
    /// - Throws: An error if a file has issues, or if there are no messages in the language.
    func use(with registry: RuleRegistry) throws(Diagnostic) {
        var catalogue = wish.map { registry.messages(in: $0) }
        let english = files.isEmpty ? [:] : registry.messages(in: "en").templates
        let codes = files.isEmpty ? nil : KnownCodes(registry: registry).codes
        for file in files {
            do throws(RuleSetError) {
                let own = try MessageCatalogue(contentsOfFile: file, knownCodes: codes)
                catalogue = catalogue?.replacing(by: own, english: english) ?? own
            } catch {
                try Diagnostic.throwAll(error.diagnostics(in: [file]))
                throw Diagnostic("messages.form", "cannot read the messages in '\(file)'")
            }
        }
        if let language, catalogue?.isEmpty != false {
            let languages = registry.languages.joined(separator: ", ")
            throw Diagnostic(
                "messages.language", "there are no messages in '\(language)'",
                help: "choose one of \(languages), or add a file with --messages")
        }
        ShownMessages.use(catalogue)
    }

    /// The language that is asked for, or `nil` if there is none.
    var wish: String? { language ?? Self.languageOfEnvironment }

    /// The language of the locale, as POSIX looks for it, or `nil` for English and for C, that of
    /// programs.
    private static var languageOfEnvironment: String? {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        guard
            let locale = names.lazy.compactMap({ Environment.variable($0) }).first(where: {
                !$0.isEmpty
            })
        else { return nil }
        let language = locale.prefix { $0 != "." && $0 != "@" && $0 != "_" }
        return ["C", "POSIX", "en"].contains(language) ? nil : locale
    }
}
