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
        let signer = try KeyFile.signingKey(key)
        for file in files {
            let digest = try pluginDigest(file)
            let signature = try KeyFile.understand(key) { () throws(SignatureError) in
                try signer.sign(digest)
            }
            try NewFile.replace(file + ".sig", by: signature.text, mode: 0o644)
            let line = "\(digest)  \(file): signed by key \(signature.keyID)\n"
            guard StandardOutput.write(Array(line.utf8)) else { return .unusable }
        }
        return .valid
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
