// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// `ruleshell plugin stamp`: manifests in libraries.
struct StampCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "stamp", abstract: "Writes what a plugin offers into its file.",
        discussion: """
            Loads each library in a process of its own, and writes what its table says into its section \
            .note.assay, where 'inspect' and hosts read it without running anything. A signature is made \
            after this. Exit status: 0 all are written, 2 one cannot be.
            """)

    @Argument(help: ArgumentHelp("Libraries.", valueName: "file"))
    var files: [String]

    func execute() throws(Diagnostic) -> ExitStatus {
        var uses = FileUses()
        for file in files { uses.add(path: file, "the library") }
        try uses.checkStandardOutput()
        for file in files {
            let stamped = try stamped(file)
            try NewFile.replace(
                stamped.path, by: stamped.bytes, mode: stamped.mode, keepsOwner: true)
            let manifest = stamped.manifest
            let count = manifest.rules.count == 1 ? "1 rule" : "\(manifest.rules.count) rules"
            let line = "\(file): \(manifest.id) \(manifest.version), \(count)\n"
            guard StandardOutput.write(Array(line.utf8)) else { return .unusable }
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
