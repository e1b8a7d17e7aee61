// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AssayPluginHost

@Suite struct MemoryMapTests {
    private let map = MemoryMap(
        parsing: Array(
            """
            1000-2000 r--p 00000000 00:01 7 /a b
            2000-3000 r-xp 00001000 00:01 7 /a b
            3000-4000 ---p 00000000 00:00 0
            5000-6000 rw-p 00000000 00:00 0 [heap]
            7000-8000 r--p 00000000 00:00 0 [vvar]
            nonsense
            9000 r--p
            """.utf8))

    @Test(arguments: [
        (0x1000, 1, true), (0x0FFF, 1, false), (0x1FFF, 2, true), (0x1000, 0x2000, true),
        (0x1000, 0x2001, false), (0x3000, 1, false), (0x4800, 1, false), (0x5FF8, 8, true),
        (0x5FF9, 8, false), (0x7000, 1, false), (0, 1, false), (0x1000, -1, false),
    ])
    func readableMemoryIsFound(address: UInt, count: Int, isReadable: Bool) {
        #expect(map.isReadable(address, count: count) == isReadable)
    }

    @Test(arguments: [(0x1FFF, false), (0x2000, true), (0x2FFF, true), (0x3000, false)])
    func executableMemoryIsFound(address: UInt, isExecutable: Bool) {
        #expect(map.isExecutable(address) == isExecutable)
    }

    @Test func memoryOfThisProcessIsFound() throws {
        let memory = try #require(MemoryMap.current())
        let here = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
        defer { here.deallocate() }
        #expect(memory.isReadable(UInt(bitPattern: here), count: 8))
        #expect(!memory.isReadable(16, count: 8))
        #expect(!memory.isReadable(UInt.max - 3, count: 4))
    }
}
