// SPDX-License-Identifier: Apache-2.0
import AssayPluginHost
import PluginWorkshop
import Testing

/// Notes that can be read and do not make sense, before anything of the library runs.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct ManifestMeaningTests {
    private let workshop: Workshop
    private static let codeId =
        "'hostile.even.' and after it letters, digits, '.', '-' or '_'"
    private static let setting =
        #"{"name":"a","type":"int","required":true,"default":null,"minimum":null,"#
        + #""maximum":null,"choices":[],"summary":""}"#

    init() throws { workshop = try Workshop() }

    @Test(
        arguments: [
            (
                #""version":"1.0.0""#, #""version":"1.0""#, "'1.0' at /version",
                "a semantic version like 1.0.0"
            ),
            (
                #""default":null"#, #""default":"x""#, #""x" at /rules/0/parameters/0/default"#,
                "an integer"
            ),
            (
                #""minimum":null,"maximum":null"#, #""minimum":1,"maximum":2,"default":3"#,
                "3 at /rules/0/parameters/0/default", "an integer from 1 to 2"
            ),
            (#""name":"by""#, #""name":"""#, "'' at /rules/0/parameters/0/name", "a name"),
            (
                #""configuration":[]"#, "\"configuration\":[\(Self.setting),\(Self.setting)]",
                "'a' twice at /configuration/1/name", "a different name for each setting"
            ),
            (
                #""message":"must be even""#, #""message":"must be {odd}""#,
                "the placeholder '{odd}' at /rules/0/codes/0/message",
                "one of {by}, {value}, {field}, {rule}"
            ),
            (
                #""translations":{}"#, #""translations":{"de":"{ungerade}"}"#,
                "the placeholder '{ungerade}' at /rules/0/codes/0/translations/de",
                "one of {by}, {value}, {field}, {rule}"
            ),
            (
                #""translations":{}"#, #""translations":{"de_DE":""}"#,
                "the language 'de_DE' at /rules/0/codes/0/translations",
                "a BCP 47 tag like de or pt-BR"
            ),
            (
                #""translations":{}"#, #""translations":{"de":"","DE":""}"#,
                "'de' twice at /rules/0/codes/0/translations", "one message for a language"
            ),
            (
                #""id":"hostile.even.odd""#, #""id":"acme.even.odd""#,
                "'acme.even.odd' at /rules/0/codes/0/id", Self.codeId
            ),
            (
                #""id":"hostile.even.odd""#, #""id":"hostile.even.odd\n\u001b[2J""#,
                "'hostile.even.odd  [2J' at /rules/0/codes/0/id", Self.codeId
            ),
            (
                #""arguments":[]}]"#,
                #""arguments":[]},{"id":"hostile.even.odd","message":"","translations":{},"arguments":[]}]"#,
                "'hostile.even.odd' twice at /rules/0/codes/1/id", "a different id for each code"
            ),
        ] as [(String, String, String, String)])
    func noteThatMakesNoSenseIsRejected(
        part: String, other: String, found: String, expected: String
    ) throws {
        let plain = try workshop.compile(pluginSource(), to: "plain.so")
        let json = try StampedPlugin(file: plain).manifest.json
        try #require(json.contains(part))
        let note = NoteSource(json.replacing(part, with: other, maxReplacements: 1).utf8)
        let path = try workshop.compile(pluginSource() + "\n" + note.source)
        let text =
            "found \(found) of the manifest, expected \(expected); write the manifest again with "
            + "'ruleshell plugin stamp'"
        try expectError(of: path, at: .manifest, text)
        let error = #expect(throws: PluginError.self) { try PluginInspection(file: path) }
        #expect(error?.description.hasSuffix(text) == true)
    }
}
