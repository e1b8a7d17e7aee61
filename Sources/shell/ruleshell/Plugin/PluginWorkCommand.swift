// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import AssayPluginChecker
import AssaySystem

/// `ruleshell plugin work-child`: the process that `test` and `bench` start.
struct PluginWorkCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "work-child", shouldDisplay: false)

    @OptionGroup var color: ColorOptions

    func execute() throws(Diagnostic) -> ExitStatus {
        CurrentProcess.allowExits()
        PluginWorkChild.run { plugin, work, answers in
            switch work["do"] {
            case "cases": PluginCaseChild.run(plugin, work, answers)
            case "bench": PluginBench.run(plugin, work, answers)
            default: break
            }
        }
    }
}

/// The settings of a plugin, as commands take them.
enum PluginSettingsOption {
    /// Reads the settings of a plugin.
    ///
    /// - Returns: An object, or `absent` if there is no text.
    /// - Throws: An error if the text is not a JSON object.
    static func settings(in text: String?) throws(Diagnostic) -> Value {
        guard let text else { return .absent }
        let help = "give an object such as '{\"name\": 1}'"
        let settings: Value
        do throws(JSONError) {
            settings = try JSONValueParser.parse(text)
        } catch {
            throw Diagnostic("usage", "the configuration is not JSON: \(error)", help: help)
        }
        guard case .object = settings else {
            throw Diagnostic("usage", "the configuration is not a JSON object", help: help)
        }
        return settings
    }
}
