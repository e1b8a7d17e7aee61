// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import ArgumentParser
import Assay
import AssaySignatures

/// `ruleshell plugin verify`: whether plugins are signed by one of some keys.
struct PluginVerifyCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verifies the signatures of plugins.",
        discussion:
            "Exit status: 0 all are signed by one of the keys, 1 one is not, 2 a file cannot be read."
    )

    @Option(
        name: .customLong("key"),
        help: ArgumentHelp("Public key; repeatable.", valueName: "file"))
    var keys: [String]

    @OptionGroup var color: ColorOptions

    @Argument(help: ArgumentHelp("Plugin libraries.", valueName: "file"))
    var files: [String]

    func execute() throws(Diagnostic) -> ExitStatus {
        var trust = PluginTrust(trustedDigests: [], trustedKeys: [])
        for key in keys { trust.keys.insert(try KeyFile.verificationKey(at: key)) }
        var status = ExitStatus.valid
        for file in files {
            var line = "\(file): signed"
            do throws(PluginError) {
                let digest = try trust.verify(file: file)
                line = "\(digest)  \(file): signed"
            } catch {
                guard error.stage == .trust else { throw Diagnostic(error) }
                line = "\(file): not signed: found \(error.found); \(error.remedy)"
                status = .findings
            }
            guard StandardOutput.print(SafeText.line(line)) else { return .unusable }
        }
        return status
    }
}
#endif
