// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// The state of the process before plugins run, to say afterwards what they have changed.
///
/// A program takes it when its own threads have started and its files are open, and compares it when the plugins
/// have returned. It is what the probe compares while a plugin is loaded, and all open descriptors.
package struct ProcessSnapshot {
    private let state: ProcessState
    private let descriptors: [Int32: [UInt64]]

    /// The differences from a snapshot, in words.
    package struct Changes {
        /// The changed descriptors: "descriptor 1 replaced".
        ///
        /// What is read from them and written to them may not be whole.
        package let descriptors: [String]
        /// Everything else, such as another working directory.
        package let others: [String]
    }

    /// The state of this process; for a moment the umask is another one.
    package init() {
        state = ProcessState.current(awaitingThreads: .max)
        descriptors = Self.openDescriptors()
    }

    /// Returns what has changed since the snapshot was taken, on the thread that took it and on those that have
    /// ended.
    package func changes() -> Changes {
        var now = ProcessState.current(awaitingThreads: state.threads)
        // The program writes to its output.
        now.output = state.output
        now.descriptors = state.descriptors
        var others = now.changes(since: state)
        others += PluginLastWords.changesOfEndedThreads.filter { !others.contains($0) }
        if let function = PluginLastWords.floatingPointChange {
            others.append(
                "another mode of floating-point numbers (set by \(function), and restored after "
                    + "its calls)")
        }
        return Changes(descriptors: changedDescriptors(), others: others)
    }

    private func changedDescriptors() -> [String] {
        descriptors.keys.sorted().compactMap { number in
            let now = ProcessState.identity(number)
            guard now != descriptors[number] else { return nil }
            return "descriptor \(number) \(now.isEmpty ? "closed" : "replaced")"
        }
    }

    /// Without `/proc`, the standard descriptors alone.
    private static func openDescriptors() -> [Int32: [UInt64]] {
        let names = (try? FileSystem.names(inDirectory: "/proc/self/fd")) ?? ["0", "1", "2"]
        var result: [Int32: [UInt64]] = [:]
        for number in names.compactMap({ Int32($0) }) {
            // That of the directory itself is closed again.
            let identity = ProcessState.identity(number)
            if !identity.isEmpty { result[number] = identity }
        }
        return result
    }
}
