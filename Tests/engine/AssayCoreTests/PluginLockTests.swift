// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import AssaySystem
import Synchronization
import Testing

@testable import AssayCore

@Suite struct PluginLockTests {
    /// Each thread holds a lock, and waits for that of the next one.
    @Test(arguments: [2, 3])
    func threadsThatWaitInACircleAreNoticed(count: Int) {
        let locks = (0..<count).map { _ in PluginLock() }
        let holding = Atomic<Int>(0)
        let noticed = Atomic<Int>(0)
        let passed = Atomic<Int>(0)
        SystemThread.run(count) { index in
            let outer = locks[index].locked {
                holding.add(1, ordering: .sequentiallyConsistent)
                while holding.load(ordering: .sequentiallyConsistent) < count {
                    SystemThread.sleep(for: .milliseconds(1))
                }
                let inner = locks[(index + 1) % count].locked { ASSAY_OK }
                noticed.add(inner == nil ? 1 : 0, ordering: .sequentiallyConsistent)
                passed.add(inner == nil ? 0 : 1, ordering: .sequentiallyConsistent)
                return ASSAY_OK
            }
            #expect(outer == ASSAY_OK)
        }
        #expect(noticed.load(ordering: .sequentiallyConsistent) == 1)
        #expect(passed.load(ordering: .sequentiallyConsistent) == count - 1)
    }

    @Test func aThreadEntersItsOwnLockAgain() {
        let lock = PluginLock()
        #expect(lock.locked { lock.locked { lock.locked { 7 } ?? -1 } ?? -2 } == 7)
        #expect(lock.locked { ASSAY_OK } == ASSAY_OK)
    }

    /// Calls that overlap would lose a step.
    @Test func callsDoNotOverlap() {
        final class Steps: @unchecked Sendable {  // guarded by the lock
            var count = 0
        }
        let lock = PluginLock()
        let steps = Steps()
        SystemThread.run(4) { _ in
            for _ in 0..<10_000 {
                _ = lock.locked {
                    steps.count += 1
                    return ASSAY_OK
                }
            }
        }
        #expect(steps.count == 40_000)
    }
}
