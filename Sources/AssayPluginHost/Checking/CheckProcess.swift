// SPDX-License-Identifier: Apache-2.0
internal import CPluginHost
import Glibc

/// The side of a process that `CheckedLibrary.run` starts.
package enum CheckProcess {
    /// What was asked; nil if nobody asked.
    package static func request() -> [UInt8]? {
        Descriptor(ASSAY_PROBE_REQUEST)?.readAll()
    }

    /// The memory that is shared; nil if there is none of this size.
    package static func memory(bytes: Int) -> UnsafeMutableRawBufferPointer? {
        let start = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, ASSAY_PROBE_ANSWER, 0)
        guard let start, start != MAP_FAILED else { return nil }
        return UnsafeMutableRawBufferPointer(start: start, count: bytes)
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
