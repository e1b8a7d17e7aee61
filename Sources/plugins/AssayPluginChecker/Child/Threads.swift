// SPDX-License-Identifier: Apache-2.0
import AssaySystem
import CPluginChecker

/// Threads of a check.
enum Threads {
    /// Runs a piece of work on several threads at once and waits for all of them.
    ///
    /// - Parameters:
    ///   - count: The number of threads.
    ///   - stackBytes: The size of each stack in bytes, or `nil` for the default of the system.
    ///   - work: The work of each thread.
    static func run(count: Int, stackBytes: Int? = nil, _ work: @escaping @Sendable () -> Void) {
        var options = SystemThread.Options()
        options.stackBytes = stackBytes
        // A large frame must not reach over the guard.
        options.guardBytes = stackBytes.map { _ in 16 << 20 }
        let threads = (0..<count).compactMap { _ in
            try? SystemThread(options: options) {
                assay_faults_prepare_thread()
                work()
            }
        }
        for thread in threads { thread.join() }
    }
}
