// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import ArgumentParser
import Assay
import AssaySignatures

/// `ruleshell plugin verify`: whether plugins are signed by one of some keys.
struct VerifyCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Checks that each plugin has a signature of one of the keys.",
        discussion: "Exit status: 0 all are signed, 1 one is not, 2 a file cannot be read.")

    @Option(
        name: .customLong("key"),
        help: ArgumentHelp("A public key; may stand several times.", valueName: "file"))
    var keys: [String]

    @Argument(help: ArgumentHelp("Libraries.", valueName: "file"))
    var files: [String]

    func execute() throws(Diagnostic) -> ExitStatus {
        var trust = PluginTrust()
        for key in keys { trust.keys.insert(try KeyFile.verificationKey(key)) }
        var status = ExitStatus.valid
        for file in files {
            var line = "\(file): signed\n"
            do throws(PluginError) {
                let digest = try trust.verify(file: file)
                line = "\(digest)  \(file): signed\n"
            } catch {
                guard error.stage == .trust else { throw Diagnostic(error) }
                line = "\(file): not signed: found \(error.found); \(error.remedy)\n"
                status = .findings
            }
            guard StandardOutput.write(Array(line.utf8)) else { return .unusable }
        }
        return status
    }
}
#endif
