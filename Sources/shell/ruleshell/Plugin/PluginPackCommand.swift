// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import ArgumentParser
import Assay
import AssayPluginPackages
import AssaySignatures
import AssaySystem

/// `ruleshell plugin pack`: a plugin as one signed archive.
struct PluginPackCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack", abstract: "Packs the libraries of a plugin into a signed archive.",
        discussion: """
            Writes ID-VERSION.tar.gz: the stamped libraries with signatures, the manifest, a software \
            bill of materials (CycloneDX), the documents and the data. The same input gives the same bytes.
            """)

    @Option(help: ArgumentHelp("Private key that 'keygen' created.", valueName: "file"))
    var key: String

    @Option(
        name: .customLong("document"),
        help: ArgumentHelp("Add a file to the documents; repeatable.", valueName: "file"))
    var documents: [String] = []

    @Option(
        help: ArgumentHelp(
            "Add a file that the plugin reads to its data; repeatable.", valueName: "file"))
    var data: [String] = []

    @Option(help: ArgumentHelp("Text of the license.", valueName: "file"))
    var licenseFile: String?

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("Write the archive to this file.", valueName: "file"))
    var output: String?

    @OptionGroup var color: ColorOptions

    @Argument(
        help: ArgumentHelp("Libraries of one plugin, one for each machine.", valueName: "file"))
    var libraries: [String]

    func execute() throws(Diagnostic) -> ExitStatus {
        let signer = try KeyFile.signingKey(at: key)
        let package = try package(signedBy: signer)
        let manifest = package.manifest
        let path = output ?? "\(manifest.id)-\(manifest.version).tar.gz"
        try checkOutput(path)
        try FileSystem.replace(path, by: try archive(of: package), mode: 0o644)
        let machines = manifest.libraries.map(\.machine).joined(separator: ", ")
        let line =
            "\(path): \(manifest.id) \(manifest.version) for \(machines), "
            + "signed by key \(signer.verificationKey.id)"
        return StandardOutput.print(SafeText.line(line)) ? .valid : .unusable
    }

    private func package(signedBy signer: SigningKey) throws(Diagnostic) -> PackageBuilder {
        do {
            return try PackageBuilder(
                libraries: libraries, documents: documents, data: data, licenseFile: licenseFile,
                key: signer)
        } catch let error as PluginError {
            throw Diagnostic(error)
        } catch let error as PackageError {
            throw Diagnostic(error, "cannot make the package")
        } catch {
            throw Diagnostic("package.pack", "cannot make the package: \(error)")
        }
    }

    private func archive(of package: PackageBuilder) throws(Diagnostic) -> [UInt8] {
        do throws(PackageError) {
            return try package.archive()
        } catch {
            throw Diagnostic(error, "cannot make the package")
        }
    }

    /// Rejects an output that would overwrite what goes into it.
    private func checkOutput(_ path: String) throws(Diagnostic) {
        var uses = FileUses()
        uses.add(path: key, as: "the key")
        for file in libraries { uses.add(path: file, as: "the library") }
        for file in documents { uses.add(path: file, as: "the document") }
        for file in data { uses.add(path: file, as: "the data") }
        if let licenseFile { uses.add(path: licenseFile, as: "the license") }
        try uses.check(
            FileNode(path: path), writer: "the package '\(path)'", help: "give it another name")
        try uses.checkStandardOutput()
    }
}
#endif
