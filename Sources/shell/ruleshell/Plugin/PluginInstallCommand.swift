// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import ArgumentParser
import Assay
import AssayPluginPackages
import AssaySystem

/// `ruleshell plugin install`: packages into a directory of plugins.
struct PluginInstallCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Checks packages and unpacks them into a directory.",
        discussion: """
            The trust store says which key may sign which plugins in which versions. A package is \
            installed completely or not at all; older versions are kept, and the newest is loaded. \
            Nothing is downloaded: give files. Exit status: 0 all are installed, 2 one is not.
            """)

    @Option(help: ArgumentHelp("Directory to install into.", valueName: "dir"))
    var directory: String

    @Option(
        help: ArgumentHelp(
            "Trust store, instead of trust.yaml in the directory.", valueName: "file"))
    var trust: String?

    @Flag(help: "Remove all other versions of the plugin.")
    var replace = false

    @Flag(help: "Install an older version, and remove newer ones.")
    var downgrade = false

    @OptionGroup var color: ColorOptions

    @Argument(help: ArgumentHelp("Archives that 'pack' wrote.", valueName: "file"))
    var archives: [String]

    func validate() throws {
        guard !replace || !downgrade else {
            throw ValidationError("--replace removes newer versions too: leave out --downgrade")
        }
    }

    func execute() throws(Diagnostic) -> ExitStatus {
        let checked = try PluginDirectory.check(directory)
        let path = trust ?? FileSystem.path(of: TrustStore.fileName, in: directory)
        let store = try TrustStoreFile.store(at: path)
        let installer = PackageInstaller(
            directory: checked, mode: replace ? .replacing : downgrade ? .downgrading : .keeping)
        for archive in archives {
            let lines = try install(archive, with: installer, store: store)
            for line in lines where !StandardOutput.print(SafeText.line(line)) { return .unusable }
        }
        return .valid
    }

    /// Installs a package, and returns the lines that describe what was done.
    private func install(
        _ archive: String, with installer: PackageInstaller, store: TrustStore
    ) throws(Diagnostic) -> [String] {
        do throws(PackageError) {
            let package = try PackageReader(file: archive, store: store)
            let name = "\(package.manifest.id) \(package.manifest.version)"
            switch try installer.install(package) {
            case .present: return ["\(name): already installed"]
            case .installed(let removed):
                return ["\(name): installed, signed by key \(package.key)"]
                    + removed.map { "\(package.manifest.id) \($0): removed" }
            }
        } catch {
            throw Diagnostic(error, "cannot install '\(archive)'")
        }
    }
}

/// The directory that packages are installed into.
enum PluginDirectory {
    /// Checks that packages can be installed into a directory.
    ///
    /// - Returns: The path without links, which is to be used from then on.
    /// - Throws: An error if the path is not a directory, or if others can write it, because no
    ///   plugin in it would be loaded.
    static func check(_ path: String) throws(Diagnostic) -> String {
        guard FileSystem.isDirectory(path) else {
            throw Diagnostic(
                "package.install", "'\(path)' is not a directory", help: "create it with mkdir")
        }
        do throws(PluginError) {
            return try PluginPolicy.standard.checkOwners(of: path)
        } catch {
            throw Diagnostic(
                "package.install",
                "cannot install into '\(path)': found \(error.found), expected \(error.expected)",
                help: error.remedy)
        }
    }
}
#endif
