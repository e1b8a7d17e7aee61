// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Dispatch
import Glibc
import PluginWorkshop
import Synchronization
import Testing

/// Statuses in the order in which a watch reports them.
private final class Reports: Sendable {
    private let statuses = Locked<[PluginStatus]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func add(_ status: PluginStatus) {
        statuses.withLock { $0.append(status) }
        arrived.signal()
    }

    /// The next one; waits for it.
    func next() throws -> PluginStatus {
        try #require(arrived.wait(timeout: .now() + 60) == .success, "nothing was reported")
        return statuses.withLock { $0.removeFirst() }
    }

    /// Reports until a version is loaded.
    func nextVersion() throws -> String {
        while true {
            if case .success(let plugin) = try next() { return plugin.version }
        }
    }
}

/// A plugin whose file is watched.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct WatchTests {
    private let plugin: VersionedPlugin
    private let reports = Reports()

    init() throws { plugin = try VersionedPlugin() }

    @Test func fileThatIsReplacedIsSeen() throws {
        let watch = try plugin.host.watch(reports.add)
        try plugin.place("two.so")
        #expect(try reports.nextVersion() == "1.0.0-two")
        #expect(plugin.versions == plugin.two)
        try plugin.place("one.so")
        #expect(try reports.nextVersion() == "1.0.0-one")
        #expect(plugin.versions == plugin.one)
        watch.cancel()
    }

    @Test func fileThatIsWrittenInPlaceIsSeen() throws {
        let watch = try plugin.host.watch(reports.add)
        try overwrite(plugin.path, with: bytes(of: plugin.workshop.path("two.so")))
        #expect(try reports.nextVersion() == "1.0.0-two")
        #expect(plugin.versions == plugin.two)
        watch.cancel()
    }

    @Test func targetOfALinkIsWatched() throws {
        try plugin.link("one.so")
        try plugin.host.reload("versioned")
        let watch = try plugin.host.watch(reports.add)
        try plugin.link("two.so")
        #expect(try reports.nextVersion() == "1.0.0-two")
        try overwrite(
            plugin.workshop.path("two.so"), with: bytes(of: plugin.workshop.path("one.so")))
        #expect(try reports.nextVersion() == "1.0.0-one")
        watch.cancel()
    }

    @Test func changeBetweenLoadingAndWatchingIsSeen() throws {
        try plugin.place("two.so")
        let watch = try plugin.host.watch(reports.add)
        #expect(try reports.nextVersion() == "1.0.0-two")
        watch.cancel()
    }

    @Test func rejectedFileIsReportedAndTheWatchGoesOn() throws {
        let watch = try plugin.host.watch(reports.add)
        try plugin.workshop.write(
            Array("no library".utf8) + [UInt8](repeating: 0, count: 99), to: "bad")
        try plugin.place("bad")
        guard case .failure(let error) = try reports.next() else {
            Issue.record("a text was loaded")
            return
        }
        #expect(error.stage == .format)
        #expect(plugin.versions == plugin.one)
        try plugin.place("two.so")
        #expect(try reports.nextVersion() == "1.0.0-two")
        watch.cancel()
    }

    @Test func librariesThatComeIntoADirectoryAreLoaded() throws {
        let workshop = plugin.workshop
        let directory = workshop.path("incoming")
        try #require(mkdir(directory, 0o700) == 0)
        func place(_ bytes: [UInt8], as name: String) throws {
            let new = try workshop.write(bytes, to: "new.so")
            try #require(rename(new, "\(directory)/\(name)") == 0)
        }
        let (host, registry) = (PluginHost(), RuleRegistry())
        #expect(host.load(paths: [directory], into: registry).isEmpty)
        let watch = try host.watch(paths: [directory], into: registry, reports.add)
        try place(Array("no library".utf8) + [UInt8](repeating: 0, count: 99), as: "bad.so")
        guard case .failure(let error) = try reports.next() else {
            Issue.record("a text was loaded")
            return
        }
        #expect(error.stage == .format)
        #expect(error.path == "\(directory)/bad.so")

        try place(bytes(of: workshop.path("one.so")), as: "a.so")
        #expect(try reports.nextVersion() == "1.0.0-one")
        let manager = try VersionedPlugin.manager(registry)
        #expect(
            Set(VersionedPlugin.versions(of: manager.validate(["a": 1, "b": 2]))) == plugin.one)

        // A newer version of a plugin that is loaded is kept out under another name, and can replace its file.
        try place(bytes(of: workshop.path("two.so")), as: "b.so")
        guard case .failure(let second) = try reports.next() else {
            Issue.record("a plugin was loaded twice")
            return
        }
        #expect(second.stage == .register)
        #expect(second.path == "\(directory)/b.so")
        try #require(rename("\(directory)/b.so", "\(directory)/a.so") == 0)
        #expect(try reports.nextVersion() == "1.0.0-two")
        #expect(
            Set(VersionedPlugin.versions(of: manager.validate(["a": 1, "b": 2]))) == plugin.two)
        watch.cancel()
    }

    /// The thread holds the host and the function, and nothing else does.
    @Test func watchEndsWithItsToken() throws {
        let ended = DispatchSemaphore(value: 0)
        do {
            let end = End(ended)
            let watch = try plugin.host.watch { _ in withExtendedLifetime(end) {} }
            #expect(ended.wait(timeout: .now()) == .timedOut)
            withExtendedLifetime((watch, end)) {}
        }
        #expect(ended.wait(timeout: .now() + 60) == .success)
    }

    private final class End: Sendable {
        private let ended: DispatchSemaphore
        init(_ ended: DispatchSemaphore) { self.ended = ended }
        deinit { ended.signal() }
    }

    private func overwrite(_ path: String, with bytes: [UInt8]) throws {
        let stream = try #require(fopen(path, "r+"))
        defer { fclose(stream) }
        try #require(ftruncate(fileno(stream), 0) == 0)
        try #require(fwrite(bytes, 1, bytes.count, stream) == bytes.count)
    }
}
