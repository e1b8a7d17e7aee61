// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The steps of loading a plugin, in their order.
package enum PluginStage: String, Sendable, CaseIterable {
    /// Opening the file.
    case open
    /// Owners and modes of the file and of the directories that lead to it.
    case policy
    /// Copying the bytes to a place that no other process can write.
    case copy
    /// Finding a trusted digest or signature for the bytes.
    case trust
    /// Reading the copy as an ELF shared library, before anything of it runs.
    case format
    /// Reading what the copy says about itself, before anything of it runs.
    case manifest
    /// Trying all that follows, but for the registration, in a process of its own.
    case probe
    /// `dlopen`.
    case load
    /// Finding and calling `assay_plugin_entry_v1`.
    case entry
    /// Checking the table that the entry function returned, also against the manifest.
    case table
    /// Checking the configuration against the settings that the plugin declares.
    case configure
    /// Calling the plugin's `init`.
    case initialize
    /// Adding the rules to the registry.
    case register

    /// The code of an error of this step: `plugin.policy`.
    package var code: String { "plugin.\(rawValue)" }
}

/// The reason a plugin fails to load, in one sentence.
///
/// It says what was found, what was expected and what to do.
public struct PluginError: Error, Sendable, Equatable, CustomStringConvertible {
    package let stage: PluginStage
    /// The path as it was given.
    public let path: String
    /// The thing that was found, a noun phrase such as "an empty file".
    public let found: String
    /// The thing that was expected, a noun phrase too.
    public let expected: String
    /// An instruction for the user or the plugin's author.
    public let remedy: String

    /// An error of a program that checks plugins in its own way.
    ///
    /// - Parameters:
    ///   - stage: The step that failed.
    ///   - path: The path as it was given.
    ///   - found: The thing that was found, a noun phrase.
    ///   - expected: The thing that was expected, a noun phrase.
    ///   - remedy: An instruction.
    package init(
        stage: PluginStage, path: String, found: String, expected: String, remedy: String
    ) {
        self.stage = stage
        self.path = path
        self.found = found
        self.expected = expected
        self.remedy = remedy
    }

    /// The code of the step that failed: `plugin.policy`, `plugin.trust`, ...
    ///
    /// `ruleshell explain plugin.policy` says what it means.
    public var code: String { stage.code }

    /// The whole error in one sentence.
    public var description: String {
        "cannot load plugin '\(path)' at stage \(stage.rawValue): "
            + "found \(found), expected \(expected); \(remedy)"
    }
}

/// A `PluginError` of a step that does not know the path as it was given.
struct StageError: Error {
    let stage: PluginStage
    let found: String
    let expected: String
    let remedy: String

    init(_ stage: PluginStage, found: String, expected: String, remedy: String) {
        self.stage = stage
        self.found = found
        self.expected = expected
        self.remedy = remedy
    }

    func error(path: String) -> PluginError {
        PluginError(
            stage: stage, path: path, found: Self.shown(found), expected: Self.shown(expected),
            remedy: Self.shown(remedy))
    }

    /// Names that a plugin chose may be anywhere in the texts.
    private static func shown(_ text: String) -> String { oneLine(text, limit: .max) }
}

/// A foreign text on one line, without what controls a terminal or hides text, and of bounded length.
func oneLine(_ text: String, limit: Int = 1000) -> String {
    var flat = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(limit) {
        flat.append(DisruptiveScalar.contains(scalar) ? " " : scalar)
    }
    return String(flat)
}

/// The beginning of a foreign value as JSON, on one line.
func excerpt(of value: Value) -> String {
    let text = oneLine(value.json)
    return text.count > 40 ? text.prefix(40) + "…" : text
}
