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
    package static func confine(parent: Int32, seconds: UInt32) -> Bool {
        assay_probe_confine(parent, seconds) == 0
    }

    /// What a piece of work leaves of the process that was not so before, in words.
    package static func changes(by work: () -> Void) -> [String] {
        let before = ProcessState.current()
        work()
        return ProcessState.current().changes(since: before)
    }
}
