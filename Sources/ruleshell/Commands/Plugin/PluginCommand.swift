// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `ruleshell plugin`: what authors and operators do with a plugin's file.
struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin", abstract: "Makes, checks, signs and shows plugins.",
        subcommands: subcommands)

    private static var subcommands: [any ParsableCommand.Type] {
        var commands: [any ParsableCommand.Type] = [
            NewCommand.self, CheckCommand.self, CheckChildCommand.self, InspectCommand.self,
            ListCommand.self, StampCommand.self,
        ]
        #if PluginSignatures
        commands += [KeygenCommand.self, SignCommand.self, VerifyCommand.self]
        #endif
        return commands
    }
}
