// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Dispatch
import Foundation
import PluginWorkshop
import Synchronization
import Testing

/// Threads validate with a plugin whose file alternates between two versions.
private final class ReloadLoad: Sendable {
    struct Outcome {
        /// Calls that did not have all their violations with the codes of one version.
        var wrongCalls = 0
        var callsOfOne = 0
        var callsOfTwo = 0
        var versionsHeld = 0
        /// How much memory grew after the first third of the reloads.
        var growthInKiB = 0
    }

    /// When the reloads end: after so many, or after so many seconds with 10 ms between them.
    enum Length {
        case reloads(Int)
        case seconds(Int)
    }

    private let plugin: VersionedPlugin
    private let isOver = Atomic(false)
    private let outcome = Locked(Outcome())

    init() throws { plugin = try VersionedPlugin() }

    func run(_ length: Length, threads: Int = 8) throws -> Outcome {
        let group = DispatchGroup()
        for thread in 0..<threads {
            group.enter()
            Thread.detachNewThread {
                self.validate(records: thread % 2 == 0 ? 1 : 40)
                group.leave()
            }
        }
        defer {
            isOver.store(true, ordering: .relaxed)
            group.wait()
        }
        try reload(length)
        isOver.store(true, ordering: .relaxed)
        group.wait()
        return outcome.withLock { $0 }
    }

    private func reload(_ length: Length) throws {
        let start = ContinuousClock.now
        var early: Int?
        var count = 0
        while true {
            let done = progress(of: length, count, ContinuousClock.now - start)
            if early == nil, done >= 1.0 / 3 { early = try Self.residentKiB() }
            if done >= 1 { break }
            try plugin.link(count % 2 == 0 ? "two.so" : "one.so")
            let held = try plugin.host.reload("versioned").versionsHeld
            outcome.withLock { $0.versionsHeld = max($0.versionsHeld, held) }
            count += 1
        }
        let growth = try Self.residentKiB() - (early ?? 0)
        outcome.withLock { $0.growthInKiB = growth }
    }

    /// From 0 to 1; waits between reloads where the length is a time.
    private func progress(of length: Length, _ count: Int, _ time: Duration) -> Double {
        switch length {
        case .reloads(let total): return Double(count) / Double(total)
        case .seconds(let total):
            usleep(10_000)
            return time / .seconds(total)
        }
    }

    private func validate(records: Int) {
        let batch = [ValidationRecord](repeating: ["a": 1, "b": 2], count: records)
        while !isOver.load(ordering: .relaxed) {
            let versions = plugin.manager.validate(batch).flatMap(VersionedPlugin.versions)
            let kinds = Set(versions)
            outcome.withLock { outcome in
                if versions.count == 4 * records, kinds == plugin.one {
                    outcome.callsOfOne += 1
                } else if versions.count == 4 * records, kinds == plugin.two {
                    outcome.callsOfTwo += 1
                } else {
                    outcome.wrongCalls += 1
                }
            }
        }
    }

    /// The resident memory of this process.
    private static func residentKiB() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        return pages * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
    }
}

@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct ReloadLoadTests {
    @Test func noCallFailsOrMixesVersionsWhileTheyAlternate() throws {
        let outcome = try ReloadLoad().run(.reloads(300))
        #expect(outcome.wrongCalls == 0)
        #expect(outcome.callsOfOne > 0 && outcome.callsOfTwo > 0)
        #expect(outcome.versionsHeld == 2)
    }
}

/// How much memory a sanitized program uses says nothing about it: not run there.
///
/// With `ASSAY_RELOAD_SECONDS` in the environment, a reload every 10 ms for so long.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct ReloadMemoryTests {
    /// In a process of its own, whose memory no other test uses.
    @Test func memoryDoesNotGrowWithTheReloads() async {
        await #expect(processExitsWith: .success) {
            let seconds = ProcessInfo.processInfo.environment["ASSAY_RELOAD_SECONDS"]
                .flatMap(Int.init)
            let outcome = try ReloadLoad().run(seconds.map { .seconds($0) } ?? .reloads(600))
            #expect(outcome.wrongCalls == 0)
            #expect(outcome.versionsHeld == 2)
            #expect(outcome.growthInKiB < 16 << 10, "\(outcome.growthInKiB) KiB")
        }
    }
}
