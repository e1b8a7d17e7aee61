// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssaySystem
import Foundation
import Testing

@testable import AssayPluginHost

@Suite struct PolicyTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private func plugin(in directory: String = "") throws -> String {
        try workshop.write(try BuiltPlugin.template.bytes(), to: directory + "plugin.so")
    }

    @Test(arguments: [(0o666, "everyone", "o-w"), (0o664, "its group", "g-w")])
    func fileThatOthersCanWriteIsRejected(mode: Int, who: String, change: String) throws {
        let path = try plugin()
        chmod(path, mode_t(mode))
        try expectError(
            of: path, at: .policy,
            "found the file '{path}' that \(who) can write (mode \(String(mode, radix: 8))), "
                + "expected a path that only root and the user can change; "
                + "run chmod \(change) {path}, or move the plugin")
    }

    @Test(arguments: [(0o777, "everyone", "o-w"), (0o775, "its group", "g-w")])
    func directoryThatOthersCanWriteIsRejected(mode: Int, who: String, change: String) throws {
        let directory = workshop.path("open")
        try #require(mkdir(directory, 0o755) == 0)
        let path = try plugin(in: "open/")
        chmod(directory, mode_t(mode))
        try expectError(
            of: path, at: .policy,
            "found the directory '\(directory)' that \(who) can write "
                + "(mode \(String(mode, radix: 8))), "
                + "expected a path that only root and the user can change; "
                + "run chmod \(change) \(directory), or move the plugin")
        chmod(directory, 0o1777)
        #expect(try PluginHost().load(path: path, into: .init()).id == "template")
    }

    @Test func linkDoesNotHideAnOpenDirectory() throws {
        try #require(mkdir(workshop.path("open"), 0o755) == 0)
        let path = try plugin(in: "open/")
        chmod(workshop.path("open"), 0o777)
        try #require(symlink(path, workshop.path("link.so")) == 0)
        let error = #expect(throws: PluginError.self) {
            try PluginHost().load(path: workshop.path("link.so"), into: .init())
        }
        #expect(error?.stage == .policy)
    }

    @Test func relaxedPolicyAcceptsWhatItSays() throws {
        let path = try plugin()
        chmod(path, 0o666)
        chmod(workshop.directory, 0o777)
        let host = PluginHost(policy: .unrestricted)
        #expect(try host.load(path: path, into: .init()).id == "template")
        var policy = PluginPolicy.standard
        policy.checksDirectories = false
        let error = #expect(throws: PluginError.self) {
            try PluginHost(policy: policy).load(path: path, into: .init())
        }
        #expect(error?.found == "the file '\(path)' that everyone can write (mode 666)")
    }

    @Test func ownerMustBeRootOrTheUserOrAllowed() throws {
        let file = PathStatus(
            path: "/x/p.so", kind: .regularFile, owner: 1234, permissions: 0o644, size: 1)
        var policy = PluginPolicy.standard
        let error = #expect(throws: StageError.self) { try policy.check(file, in: [], user: 7) }
        #expect(
            error?.error(path: "p.so").description
                == "cannot load plugin 'p.so' at stage policy: found the file '/x/p.so' of user "
                + "1234, expected an owner that is root or user 7; "
                + "run chown 7 /x/p.so, or move the plugin")
        try policy.check(file, in: [], user: 1234)
        policy.allowedOwners = [1234]
        try policy.check(file, in: [], user: 7)
        policy.allowedOwners = []
        policy.checksOwner = false
        try policy.check(file, in: [], user: 7)
    }

    @Test func ownerOfADirectoryIsChecked() {
        let file = PathStatus(
            path: "/x/p.so", kind: .regularFile, owner: 0, permissions: 0o644, size: 1)
        let directory = PathStatus(
            path: "/x", kind: .directory, owner: 9, permissions: 0o1777, size: 1)
        let error = #expect(throws: StageError.self) {
            try PluginPolicy.standard.check(file, in: [directory], user: 7)
        }
        #expect(error?.found == "the directory '/x' of user 9")
    }
}
