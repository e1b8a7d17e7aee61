// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Foundation
import PluginWorkshop
import Testing

@testable import AssayPluginHost

/// Files that change while they are loaded and afterwards: the private copy is what counts.
@Suite struct CopyTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private func plugin() throws -> String {
        try workshop.write(try BuiltPlugin.template.bytes(), to: "plugin.so")
    }

    private func opened(_ path: String) throws -> PluginFile {
        try PluginFile(path: path, maximumBytes: 1 << 20)
    }

    @Test func changingTheFileAfterwardsDoesNotMatter() throws {
        let path = try workshop.write(try BuiltPlugin.template.bytes(), to: "plugin.so")
        let registry = RuleRegistry()
        try PluginHost().load(path: path, into: registry)
        try #require(truncate(path, 0) == 0)
        #expect(
            try failures(of: RuleExpression("template.even"), in: registry, [2, 3])[1] == [
                "template.even.odd"
            ])
    }

    @Test(arguments: PrivateStorage.allCases)
    func copyHasTheBytesOfTheFile(storage: PrivateStorage) throws {
        let bytes = try BuiltPlugin.template.bytes()
        let path = try workshop.write(bytes, to: "plugin.so")
        let file = try PluginFile(path: path, maximumBytes: 1 << 20)
        let copy = try PrivateCopy(of: file, in: [storage])
        #expect(Array(copy.bytes) == bytes)
        _ = try LoadedLibrary(copy: copy.path, path: path)
        copy.keep()
    }

    @Test func copyInMemoryCannotBeWritten() throws {
        let path = try workshop.write(try BuiltPlugin.template.bytes(), to: "plugin.so")
        let copy = try PrivateCopy(of: try PluginFile(path: path, maximumBytes: 1 << 20))
        let descriptor = open(copy.path, O_RDWR)
        defer { close(descriptor) }
        #expect(write(descriptor, "x", 1) == -1)
        #expect(ftruncate(descriptor, 0) == -1)
    }

    @Test func linkThatIsSwappedAfterTheCheckIsNotFollowed() throws {
        let link = workshop.path("link.so")
        try #require(symlink(try plugin(), link) == 0)
        let file = try opened(link)
        try #require(unlink(link) == 0)
        try #require(symlink("/etc/passwd", link) == 0)
        let copy = try PrivateCopy(of: file)
        #expect(Array(copy.bytes) == (try BuiltPlugin.template.bytes()))
    }

    @Test func fileThatIsReplacedAfterTheCheckIsNotOpened() throws {
        let path = try plugin()
        let file = try opened(path)
        let other = try workshop.write(Array(repeating: 1, count: 100), to: "other.so")
        try #require(rename(other, path) == 0)
        let copy = try PrivateCopy(of: file)
        #expect(Array(copy.bytes) == (try BuiltPlugin.template.bytes()))
    }

    @Test(arguments: [100, 1 << 19])
    func fileThatChangesWhileItIsReadIsRejected(size: Int) throws {
        let path = try plugin()
        let count = try BuiltPlugin.template.bytes().count
        let file = try opened(path)
        try #require(truncate(path, size) == 0)
        do throws(StageError) {
            _ = try PrivateCopy(of: file)
            Issue.record("a changed file was copied")
        } catch {
            #expect(
                error.error(path: path).description
                    == "cannot load plugin '\(path)' at stage copy: "
                    + "found a file that changes while it is read, expected \(count) bytes; "
                    + "wait until the file is written")
        }
    }

    /// The loader knows a library by its path, in which there is the number of a descriptor.
    @Test func pluginsAreNotTakenForEachOther() throws {
        let host = PluginHost()
        let registry = RuleRegistry()
        for round in 0..<3 {
            for plugin in BuiltPlugin.allCases {
                let path = try plugin.path()
                if round == 0 {
                    try host.load(path: path, into: registry)
                } else {
                    #expect(throws: PluginError.self) { try host.load(path: path, into: registry) }
                }
            }
        }
        #expect(registry.pluginIds.count == BuiltPlugin.allCases.count)
    }
}
