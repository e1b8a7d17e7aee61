// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import ArgumentParser
import Assay
import AssaySignatures
import Glibc

/// `ruleshell plugin keygen`: a new pair of keys for signing plugins.
struct KeygenCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "keygen",
        abstract: "Makes a pair of keys: NAME.key to sign with, NAME.pub to give away.",
        discussion: "Files that exist are left as they are, which is a mistake.")

    @Option(help: ArgumentHelp("Whose key it is, for people.", valueName: "text"))
    var comment = ""

    @Argument(help: ArgumentHelp("The files' path without the suffix.", valueName: "name"))
    var name: String

    func execute() throws(Diagnostic) -> ExitStatus {
        let key = SigningKey()
        try NewFile.write(key.text(comment: comment), to: name + ".key", mode: 0o600)
        do throws(Diagnostic) {
            try NewFile.write(
                key.verificationKey.text(comment: comment), to: name + ".pub", mode: 0o644)
        } catch {
            // Half a pair is in the way of the next one.
            unlink(name + ".key")
            throw error
        }
        let text = "key \(key.verificationKey.id): \(name).key signs, \(name).pub verifies\n"
        return StandardOutput.write(Array(text.utf8)) ? .valid : .unusable
    }
}
#endif
