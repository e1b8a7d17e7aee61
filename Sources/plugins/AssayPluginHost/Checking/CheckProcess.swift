// SPDX-License-Identifier: Apache-2.0
import AssaySystem
internal import CPluginHost

/// The side of a process that `CheckedLibrary.run` starts.
package enum CheckProcess {
    /// The request of the parent; nil without one.
    package static func request() -> [UInt8]? {
        guard let file = FileDescriptor(adopting: ASSAY_PROBE_REQUEST) else { return nil }
        return try? file.readAll()
    }

    /// The memory that is shared; nil if there is none of this size.
    package static func memory(bytes: Int) -> UnsafeMutableRawBufferPointer? {
        SharedMemory.map(ASSAY_PROBE_ANSWER, bytes: bytes)
    }

    /// Limits the process to what a rule may need, and ends it when its parent does.
    ///
    /// - Parameters:
    ///   - parent: The number of the process that asked for this one.
    ///   - seconds: The processor time, in seconds, after which it is killed.
    ///   - jail: The restrictions to apply.
    ///   - bounds: What the policy says, as `CheckedLibrary` has it.
    /// - Returns: The restrictions that are in force, or `nil` if it could not be limited.
    package static func confine(
        parent: Int32, seconds: UInt32, to jail: Jail = .all, in bounds: TrialBounds
    ) -> Jail? {
        var held: UInt32 = 0
        guard
            assay_probe_confine(
                parent, seconds, UInt64(bounds.addressBytes), jail.rawValue, bounds.allowedCalls,
                &held) == 0
        else { return nil }
        return Jail(rawValue: held)
    }

    /// Makes a directory the one that relative paths begin with, unless it is `nil`.
    ///
    /// - Throws: An error of stage configure if it cannot be entered.
    static func enter(_ directory: String?) throws(StageError) {
        guard let directory else { return }
        do throws(SystemError) {
            try CurrentProcess.changeDirectory(to: directory)
        } catch {
            throw StageError(
                .configure, found: "an error (\(oneLine(directory)): \(error))",
                expected: "a directory that relative paths in the settings begin with",
                remedy: "make it a directory that you can enter")
        }
    }

    /// The number of threads of the process.
    package static var threads: Int { ProcessState.threadCount() }

    /// Waits until the process has no more threads than these; for two seconds at most, as others may
    /// be there for good.
    package static func awaitEnd(ofThreadsAbove count: Int) {
        for _ in 0..<2000 where threads > count {
            SystemThread.sleep(for: .milliseconds(1))
        }
    }

    /// Returns the changes of the process's state that a piece of work leaves, in words.
    package static func changes(by work: () -> Void) -> [String] {
        let before = ProcessState.current()
        work()
        return ProcessState.current().changes(since: before)
    }
}
