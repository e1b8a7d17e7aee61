// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import ArgumentParser
import Assay
import AssaySignatures
import AssaySystem

/// `ruleshell plugin sign`: signatures of plugins.
struct PluginSignCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Signs plugins: writes the signature of FILE to FILE.sig.")

    @Option(help: ArgumentHelp("Private key that 'keygen' created.", valueName: "file"))
    var key: String

    @OptionGroup var color: ColorOptions

    @Argument(help: ArgumentHelp("Plugin libraries.", valueName: "file"))
    var files: [String]

    func execute() throws(Diagnostic) -> ExitStatus {
        try checkFiles()
        let signer = try KeyFile.signingKey(at: key)
        for file in files {
            let digest = try pluginDigest(of: file)
            let signature = try KeyFile.understand(key) { () throws(SignatureError) in
                try signer.sign(digest)
            }
            try FileSystem.replace(PluginHost.signature(of: file), by: signature.text, mode: 0o644)
            let line = "\(digest)  \(file): signed by key \(signature.keyID)"
            guard StandardOutput.print(SafeText.line(line)) else { return .unusable }
        }
        return .valid
    }

    /// Rejects signatures that would overwrite a library or the key.
    private func checkFiles() throws(Diagnostic) {
        var uses = FileUses()
        uses.add(path: key, as: "the key")
        for file in files { uses.add(path: file, as: "the library") }
        for file in files {
            let signature = PluginHost.signature(of: file)
            try uses.check(
                FileNode(path: signature), writer: "the signature '\(signature)'",
                help: "give one of them another name")
        }
        for file in files {
            uses.add(path: PluginHost.signature(of: file), as: "the signature")
        }
        try uses.checkStandardOutput()
    }

    private func pluginDigest(of file: String) throws(Diagnostic) -> Digest {
        do throws(PluginError) {
            return try PluginTrust.digest(ofFile: file)
        } catch {
            throw Diagnostic(error)
        }
    }
}
#endif
