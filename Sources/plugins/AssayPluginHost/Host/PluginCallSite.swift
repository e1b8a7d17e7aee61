// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssaySystem
import Synchronization
internal import CPluginHost

/// A function of a plugin, which the last words of the process name if it ends the process.
struct PluginCallSite: PluginCallWatch, @unchecked Sendable {  // the text never changes
    /// Lives as long as the process: signal handlers read it at any time.
    private let label: UnsafePointer<CChar>

    /// Each text once, however often a plugin is loaded again.
    private static let labels = Locked<[String: Label]>([:])

    private struct Label: @unchecked Sendable {  // written before it is shared
        let text: UnsafePointer<CChar>

        init(_ label: String) {
            let characters = label.utf8CString
            let memory = UnsafeMutablePointer<CChar>.allocate(capacity: characters.count)
            for (index, character) in characters.enumerated() {
                (memory + index).initialize(to: character)
            }
            text = UnsafePointer(memory)
        }
    }

    /// - Parameter label: What messages call the function: "the rule 'acme.vin' of plugin acme 1.2.0".
    init(_ label: String) {
        self.label = Self.kept(label)
    }

    /// Returns a copy of a text, with a zero after it, that lives as long as the process.
    static func kept(_ text: String) -> UnsafePointer<CChar> {
        let kept = labels.withLock { labels in
            if let known = labels[text] { return known }
            let made = Label(text)
            labels[text] = made
            return made
        }
        return kept.text
    }

    init(rule: String, ofPlugin id: String, _ version: String) {
        self.init("the rule '\(rule)' of plugin \(id) \(version)")
    }

    init(function: String, of plugin: PluginTable) {
        self.init("the function \(function) of plugin \(plugin.id) \(plugin.version)")
    }

    func enter(first: UInt64, last: UInt64) { assay_plugin_calls_enter(label, first, last) }

    func leave() { assay_plugin_calls_leave(true) }

    /// Calls `body` within the function, which must not change the state of floating-point numbers: whoever loads
    /// the plugin compares it.
    func call<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        enter(first: 0, last: 0)
        defer { assay_plugin_calls_leave(false) }
        return try body()
    }
}
