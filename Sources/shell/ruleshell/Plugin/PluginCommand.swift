// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `ruleshell plugin`: commands for authors and operators of plugins.
struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin", abstract: "Creates, checks, signs and inspects plugins.",
        subcommands: subcommands)

    private static var subcommands: [any ParsableCommand.Type] {
        var commands: [any ParsableCommand.Type] = [
            PluginNewCommand.self, PluginCheckCommand.self, PluginCheckChildCommand.self,
            PluginTestCommand.self, PluginBenchCommand.self, PluginWorkCommand.self,
            PluginDocsCommand.self, PluginInspectCommand.self, PluginListCommand.self,
            PluginStampCommand.self,
        ]
        #if PluginSignatures
        commands += [
            PluginKeygenCommand.self, PluginSignCommand.self, PluginVerifyCommand.self,
            PluginPackCommand.self, PluginInstallCommand.self, PluginUninstallCommand.self,
        ]
        #endif
        return commands
    }
}
