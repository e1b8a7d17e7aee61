// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc

/// `ruleshell plugin new`: the folder of a plugin that builds and works as it is.
struct NewCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Makes a folder with the source of a new plugin.",
        discussion: "A folder that exists is left as it is, which is a mistake.")

    @Option(help: ArgumentHelp("c, cpp, rust or swift.", valueName: "name"))
    var language: PluginLanguage

    @Option(help: ArgumentHelp("Where the folder is made; here without it.", valueName: "dir"))
    var directory = "."

    @Argument(help: ArgumentHelp("The plugin's id, and the name of its folder.", valueName: "name"))
    var name: String

    func execute() throws(Diagnostic) -> ExitStatus {
        guard PluginTemplate.isPluginId(name) else {
            throw Diagnostic(
                "usage", "'\(name)' cannot be the id of a plugin",
                help: "take at most 64 letters, digits and '-', beginning with a letter")
        }
        let folder = directory == "." ? name : "\(directory)/\(name)"
        try NewFile.makeFolder(folder)
        for file in PluginTemplate.files(of: language, name: name) {
            for parent in file.parents { try NewFile.makeFolder("\(folder)/\(parent)") }
            try NewFile.write(file.text, to: "\(folder)/\(file.path)", mode: 0o644)
        }
        let text = "\(folder): a plugin in \(language.title); begin with \(folder)/README.md\n"
        return StandardOutput.write(Array(text.utf8)) ? .valid : .unusable
    }
}
