// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
@_spi(Engine) import Assay
import AssaySchemas
import AssaySystem

/// The languages that `ruleshell export` writes.
enum ExportLanguage: String, CaseIterable, ExpressibleByArgument {
    case jsonschema
    case openapi
}

/// `ruleshell export`: a schema that checks what a rule set checks.
struct ExportCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", _superCommandName: "ruleshell",
        abstract: "Converts a rule set to a schema.",
        discussion: """
            A rule that the schema language cannot express is in the schema as x-assay, which validators \
            ignore, and is listed on standard error. Exit status: 0 the schema is written, 1 it is written, \
            but with --strict it does not check every rule, 2 it is not written.
            """)

    @Option(
        name: [.customShort("o", allowingJoined: true), .long],
        help: ArgumentHelp("Write the schema to a file.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(help: "Language of the schema.")
    var to: ExportLanguage

    @Flag(help: "End with status 1 if the schema does not check every rule.")
    var strict = false

    @OptionGroup var plugins: PluginOptions
    @OptionGroup var color: ColorOptions

    @Argument(
        help: ArgumentHelp("Rule set, or - for standard input.", valueName: "rules"),
        completion: .file())
    var file: String

    func execute() throws(Diagnostic) -> ExitStatus {
        let registry = try plugins.load()
        let ruleSet: RuleSet
        do throws(RuleSetError) {
            ruleSet = try RuleSetInput.load(file, registry: registry).ruleSet
        } catch {
            try Diagnostic.throwAll(error.diagnostics(in: [file]))
            throw Diagnostic(error.issues.first)
        }
        let schema = SchemaExport(ruleSet, openAPIName: to == .openapi ? name : nil)
        for issue in schema.unsaid {
            let lines = FileLines(path: issue.location?.file ?? file)
            StandardError.write(Diagnostic(issue, in: lines).shownWarning)
        }
        if let output, output != RuleSetInput.name {
            try FileSystem.replace(output, by: schema.text, mode: 0o666)
        } else if !StandardOutput.write(Array(schema.text.utf8)) {
            return .unusable
        }
        return strict && !schema.unsaid.isEmpty ? .findings : .valid
    }

    /// The name of the schema in a document of OpenAPI: that of the file, without what follows its first dot.
    private var name: String {
        let last = file.split(separator: "/").last.map(String.init) ?? file
        let name = last.split(separator: ".").first.map(String.init) ?? last
        let isName = name.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (97...122).contains(byte | 0x20) || byte == 0x2D
                || byte == 0x5F
        }
        return isName && !name.isEmpty && file != RuleSetInput.name ? name : "Record"
    }
}
