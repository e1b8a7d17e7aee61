// SPDX-License-Identifier: Apache-2.0

/// A line that a plugin wrote for the host's log (`assay_call.log`).
public struct PluginLogLine: Sendable, Equatable {
    /// As in `assay_plugin.h`; what is above `error` counts as that.
    public enum Level: UInt32, Sendable, Comparable, CaseIterable {
        /// From the most talkative to the gravest.
        case trace, debug, info, warning, error

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The id of the rule that was asked, or of the plugin that was initialised.
    public let source: String
    /// How grave it is.
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
