// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Foundation
import PluginWorkshop
import Testing

@testable import AssayPluginHost

/// Libraries for other machines: inspected without loading them, and stamped with a manifest from
/// elsewhere.
@Suite(
    .enabled(
        if: Workshop.compiler != nil && Program.find("ld.lld") != nil,
        "SKIPPED: no clang or no ld.lld on PATH"))
struct ForeignLibraryTests {
    struct Target: CustomTestStringConvertible {
        let triple: String
        let machine: String
        let is64Bit: Bool
        let isBigEndian: Bool
        var testDescription: String { triple }

        init(_ triple: String, _ machine: String, _ bits: Int, isBigEndian: Bool = false) {
            (self.triple, self.machine) = (triple, machine)
            (is64Bit, self.isBigEndian) = (bits == 64, isBigEndian)
        }

        static let all = [
            Target("aarch64-linux-gnu", "linux-aarch64", 64),
            Target("riscv64-linux-gnu", "linux-riscv64", 64),
            Target("powerpc64le-linux-gnu", "linux-ppc64le", 64),
            Target("mips64el-linux-gnu", "linux-mips64el", 64),
            Target("i386-linux-gnu", "linux-i386", 32),
            Target("arm-linux-gnueabihf", "linux-arm", 32),
            Target("s390x-linux-gnu", "linux-s390x", 64, isBigEndian: true),
            Target("powerpc64-linux-gnu", "linux-ppc64", 64, isBigEndian: true),
            Target("powerpc-linux-gnu", "linux-powerpc", 32, isBigEndian: true),
        ].filter { $0.machine != LibrarySummary.hostMachine }
    }

    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    /// A library that needs another one, and has a run path.
    private func build(_ target: Target, _ symbol: String = "assay_plugin_entry_v1") throws
        -> String
    {
        let source = "const void *\(symbol)(const void *host) { return host; }"
        let flags = ["--target=\(target.triple)", "-shared", "-fPIC", "-nostdlib", "-fuse-ld=lld"]
        let needed = try workshop.compile(source, to: "libn.so", flags + ["-Wl,-soname,libn.so.1"])
        return try workshop.compile(
            source, to: "foreign.so",
            flags + [
                "-Wl,-rpath,/opt/a:/opt/b", "-Wl,--build-id=0x1234", "-Wl,--no-as-needed", needed,
            ])
    }

    private static let manifest = Result {
        try StampedPlugin(file: BuiltPlugin.template.path()).manifest
    }

    @Test(arguments: Target.all)
    func libraryForAnotherMachineIsInspected(target: Target) throws {
        let summary = try LibrarySummary(file: try build(target))
        #expect(summary.machine == target.machine)
        #expect(summary.is64Bit == target.is64Bit)
        #expect(summary.isBigEndian == target.isBigEndian)
        #expect(!summary.isForHost)
        #expect(summary.neededLibraries == ["libn.so.1"])
        #expect(summary.runPath == ["/opt/a", "/opt/b"])
        #expect(summary.buildID == "1234")
        #expect(summary.manifest == nil)
        let inspection = try PluginInspection(file: workshop.path("foreign.so"))
        #expect(inspection.machine == target.machine)
        #expect(inspection.neededLibraries == ["libn.so.1"])
    }

    @Test(arguments: Target.all)
    func libraryForAnotherMachineIsStamped(target: Target) throws {
        let path = try build(target)
        let manifest = try Self.manifest.get()
        let stamped = try StampedPlugin(file: path, manifest: manifest)
        try workshop.write(stamped.bytes, to: "foreign.so")
        let summary = try LibrarySummary(file: path)
        #expect(summary.manifest == manifest)
        #expect(summary.manifestText == manifest.json)
        #expect(summary.neededLibraries == ["libn.so.1"])
        // Stamping again changes nothing.
        #expect(try StampedPlugin(file: path, manifest: manifest).bytes == stamped.bytes)
        guard let readelf = Program.find("llvm-readelf") ?? Program.find("readelf") else { return }
        let shown = try Program.outcome(of: readelf, ["-S", "-n", path])
        #expect(shown.status == 0, "\(shown.output)")
        #expect(shown.output.contains(".note.assay"), "\(shown.output)")
    }

    @Test(arguments: Target.all)
    func strippedLibraryIsStamped(target: Target) throws {
        let path = try build(target)
        let strip = try #require(Program.find("llvm-strip") ?? Program.find("llvm-objcopy"))
        try Program.run(strip, ["--strip-sections", path])
        let stamped = try StampedPlugin(file: path, manifest: try Self.manifest.get())
        try workshop.write(stamped.bytes, to: "foreign.so")
        #expect(try LibrarySummary(file: path).manifest == Self.manifest.get())
    }

    @Test func libraryForThisMachineIsNotStampedFromElsewhere() throws {
        let path = try workshop.write(try BuiltPlugin.template.bytes(), to: "own.so")
        let error = #expect(throws: PluginError.self) {
            try StampedPlugin(file: path, manifest: try Self.manifest.get())
        }
        #expect(
            error?.description
                == "cannot load plugin '\(path)' at stage format: found a library for this machine, "
                + "expected one for another machine; stamp it from its own table: leave out --manifest "
                + "and --from")
    }

    @Test func libraryWithoutAnEntryIsNoPlugin() throws {
        let path = try build(try #require(Target.all.first), "other")
        let error = #expect(throws: PluginError.self) {
            try StampedPlugin(file: path, manifest: try Self.manifest.get())
        }
        #expect(error?.found == "no assay_plugin_entry_v1")
    }

    /// Every number of a library may be wrong: no crash, an answer or an error.
    @Test(arguments: Target.all)
    func damagedLibrariesAreAnswered(target: Target) throws {
        let stamped = try StampedPlugin(file: try build(target), manifest: try Self.manifest.get())
        let whole = stamped.bytes
        var answers = 0
        for index in stride(from: 0, to: whole.count, by: 7) {
            for bit in [UInt8(1), 0x80, 0xFF] {
                var bytes = whole
                bytes[index] ^= bit
                if (try? bytes.withUnsafeBytes({ try LibrarySummary($0) })) != nil { answers += 1 }
            }
            let cut = Array(whole[..<index])
            if (try? cut.withUnsafeBytes({ try LibrarySummary($0) })) != nil { answers += 1 }
        }
        #expect(answers > 0)
    }
}
