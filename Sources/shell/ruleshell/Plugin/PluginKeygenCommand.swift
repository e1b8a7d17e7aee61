// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import ArgumentParser
import Assay
import AssaySignatures
import AssaySystem

/// `ruleshell plugin keygen`: a new pair of keys for signing plugins.
struct PluginKeygenCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "keygen",
        abstract: "Creates a key pair: NAME.key to sign with, NAME.pub to publish.",
        discussion: "Fails if either file already exists.")

    @Option(
        help: ArgumentHelp("Comment in the files, such as the owner of the key.", valueName: "text")
    )
    var comment = ""

    @OptionGroup var color: ColorOptions

    @Argument(help: ArgumentHelp("Path of the files, without suffix.", valueName: "name"))
    var name: String

    func execute() throws(Diagnostic) -> ExitStatus {
        let key = SigningKey()
        try FileSystem.write(key.text(comment: comment), to: name + ".key", mode: 0o600)
        do throws(Diagnostic) {
            try FileSystem.write(
                key.verificationKey.text(comment: comment), to: name + ".pub", mode: 0o644)
        } catch {
            // Half a pair would keep the next attempt from working.
            try? FileSystem.removeIfPresent(name + ".key")
            throw error
        }
        let text = "key \(key.verificationKey.id): \(name).key signs, \(name).pub verifies\n"
        return StandardOutput.write(Array(text.utf8)) ? .valid : .unusable
    }
}
#endif
