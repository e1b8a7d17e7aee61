// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Glibc
import Testing

@testable import AssayPluginHost

/// The note of a library before anything of it runs, and beside its table.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct ManifestNoteTests {
    private let workshop: Workshop
    private static let again = "write the manifest again with 'ruleshell plugin stamp'"
    private static let stamp = "run 'ruleshell plugin stamp' when the plugin is built"

    init() throws { workshop = try Workshop() }

    private func plugin(_ note: NoteSource, _ macros: String = "") throws -> String {
        try workshop.compile(pluginSource(macros) + "\n" + note.source)
    }

    /// What the plugin without macros says of itself.
    private func json() throws -> String {
        try StampedPlugin(file: workshop.compile(pluginSource(), to: "plain.so")).manifest.json
    }

    @Test(
        arguments: [
            (NoteSource("{}".utf8), "no member 'manifest' at the root of the manifest", "one"),
            (NoteSource("no".utf8), "no JSON at byte 0 of the manifest", "a JSON value"),
            (NoteSource([]), "no JSON at byte 0 of the manifest", "a JSON value"),
            (NoteSource([0xFF]), "no UTF-8 at one of its bytes of the manifest", "UTF-8"),
            (
                NoteSource(directive: ".zero 10485760"),
                "10485760 bytes at its end of the manifest", "at most 1048576"
            ),
            (
                NoteSource("{}".utf8).with { $0.name = "Essay" }, "a note 'Essay' of type 1",
                "'Assay' of type 1"
            ),
            (
                NoteSource("{}".utf8).with { $0.type = 2 }, "a note 'Assay' of type 2",
                "'Assay' of type 1"
            ),
            (
                NoteSource("{}".utf8).with { $0.kind = "@progbits" },
                "a section .note.assay of type 1", "SHT_NOTE, 7"
            ),
            (
                NoteSource("{}".utf8).with { $0.size = 5 },
                "24 bytes that are not a note in .note.assay",
                "one note"
            ),
            (
                NoteSource("{}".utf8).with { $0.size = 0xFFFF_FFFF },
                "24 bytes that are not a note in .note.assay", "one note"
            ),
            (
                NoteSource(directive: ".zero 4;2: .long 6,0,1;.asciz \\\"Assay\\\";.balign 4;"),
                "2 manifests", "one"
            ),
        ] as [(NoteSource, String, String)])
    func noteThatCannotBeReadIsRejected(
        note: NoteSource, found: String, expected: String
    ) throws {
        try expectError(
            of: try plugin(note), at: .manifest,
            "found \(found), expected \(expected); \(Self.again)")
    }

    @Test func missingNoteIsRejectedOnlyIfItIsRequired() throws {
        let path = try workshop.compile(pluginSource())
        var policy = PluginPolicy.standard
        policy.requiresManifest = true
        try expectMissing(path, policy)
        #expect(try PluginHost().load(path: path, into: .init()).id == "hostile")
        _ = try workshop.write(try StampedPlugin(file: path).bytes, to: "plugin.so")
        #expect(try PluginHost(policy: policy).load(path: path, into: .init()).id == "hostile")
    }

    private func expectMissing(_ path: String, _ policy: PluginPolicy) throws {
        let error = #expect(throws: PluginError.self) {
            try PluginHost(policy: policy).load(path: path, into: .init())
        }
        #expect(
            error?.description
                == "cannot load plugin '\(path)' at stage manifest: found no manifest, "
                + "expected a section .note.assay; write it with 'ruleshell plugin stamp'")
    }

    /// An author may put the note into the image; then it is found without section headers, too.
    @Test func noteOfTheImageIsReadThroughItsSegment() throws {
        let path = try plugin(NoteSource(try json().utf8).with { $0.flags = "a" })
        #expect(try PluginManifest.read(ofFile: path)?.json == json())
        let bare = try workshop.write(withoutSections(try bytes(of: path)), to: "bare.so")
        #expect(try PluginManifest.read(ofFile: bare)?.json == json())
        #expect(try PluginHost().load(path: bare, into: .init()).id == "hostile")
    }

    @Test(
        arguments: [
            (
                #""version":"1.0.0""#, #""version":"1.0.1""#,
                #"version "1.0.1" in the note, "1.0.0" in the table"#
            ),
            (
                #""name":"by""#, #""name":"min""#,
                "rule 'hostile.even': parameter 'by' in the table only; rule 'hostile.even': parameter 'min' in the note only"
            ),
            (
                #""default":null"#, #""default":7"#,
                "rule 'hostile.even': parameter 'by': default 7 in the note, null in the table"
            ),
            (#""kinds":["number"]"#, #""kinds":["string"]"#, "rule 'hostile.even': other kinds"),
            (#""flags":[]"#, #""flags":["pure"]"#, "rule 'hostile.even': other flags"),
            (
                #""message":"must be even""#, #""message":"must be odd""#,
                #"rule 'hostile.even': code 'hostile.even.odd': message "must be odd" in the note, "must be even" in the table"#
            ),
            (#""value":2"#, #""value":3"#, "rule 'hostile.even': other examples"),
            (
                #""rules":["#,
                #""rules":[{"id":"hostile.odd","summary":"","kinds":[],"flags":[],"parameters":[],"codes":[],"examples":[]},"#,
                "rule 'hostile.odd' in the note only"
            ),
            (
                #""name":"by""#, #""name":"bx""#,
                "rule 'hostile.even': parameter 'by' in the table only; rule 'hostile.even': parameter 'bx' in the note only"
            ),
            (
                #""configuration":[]"#,
                #""configuration":[{"name":"a","type":"int","required":true,"default":null,"minimum":null,"maximum":null,"choices":[],"summary":""}]"#,
                "setting 'a' in the note only"
            ),
        ] as [(String, String, String)])
    func noteThatSaysSomethingElseThanTheTableIsRejected(
        part: String, other: String, difference: String
    ) throws {
        let json = try json()
        try #require(json.contains(part))
        let path = try plugin(
            NoteSource(json.replacing(part, with: other, maxReplacements: 1).utf8))
        for probe in [PluginProbe.off, .required] {
            var policy = PluginPolicy.standard
            policy.probe = probe
            try expectError(
                of: path, at: .table,
                "found a manifest that differs from the table: \(difference), "
                    + "expected a manifest that repeats the table; \(Self.stamp)", policy: policy)
        }
    }

    @Test func otherOrderIsRejected() throws {
        let macros = """
            static const assay_code even = {
                .struct_size = sizeof even, .id = STR("even.even"), .message = STR("must be odd")};
            static const assay_code code;
            static const assay_code *const two[] = {&code, &even};
            #define RULE .code_count = 2, .codes = two
            """
        let table = try StampedPlugin(file: workshop.compile(pluginSource(macros))).manifest.json
        let codes = ["odd", "even"].map { name in
            let message = name == "odd" ? "must be even" : "must be odd"
            return #"{"id":"hostile.even.\#(name)","message":"\#(message)","#
                + #""translations":{},"arguments":[]}"#
        }
        try #require(table.contains("\(codes[0]),\(codes[1])"))
        let json = table.replacing("\(codes[0]),\(codes[1])", with: "\(codes[1]),\(codes[0])")
        try expectError(
            of: try plugin(NoteSource(json.utf8), macros), at: .table,
            "found a manifest that differs from the table: rule 'hostile.even': another order of codes, "
                + "expected a manifest that repeats the table; \(Self.stamp)")
    }

    @Test func manyDifferencesAreCounted() throws {
        let json = try json().replacing("hostile", with: "h").replacing("1.0.0", with: "2.0.0")
            .replacing(#""minor":0"#, with: #""minor":1"#)
        try expectError(
            of: try plugin(NoteSource(json.utf8)), at: .table,
            "found a manifest that differs from the table: id \"h\" in the note, \"hostile\" in the "
                + "table; version \"2.0.0\" in the note, \"1.0.0\" in the table; "
                + "abi {\"major\":1,\"minor\":1} in the note, {\"major\":1,\"minor\":0} in the table; "
                + "2 more, expected a manifest that repeats the table; \(Self.stamp)")
    }

    /// The constructor of a library with a wrong manifest runs in the probe, not here.
    @Test func pluginWithTwoFacesIsRejectedByTheProbe() throws {
        let json = try json().replacing("1.0.0", with: "2.0.0")
        let path = try plugin(
            NoteSource(json.utf8),
            """
            #include <stdlib.h>
            #include <unistd.h>
            __attribute__((constructor)) static void run(void) {
                if (getpid() == \(getpid())) abort();
            }
            """)
        let error = #expect(throws: PluginError.self) {
            try PluginHost().load(path: path, into: .init())
        }
        #expect(error?.stage == .table)
    }
}

extension NoteSource {
    func with(_ change: (inout NoteSource) -> Void) -> NoteSource {
        var changed = self
        change(&changed)
        return changed
    }
}

/// A library as it is after its section headers were cut off.
func withoutSections(_ library: [UInt8]) -> [UInt8] {
    var bytes = library
    for offset in Array(40..<48) + Array(60..<64) { bytes[offset] = 0 }
    return bytes
}
