// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// Memory that a process shares with the host that has started it.
enum SharedMemory {
    /// Maps a descriptor's memory for the life of the process; nil if there is none of this size.
    static func map(_ descriptor: Int32, bytes: Int) -> UnsafeMutableRawBufferPointer? {
        let start = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let start, start != MAP_FAILED else { return nil }
        return UnsafeMutableRawBufferPointer(start: start, count: bytes)
    }
}
