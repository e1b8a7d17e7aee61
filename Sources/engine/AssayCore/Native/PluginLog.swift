// SPDX-License-Identifier: Apache-2.0

/// A line that a plugin wrote for the host's log (`assay_call.log`).
public struct PluginLogLine: Sendable, Equatable {
    /// The level of a line, as in `assay_plugin.h`; a level above `error` counts as `error`.
    public enum Level: UInt32, Sendable, Comparable, CaseIterable {
        /// The levels, from the most detailed to the most severe.
        case trace, debug, info, warning, error

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The id of the rule that ran, or of the plugin that was initialized.
    public let source: String
    /// The level of the line.
    public let level: Level
    /// The plugin's words, of any characters; the first 4,096 bytes.
    public let text: String

    package init(source: String, level: UInt32, text: String) {
        self.source = source
        self.level = Level(rawValue: level) ?? .error
        self.text = text
    }
}

/// Takes the lines of plugins, when the call in which they were written has returned; on any thread,
/// several at once.
package typealias PluginLog = @Sendable (PluginLogLine) -> Void
