// SPDX-License-Identifier: Apache-2.0
package import AssayPluginABI

/// The lines that a plugin writes for the log during one call, up to a limit, each of a bounded
/// length.
package struct PluginLogLines {
    private var lines: [(level: UInt32, text: String)] = []

    /// The number of lines of one call that are kept; further ones are dropped.
    private static let maximumLines = 64

    package init() {}

    package var isEmpty: Bool { lines.isEmpty }

    /// Copies a line.
    package mutating func take(_ level: UInt32, _ text: assay_str) {
        guard lines.count < Self.maximumLines, let text = text.copied else { return }
        lines.append((level, text))
    }

    /// Hands on what was written since the last time.
    package mutating func deliver(of source: String, to log: PluginLog?) {
        let written = lines
        lines.removeAll()
        guard let log else { return }
        for line in written {
            log(PluginLogLine(source: source, level: line.level, text: line.text))
        }
    }
}

extension assay_str {
    /// The first 4,096 bytes of a plugin's words, or nil if there are none.
    package var copied: String? {
        guard let start = ptr, len > 0 else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(min(len, 4096)))
        return String(decoding: bytes, as: UTF8.self)
    }
}
