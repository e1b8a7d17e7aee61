// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
#if PluginSignatures
import AssaySignatures
#endif

/// `ruleshell plugin inspect`: what a plugin's file says, without running it.
struct PluginInspectCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Shows what a plugin offers, without running it.",
        discussion: """
            Exit status: 0 a manifest, and a signature by a given key, 1 one is missing, 2 the file \
            cannot be read, or is not a plugin.
            """)

    #if PluginSignatures
    @Option(
        name: .customLong("key"),
        help: ArgumentHelp(
            "Verify the signature with this key; repeatable.",
            valueName: "file"))
    var keys: [String] = []
    #endif

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var color: ColorOptions

    @Argument(help: ArgumentHelp("Plugin library.", valueName: "file"))
    var file: String

    func execute() throws(Diagnostic) -> ExitStatus {
        let inspection = try inspect()
        let jail = PluginProbe.whenAvailable.jail()
        let text =
            json
            ? InspectionJSON.text(of: inspection, file: file, jail: jail)
            : InspectionText.text(of: inspection, file: file, jail: jail)
        guard StandardOutput.write(Array(text.utf8)) else { return .unusable }
        return isFine(inspection) ? .valid : .findings
    }

    #if PluginSignatures
    private func inspect() throws(Diagnostic) -> PluginInspection {
        var trusted: [VerificationKey] = []
        for key in keys { trusted.append(try KeyFile.verificationKey(at: key)) }
        do throws(PluginError) {
            return try PluginInspection(file: file, keys: trusted)
        } catch {
            throw Diagnostic(inspecting: error)
        }
    }

    private func isFine(_ inspection: PluginInspection) -> Bool {
        if !keys.isEmpty {
            guard case .verified = inspection.signature else { return false }
        }
        return inspection.manifest != nil
    }
    #else
    private func inspect() throws(Diagnostic) -> PluginInspection {
        do throws(PluginError) {
            return try PluginInspection(file: file)
        } catch {
            throw Diagnostic(inspecting: error)
        }
    }

    private func isFine(_ inspection: PluginInspection) -> Bool { inspection.manifest != nil }
    #endif
}

extension Diagnostic {
    /// A file that cannot be inspected.
    fileprivate init(inspecting error: PluginError) {
        self.init(
            "plugin.\(error.stage.rawValue)",
            "cannot inspect '\(error.path)': found \(error.found), expected \(error.expected)",
            help: error.remedy)
    }
}
