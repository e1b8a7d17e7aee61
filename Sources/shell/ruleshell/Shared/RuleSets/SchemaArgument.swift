// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssaySchemas
import AssaySystem

/// A rule set of the command line that can be a schema: a file, perhaps with the place of a schema in it.
struct SchemaArgument {
    /// The file without the place.
    let file: String
    /// The text after `#`, or `nil` without one.
    let fragment: String?

    /// Takes `api.yaml#/components/schemas/Order`; a file that has `#` in its name is one.
    init(_ argument: String) {
        guard let hash = argument.firstIndex(of: "#"), !FileSystem.hasEntry(argument) else {
            file = argument
            fragment = nil
            return
        }
        file = String(argument[..<hash])
        fragment = String(argument[argument.index(after: hash)...])
    }

    /// The file with its bytes.
    func schemaFile(_ bytes: [UInt8]) -> SchemaFile {
        SchemaFile(name: file, path: Self.path(of: file), bytes: bytes)
    }

    /// The absolute path that references lead to.
    static func path(of file: String) -> String {
        if let path = try? FileSystem.resolve(file) { return path }
        return file.hasPrefix("/") ? file : "/" + file
    }

    /// Makes a rule set of the file if it is a schema.
    ///
    /// What the rule set does not check is said on standard error.
    ///
    /// - Parameter bytes: The file.
    /// - Returns: The rule set, or `nil` if the file is no schema.
    /// - Throws: Every mistake of the schema, and everything that a rule set cannot say.
    func ruleSet(_ bytes: [UInt8]) throws(RuleSetError) -> RuleSet? {
        guard fragment != nil || SchemaImport.language(of: bytes, file: file) != nil else {
            return nil
        }
        var options = SchemaImportOptions()
        options.fragment = fragment
        let schema = try SchemaImport(schemaFile(bytes), options)
        SchemaMessages.write(schema)
        return schema.ruleSet
    }
}

/// The messages of an import on standard error.
enum SchemaMessages {
    static func write(_ schema: SchemaImport) {
        let lines = schema.warnings + schema.leftOut
        for issue in lines {
            let file = issue.location?.file ?? ""
            StandardError.write(Diagnostic(issue, in: FileLines(path: file)).shownWarning)
        }
        for note in schema.notes {
            StandardError.writeLine("ruleshell: note: \(SafeText.line(note))\n")
        }
    }
}
