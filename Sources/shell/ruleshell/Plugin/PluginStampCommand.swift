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
            plugin after stamping it. A library for another machine cannot be loaded: name the plugin's \
            library for this machine, or its manifest. Exit status: 0 all are written, 2 one cannot be written.
            """)

    @Option(
        help: ArgumentHelp(
            "For libraries for other machines: a manifest, as JSON.", valueName: "file"))
    var manifest: String?

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            "For libraries for other machines: the same plugin for this one.", valueName: "so"))
    var original: String?

    @OptionGroup var trial: TrialOptions

    @OptionGroup var color: ColorOptions

    @Argument(help: ArgumentHelp("Plugin libraries.", valueName: "file"))
    var files: [String]

    func validate() throws {
        guard manifest == nil || original == nil else {
            throw ValidationError("--manifest and --from both name a manifest: leave one out")
        }
    }

    func execute() throws(Diagnostic) -> ExitStatus {
        let given = try givenManifest()
        var uses = FileUses()
        for file in files { uses.add(path: file, as: "the library") }
        try uses.checkStandardOutput()
        for file in files {
            let stamped = try stamped(file, with: given)
            try FileSystem.replace(
                stamped.path, by: stamped.bytes, mode: stamped.mode, keepsOwner: true)
            let manifest = stamped.manifest
            let count = Counted.text(manifest.rules.count, of: "rule")
            let line = "\(file): \(manifest.id) \(manifest.version), \(count)"
            guard StandardOutput.print(SafeText.line(line)) else { return .unusable }
        }
        return .valid
    }

    /// Returns the manifest for libraries of other machines, or `nil` if none is given.
    private func givenManifest() throws(Diagnostic) -> PluginManifest? {
        if let manifest { return try Self.manifest(inFile: manifest) }
        guard let original else { return nil }
        do throws(PluginError) {
            if let manifest = try PluginManifest.read(ofFile: original) { return manifest }
            return try StampedPlugin(file: original, policy: trial.policy).manifest
        } catch {
            throw Diagnostic(error)
        }
    }

    private static func manifest(inFile path: String) throws(Diagnostic) -> PluginManifest {
        do {
            let bytes = try SmallFile.read(path, limit: PluginManifest.maximumBytes + 1)
            return try PluginManifest(checking: bytes)
        } catch {
            throw Diagnostic(
                "plugin.manifest", "cannot read the manifest '\(path)': \(error)",
                help: "give what 'ruleshell plugin pack' puts into manifest.json")
        }
    }

    private func stamped(
        _ file: String, with manifest: PluginManifest?
    ) throws(Diagnostic) -> StampedPlugin {
        do throws(PluginError) {
            if let manifest { return try StampedPlugin(file: file, manifest: manifest) }
            return try StampedPlugin(file: file, policy: trial.policy)
        } catch {
            throw Diagnostic(error)
        }
    }
}
