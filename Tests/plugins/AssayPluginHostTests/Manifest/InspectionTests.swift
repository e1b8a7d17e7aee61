// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Testing
#if PluginSignatures
import AssaySignatures
#endif

/// Files of plugins that are read and not run.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct InspectionTests {
    fileprivate let workshop: Workshop

    init() throws { workshop = try Workshop() }

    @Test func fileTellsWithoutAManifest() throws {
        let path = try workshop.compile(
            pluginSource(), to: "plugin.so",
            [
                "-shared", "-fPIC", "-nostdlib", "-lm", "-Wl,--no-as-needed", "-lc",
                "-Wl,--build-id=0x0aff",
            ])
        let inspection = try PluginInspection(file: path)
        #expect(inspection.manifest == nil)
        #expect(try inspection.size == bytes(of: path).count)
        #expect(inspection.neededLibraries.contains("libc.so.6"))
        #expect(inspection.buildID == "0aff")
    }

    @Test func libraryWithoutABuildIDHasNone() throws {
        let path = try workshop.compile(
            pluginSource(), to: "plugin.so", ["-shared", "-fPIC", "-Wl,--build-id=none"])
        #expect(try PluginInspection(file: path).buildID == nil)
    }

    @Test func fileThatIsNoPluginIsRejected() throws {
        let path = try workshop.compile("int f(void) { return 1; }")
        let error = #expect(throws: PluginError.self) { try PluginInspection(file: path) }
        #expect(error?.stage == .format)
    }
}

#if PluginSignatures
extension InspectionTests {
    @Test func signatureIsShownAndHeldAgainstKeys() throws {
        let key = SigningKey()
        let path = try workshop.write(try BuiltPlugin.template.bytes(), to: "plugin.so")
        let digest = try PluginTrust.digest(ofFile: path)
        #expect(try PluginInspection(file: path).digest == digest)
        #expect(try PluginInspection(file: path).signature == .none)

        try workshop.write(Array(try key.sign(digest).text.utf8), to: "plugin.so.sig")
        let (own, other) = (key.verificationKey, SigningKey().verificationKey)
        #expect(try PluginInspection(file: path).signature == .unverified(keyID: own.id))
        #expect(try PluginInspection(file: path, keys: [other, own]).signature == .verified(own))
        let failed = PluginInspection.SignatureState.rejected(keyID: own.id)
        #expect(try PluginInspection(file: path, keys: [other]).signature == failed)

        try workshop.write(try StampedPlugin(file: path).bytes, to: "plugin.so")
        #expect(try PluginInspection(file: path, keys: [own]).signature == failed)

        try workshop.write(Array(repeating: UInt8(ascii: "x"), count: 100), to: "plugin.so.sig")
        let text = "a line with '\(String(repeating: "x", count: 40))' in \(path).sig"
        #expect(try PluginInspection(file: path).signature == .unreadable(text))
    }
}
#endif
