// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import AssaySystem

/// `ruleshell plugin stamp`: manifests in libraries.
struct PluginStampCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "stamp", abstract: "Writes what a plugin offers into its file.",
        discussion: """
            Loads each library in a separate process, and writes its table as a manifest into its \
            section .note.assay, where 'inspect' and hosts read it without running the plugin. Sign a \
            plugin after stamping it. Exit status: 0 all are written, 2 one cannot be written.
            """)

    @Argument(help: ArgumentHelp("Plugin libraries.", valueName: "file"))
    var files: [String]

    func execute() throws(Diagnostic) -> ExitStatus {
        var uses = FileUses()
        for file in files { uses.add(path: file, as: "the library") }
        try uses.checkStandardOutput()
        for file in files {
            let stamped = try stamped(file)
            try FileSystem.replace(
                stamped.path, by: stamped.bytes, mode: stamped.mode, keepsOwner: true)
            let manifest = stamped.manifest
            let count = Counted.text(manifest.rules.count, of: "rule")
            let line = "\(file): \(manifest.id) \(manifest.version), \(count)"
            guard StandardOutput.print(SafeText.line(line)) else { return .unusable }
        }
        return .valid
    }

    private func stamped(_ file: String) throws(Diagnostic) -> StampedPlugin {
        do throws(PluginError) {
            return try StampedPlugin(file: file)
        } catch {
            throw Diagnostic(error)
        }
    }
}
