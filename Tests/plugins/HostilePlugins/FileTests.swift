// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Foundation
import PluginWorkshop
import Testing

@testable import AssayPluginHost

@Suite struct FileTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private static let regular =
        "expected a regular file; give the path of the plugin's library (.so)"
    private static let readable = "expected a regular file that can be read;"

    @Test func emptyFileIsRejected() throws {
        try expectError(
            of: try workshop.write([], to: "empty.so"), at: .open,
            "found an empty file, expected 64 to 536870912 bytes; build the plugin again",
            as: HostileCase(.file, "empty file"))
    }

    @Test func shortTextIsRejected() throws {
        try expectError(
            of: try workshop.write(Array("hello".utf8), to: "short.so"), at: .open,
            "found a file of 5 bytes, expected 64 to 536870912 bytes; build the plugin again",
            as: HostileCase(.file, "five bytes of text"))
    }

    @Test func longTextIsRejected() throws {
        let text = Array(repeating: UInt8(ascii: "x"), count: 5000)
        try expectError(
            of: try workshop.write(text, to: "text.so"), at: .format,
            "found a file that does not begin as ELF, expected an ELF library; "
                + "build the plugin again as a shared library for this machine",
            as: HostileCase(.file, "long text"))
    }

    @Test func largerFileThanThePolicyAllowsIsRejected() throws {
        var policy = PluginPolicy.standard
        policy.maximumBytes = 1 << 20
        let path = try workshop.write(Array(repeating: 1, count: (1 << 20) + 1), to: "large.so")
        let host = PluginHost(policy: policy)
        let error = #expect(throws: PluginError.self) { try host.load(path: path, into: .init()) }
        #expect(error?.found == "a file of 1048577 bytes")
        #expect(error?.expected == "64 to 1048576 bytes")
        #expect(error?.remedy == "use a smaller file")
    }

    @Test func missingFileIsRejected() throws {
        let text = "found no such file, \(Self.readable) check the path"
        try expectError(
            of: workshop.path("missing.so"), at: .open, text, as: HostileCase(.file, "missing file")
        )
        try expectError(of: workshop.path("missing/file.so"), at: .open, text)
        try expectError(
            of: "", at: .open,
            "found an empty path, expected the path of a regular file; check the path",
            as: HostileCase(.file, "empty path"))
        try expectError(
            of: "/tmp/a\0b", at: .open,
            "found a path with a NUL character, expected the path of a regular file; check the path",
            as: HostileCase(.file, "path with a NUL"))
    }

    @Test func directoryIsRejected() throws {
        try expectError(
            of: workshop.directory, at: .open, "found a directory, \(Self.regular)",
            as: HostileCase(.file, "directory"))
        try expectError(of: "/", at: .open, "found a directory, \(Self.regular)")
    }

    @Test func fifoIsRejectedWithoutWaiting() throws {
        let path = workshop.path("fifo.so")
        try #require(mkfifo(path, 0o644) == 0)
        try expectError(
            of: path, at: .open, "found a FIFO, \(Self.regular)",
            as: HostileCase(.file, "FIFO without a writer"))
    }

    @Test func deviceIsRejected() throws {
        try expectError(
            of: "/dev/null", at: .open, "found a character device, \(Self.regular)",
            as: HostileCase(.file, "device"))
    }

    @Test(.enabled(if: geteuid() != 0, "only for an ordinary user"))
    func unreadableFileIsRejected() throws {
        let path = try workshop.write([UInt8](repeating: 1, count: 100), to: "secret.so")
        chmod(path, 0)
        try expectError(
            of: path, at: .open,
            "found a file that this user may not read, \(Self.readable) run chmod u+r")
    }

    @Test func loopOfLinksIsRejected() throws {
        let path = workshop.path("loop.so")
        try #require(symlink(path, path) == 0)
        try expectError(
            of: path, at: .open,
            "found a loop of symbolic links, \(Self.readable) correct the links",
            as: HostileCase(.file, "loop of links"))
    }

    @Test func linkToAPluginIsFollowed() throws {
        let path = workshop.path("link.so")
        try #require(symlink(try BuiltPlugin.template.path(), path) == 0)
        #expect(try PluginHost().load(path: path, into: .init()).id == "template")
    }
}
