// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import ArgumentParser
import Assay
import AssaySignatures

/// `ruleshell plugin sign`: signatures beside plugins.
struct SignCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Signs plugins: the signature of FILE goes to FILE.sig.")

    @Option(help: ArgumentHelp("The private key that 'keygen' made.", valueName: "file"))
    var key: String

    @Argument(help: ArgumentHelp("Libraries.", valueName: "file"))
    var files: [String]

    func execute() throws(Diagnostic) -> ExitStatus {
        try checkFiles()
        let signer = try KeyFile.signingKey(key)
        for file in files {
            let digest = try pluginDigest(file)
            let signature = try KeyFile.understand(key) { () throws(SignatureError) in
                try signer.sign(digest)
            }
            try NewFile.replace(PluginHost.signature(of: file), by: signature.text, mode: 0o644)
            let line = "\(digest)  \(file): signed by key \(signature.keyID)\n"
            guard StandardOutput.write(Array(line.utf8)) else { return .unusable }
        }
        return .valid
    }

    /// A signature is written over no library, and not over the key.
    private func checkFiles() throws(Diagnostic) {
        var uses = FileUses()
        uses.add(path: key, "the key")
        for file in files { uses.add(path: file, "the library") }
        for file in files {
            let signature = PluginHost.signature(of: file)
            try uses.check(
                FileNode(path: signature), "the signature '\(signature)'",
                help: "give one of them another name")
        }
        for file in files {
            uses.add(path: PluginHost.signature(of: file), "the signature")
        }
        try uses.checkStandardOutput()
    }

    private func pluginDigest(_ file: String) throws(Diagnostic) -> Digest {
        do throws(PluginError) {
            return try PluginTrust.digest(ofFile: file)
        } catch {
            throw Diagnostic(error)
        }
    }
}
#endif
