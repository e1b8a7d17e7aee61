// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
@_spi(Engine) import Assay
import AssaySchemas
import AssaySystem

extension SchemaLanguage: ExpressibleByArgument {}
extension SchemaDirection: ExpressibleByArgument {}

/// `ruleshell import`: a rule set that checks what a schema requires.
struct ImportCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", _superCommandName: "ruleshell",
        abstract: "Converts a schema to a rule set.",
        discussion: """
            Reads JSON Schema, OpenAPI, data contracts (ODCS) and Table Schemas (Frictionless), in JSON or \
            YAML. The rule set accepts the records that the schema accepts, and no others. A part that a \
            rule set cannot express is an error with its place; --partial leaves it out and lists it. \
            Nothing is fetched. Exit status: 0 the rule set is written, 1 it is written, but --partial left \
            parts out, 2 it is not written.
            """)

    @Option(
        name: [.customShort("o", allowingJoined: true), .long],
        help: ArgumentHelp("Write the rule set to a file.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(help: "Language of the schema; by default recognized by its content.")
    var from: SchemaLanguage?

    @Option(
        help: ArgumentHelp(
            "File that the schema refers to, or a directory of them; repeatable.",
            valueName: "file|dir"),
        completion: .file())
    var schema: [String] = []

    @Flag(help: "Check 'format' of JSON Schema, which is only an annotation there.")
    var assertFormats = false

    @Flag(help: "Leave out what a rule set cannot express, and list it.")
    var partial = false

    @Option(
        name: .customLong("for"),
        help: "Import the schema of requests or of responses, by readOnly and writeOnly.")
    var direction: SchemaDirection?

    @OptionGroup var plugins: PluginOptions
    @OptionGroup var color: ColorOptions

    @Argument(
        help: ArgumentHelp(
            "Schema, such as api.yaml#/components/schemas/Order, or - for standard input.",
            valueName: "schema"),
        completion: .file())
    var file: String

    func execute() throws(Diagnostic) -> ExitStatus {
        let registry = try plugins.load()
        let argument = SchemaArgument(file)
        var options = SchemaImportOptions()
        options.language = from
        options.fragment = argument.fragment
        options.checksFormats = assertFormats
        options.isPartial = partial
        options.direction = direction
        let text: String
        let isWhole: Bool
        do throws(RuleSetError) {
            options.files = try files()
            let bytes = try RuleSetInput.bytes(argument.file)
            let schema = try SchemaImport(argument.schemaFile(bytes), options)
            SchemaMessages.write(schema)
            // A pattern that does not compile is an issue of the schema.
            _ = try ValidationPlan(schema.ruleSet, registry: registry)
            text = try schema.ruleSet.yaml
            isWhole = schema.leftOut.isEmpty
        } catch {
            try Diagnostic.throwAll(error.diagnostics(in: [argument.file]))
            throw Diagnostic(error.issues.first)
        }
        if let output, output != RuleSetInput.name {
            try FileSystem.replace(output, by: text, mode: 0o666)
        } else if !StandardOutput.write(Array(text.utf8)) {
            return .unusable
        }
        return isWhole ? .valid : .findings
    }

    /// The files that the schema may refer to.
    private func files() throws(RuleSetError) -> [SchemaFile] {
        var files: [SchemaFile] = []
        for path in schema {
            let names =
                FileSystem.isDirectory(path)
                ? FileSearch(folder: path) { name in
                    [".json", ".yaml", ".yml"].contains { name.lowercased().hasSuffix($0) }
                }.files : [path]
            for name in names {
                let bytes = try RuleSetInput.bytes(name)
                files.append(SchemaArgument(name).schemaFile(bytes))
            }
        }
        return files
    }
}
