// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import ArgumentParser
import Assay
import AssayPluginPackages

/// `ruleshell plugin uninstall`: removes what `install` put into a directory.
struct PluginUninstallCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Removes an installed plugin from a directory.",
        discussion: """
            If the newest version is removed, the one before it is loaded. Exit status: 0 it was removed, \
            2 it is not installed.
            """)

    @Option(help: ArgumentHelp("Directory that it was installed into.", valueName: "dir"))
    var directory: String

    @OptionGroup var color: ColorOptions

    @Argument(help: ArgumentHelp("Id of the plugin.", valueName: "id"))
    var plugin: String

    @Argument(help: ArgumentHelp("Version, if there are several.", valueName: "version"))
    var version: String?

    func execute() throws(Diagnostic) -> ExitStatus {
        let installed = InstalledPlugin.versions(of: plugin, in: directory)
        let wanted = installed.filter { version.map($0.version.description.elementsEqual) ?? true }
        guard let first = wanted.first else {
            let others = installed.map(\.version.description).joined(separator: ", ")
            let name = version.map { "\(plugin) \($0)" } ?? plugin
            throw Diagnostic(
                "package.install", "\(name) is not installed in '\(directory)'",
                help: others.isEmpty
                    ? "'ruleshell plugin list' shows what is there"
                    : "the installed plugins are \(others)")
        }
        guard wanted.count == 1 else {
            throw Diagnostic(
                "package.install", "\(plugin) is installed in several versions",
                help: "name one of \(wanted.map(\.version.description).joined(separator: ", "))")
        }
        do throws(PackageError) {
            try first.remove()
        } catch {
            throw Diagnostic(error, "cannot remove \(plugin) \(first.version)")
        }
        let line = "\(plugin) \(first.version): removed"
        return StandardOutput.print(SafeText.line(line)) ? .valid : .unusable
    }
}
#endif
