// SPDX-License-Identifier: Apache-2.0
import Assay
import Foundation
import Synchronization
import Testing

/// Rule sets that follow their files.
struct RuleSetFileTests {
    private let folder = TemporaryRuleSets()

    private static func ruleSet(least: Int) -> String {
        "assay: 1\nfields:\n  age: required, range(\(least)...)\n"
    }

    /// What a watch has reported, in order.
    private final class Reports<Report: Sendable>: Sendable {
        private let state = Mutex<[Report]>([])
        private let arrived = DispatchSemaphore(value: 0)

        func add(_ report: Report) {
            state.withLock { $0.append(report) }
            arrived.signal()
        }

        /// The next report that no one has waited for; nil after half a minute.
        func next() -> Report? {
            guard arrived.wait(timeout: .now() + 30) == .success else { return nil }
            return state.withLock { $0.removeFirst() }
        }
    }

    @Test func aFileThatCannotBeUsedIsAnErrorWithEverything() throws {
        func error(_ name: String) -> String {
            do throws(RuleSetError) {
                _ = try RuleSetFile(folder.path(name)).watch(registry: .standard())
                return ""
            } catch {
                return error.description
            }
        }
        #expect(error("none.yaml").hasSuffix("none.yaml cannot be read: No such file or directory"))
        #expect(
            error("none/a.yaml").hasSuffix(
                "none/a.yaml cannot be watched: No such file or directory"))
        try folder.write("assay: 1\nfields:\n  a: lenght(3)\n  b: rang(1)\n", to: "bad.yaml")
        let lines = error("bad.yaml").split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].contains("bad.yaml:3:6: error[rule.unknown]"))
        #expect(lines[1].contains("bad.yaml:4:6: error[rule.unknown]"))
    }

    @Test func aGoodVersionTakesOverAndABadOneIsReported() throws {
        try folder.write(Self.ruleSet(least: 1), to: "a.yaml")
        let reports = Reports<Result<RuleSetVersion, RuleSetError>>()
        let watch = try RuleSetFile(folder.path("a.yaml"))
            .watch(registry: .standard()) { reports.add($0) }
        let first = watch.current
        #expect(first.fingerprint.count == 16)
        #expect(watch.validators.validate(["age": 5]).isValid)

        try folder.write("assay: 1\nfields:\n  age: rang(9)\n", to: "a.yaml")
        guard case .failure(let error) = reports.next() else {
            Issue.record("the bad version was not reported")
            return
        }
        #expect(error.issues.map(\.code) == ["rule.unknown"])
        #expect(error.issues.first?.location?.line == 3)
        #expect(watch.current.fingerprint == first.fingerprint)
        #expect(watch.validators.validate(["age": 5]).isValid)

        try folder.write(Self.ruleSet(least: 9), to: "a.yaml")
        guard case .success(let second) = reports.next() else {
            Issue.record("the good version was not reported")
            return
        }
        #expect(second.fingerprint != first.fingerprint)
        #expect(!watch.validators.validate(["age": 5]).isValid)
        // Whoever has the old version keeps it.
        #expect(first.validators.validate(["age": 5]).isValid)

        try folder.remove("a.yaml")
        guard case .failure(let removed) = reports.next() else {
            Issue.record("the removed file was not reported")
            return
        }
        #expect(removed.issues.map(\.code) == ["ruleSet.file"])
        #expect(!watch.validators.validate(["age": 5]).isValid)
        try folder.write(Self.ruleSet(least: 1), to: "a.yaml")
        guard case .success(let third) = reports.next() else {
            Issue.record("the file that is back was not reported")
            return
        }
        #expect(third.fingerprint == first.fingerprint)
    }

    @Test func aLinkThatLeadsElsewhereIsFollowed() throws {
        try folder.write(Self.ruleSet(least: 1), to: "one.yaml")
        try folder.write(Self.ruleSet(least: 9), to: "two.yaml")
        let link = folder.path("link.yaml")
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: link, withDestinationPath: "one.yaml")
        let reports = Reports<Result<RuleSetVersion, RuleSetError>>()
        let watch = try RuleSetFile(link).watch(registry: .standard()) { reports.add($0) }
        try manager.createSymbolicLink(
            atPath: folder.path("new"), withDestinationPath: "two.yaml")
        #expect(rename(folder.path("new"), link) == 0)
        guard case .success = reports.next() else {
            Issue.record("the other file was not reported")
            return
        }
        #expect(!watch.validators.validate(["age": 5]).isValid)
    }

    @Test func aCancelledWatchKeepsItsVersion() throws {
        try folder.write(Self.ruleSet(least: 1), to: "a.yaml")
        try folder.write(Self.ruleSet(least: 1), to: "b.yaml")
        let (a, b) = (
            Reports<Result<RuleSetVersion, RuleSetError>>(),
            Reports<Result<RuleSetVersion, RuleSetError>>()
        )
        let cancelled = try RuleSetFile(folder.path("a.yaml"))
            .watch(registry: .standard()) { a.add($0) }
        let other = try RuleSetFile(folder.path("b.yaml"))
            .watch(registry: .standard()) { b.add($0) }
        cancelled.cancel()
        try folder.write(Self.ruleSet(least: 9), to: "a.yaml")
        try folder.write(Self.ruleSet(least: 9), to: "b.yaml")
        // The other watch has seen changes that came later.
        #expect(b.next() != nil)
        #expect(cancelled.validators.validate(["age": 5]).isValid)
        #expect(!other.validators.validate(["age": 5]).isValid)
    }

    @Test func aFolderFollowsItsFiles() throws {
        try folder.write(Self.ruleSet(least: 1), to: "a.yaml")
        try folder.write("{\"assay\": 1, \"fields\": {\"x\": \"required\"}}", to: "b.json")
        try folder.write("no", to: "bad.yml")
        try folder.write("assay: 1", to: ".hidden.yaml")
        try folder.write("assay: 1", to: "notes.txt")
        let reports = Reports<String>()
        let watch = try RuleSetFolder(folder.path("")).watch(registry: .standard()) { update in
            switch update {
            case .changed(let name, _): reports.add("changed \(name)")
            case .rejected(let name, _): reports.add("rejected \(name)")
            case .removed(let name): reports.add("removed \(name)")
            }
        }
        #expect((0..<3).map { _ in reports.next() } == ["changed a", "changed b", "rejected bad"])
        #expect(watch.names == ["a", "b"])
        #expect(watch["b"]?.validators.validate([:]).isValid == false)
        #expect(watch["bad"] == nil)

        try folder.write(Self.ruleSet(least: 2), to: "bad.yml")
        #expect(reports.next() == "changed bad")
        #expect(watch.names == ["a", "b", "bad"])
        try folder.write("no", to: "a.yaml")
        #expect(reports.next() == "rejected a")
        #expect(watch["a"]?.validators.validate(["age": 5]).isValid == true)
        try folder.remove("b.json")
        #expect(reports.next() == "removed b")
        #expect(watch["b"] == nil)
    }

    /// One of two files of a name would hide the other.
    @Test func filesOfOneNameAreAnError() throws {
        try folder.write(Self.ruleSet(least: 1), to: "a.yaml")
        try folder.write(Self.ruleSet(least: 9), to: "a.yml")
        try folder.write(Self.ruleSet(least: 1), to: "b.yaml")
        let reports = Reports<String>()
        let watch = try RuleSetFolder(folder.path("")).watch(registry: .standard()) { update in
            switch update {
            case .changed(let name, _): reports.add("changed \(name)")
            case .rejected(_, let error): reports.add("\(error)")
            case .removed(let name): reports.add("removed \(name)")
            }
        }
        let first = try #require(reports.next())
        #expect(
            first.contains(
                "the rule set 'a' is in 2 files: '\(folder.path("a.yaml"))' and '\(folder.path("a.yml"))'"
            ), "\(first)")
        #expect(reports.next() == "changed b")
        #expect(watch.names == ["b"])
        // The version before stays, as with any other error.
        try folder.write("{\"assay\": 1, \"fields\": {}}", to: "b.json")
        #expect(reports.next()?.contains("the rule set 'b' is in 2 files: ") == true)
        #expect(watch["b"]?.validators.validate(["age": 0]).isValid == false)
        try folder.remove("a.yml")
        #expect(reports.next() == "changed a")
        try folder.remove("b.json")
        #expect(reports.next() == "changed b")
    }

    private enum FreeCode: String, RuleCodes {
        case taken = "is taken"
    }

    @Test func aRejectedRuleSetIsTriedAgainWhenThereAreMoreRules() throws {
        try folder.write("assay: 1\nfields:\n  name: free\n", to: "a.yaml")
        try folder.write("no", to: "bad.yaml")
        let registry = RuleRegistry.standard()
        let reports = Reports<String>()
        let watch = try RuleSetFolder(folder.path("")).watch(registry: registry) { update in
            switch update {
            case .changed(let name, _): reports.add("changed \(name)")
            case .rejected(let name, _): reports.add("rejected \(name)")
            case .removed(let name): reports.add("removed \(name)")
            }
        }
        #expect((0..<2).map { _ in reports.next() } == ["rejected a", "rejected bad"])
        try watch.reload(retryingRejected: true)
        try registry.register(
            .async("free", "A name that is free", codes: FreeCode.self) { _, _ in
                .pass(if: false, else: FreeCode.taken)
            })
        try watch.reload()
        #expect(watch.names.isEmpty, "no file has changed")
        try watch.reload(retryingRejected: true)
        // What is as wrong as before is not reported again.
        #expect(reports.next() == "changed a")
        #expect(watch.names == ["a"])
        try folder.write(Self.ruleSet(least: 2), to: "bad.yaml")
        #expect(reports.next() == "changed bad")
    }
}

/// A folder of its own, removed at the end.
final class TemporaryRuleSets: Sendable {
    private let folder = NSTemporaryDirectory() + "assay-rule-sets-\(UUID().uuidString)"

    init() {
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String) -> String { name.isEmpty ? folder : "\(folder)/\(name)" }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path(name)), options: .atomic)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }
}
