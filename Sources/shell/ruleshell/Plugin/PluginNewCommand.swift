// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import AssaySystem

/// `ruleshell plugin new`: a folder with a plugin that builds and works.
struct PluginNewCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Creates a directory with the source of a new plugin.",
        discussion: "Fails if the directory already exists.")

    @Option(help: ArgumentHelp("Language of the plugin.", valueName: "name"))
    var language: PluginLanguage

    @Option(help: ArgumentHelp("Directory to create it in.", valueName: "dir"))
    var directory = "."

    @OptionGroup var color: ColorOptions

    @Argument(help: ArgumentHelp("Id of the plugin, and name of its directory.", valueName: "name"))
    var name: String

    func execute() throws(Diagnostic) -> ExitStatus {
        guard PluginTemplate.isPluginId(name) else {
            throw Diagnostic(
                "usage", "'\(name)' cannot be the id of a plugin",
                help: "use at most 64 letters, digits and '-', beginning with a letter")
        }
        let folder = directory == "." ? name : "\(directory)/\(name)"
        try FileSystem.makeFolder(folder)
        for file in PluginTemplate.files(of: language, name: name) {
            for parent in file.parents { try FileSystem.makeFolder("\(folder)/\(parent)") }
            try FileSystem.write(file.text, to: "\(folder)/\(file.path)", mode: 0o644)
        }
        let text = """
            \(folder): a plugin in \(language.title)
            next:
              make -C \(folder)              # builds \(folder)/\(name).so
              make -C \(folder) test check   # runs its cases, and tries to break it
              ruleshell try --plugin \(folder)/\(name).so \(name).digitSum '"19"'
            then write your own rule in \(folder)/\(language.source), and its cases in \(folder)/cases.yaml

            """
        return StandardOutput.write(Array(text.utf8)) ? .valid : .unusable
    }
}
