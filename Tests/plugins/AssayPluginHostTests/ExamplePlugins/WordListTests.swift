// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Glibc
import Testing

/// `Plugins/WordList`: values against the words of a file.
@Suite(
    .enabled(
        if: ExampleFolder.wordList.isBuildable, "SKIPPED: `make -C Plugins/WordList check` says why"
    ))
struct WordListTests {
    private let workshop: Workshop
    private let plugin: String

    init() throws {
        workshop = try Workshop()
        plugin = try ExampleFolder.wordList.path()
    }

    private func expectError(
        of file: String, _ text: String, location: SourceLocation = #_sourceLocation
    ) throws {
        try AssayPluginHostTests.expectError(
            of: plugin, at: .initialize,
            "found ASSAY_E_CONFIG (file '\(file)'\(text)), expected ASSAY_OK from the plugin's "
                + "init; correct the plugin's configuration or its environment",
            configuration: ["file": .string(file)], location: location)
    }

    @Test func missingSettingIsRejected() throws {
        try AssayPluginHostTests.expectError(
            of: plugin, at: .configure,
            "found no 'file', expected 'file' (a string, required); "
                + "correct the plugin's configuration")
    }

    @Test func fileThatCannotBeReadIsRejected() throws {
        try expectError(
            of: workshop.path("none"), " cannot be opened: No such file or directory")
        try expectError(of: "", " cannot be opened: No such file or directory")
        try expectError(of: workshop.directory, " is not a regular file")
        mkfifo(workshop.path("pipe"), 0o600)
        try expectError(of: workshop.path("pipe"), " is not a regular file")
        truncate(try workshop.write([], to: "huge"), (64 << 20) + 1)
        try expectError(
            of: workshop.path("huge"), " has 67108865 bytes, expected at most 67108864")
    }

    @Test(
        arguments: [
            ("a\0b", "the path has a NUL"),
            (String(repeating: "a", count: 4096), "the path is too long"),
        ])
    func pathThatIsNoPathIsRejected(file: String, text: String) throws {
        try AssayPluginHostTests.expectError(
            of: plugin, at: .initialize,
            "found ASSAY_E_CONFIG (file: \(text)), expected ASSAY_OK from the plugin's init; "
                + "correct the plugin's configuration or its environment",
            configuration: ["file": .string(file)])
    }

    @Test func endOfALongPathIsLeftOutOfTheMessage() throws {
        let file = String(repeating: "a/", count: 2000)
        try AssayPluginHostTests.expectError(
            of: plugin, at: .initialize,
            "found ASSAY_E_CONFIG (file '\(file.prefix(700))' cannot be opened: "
                + "No such file or directory), expected ASSAY_OK from the plugin's init; "
                + "correct the plugin's configuration or its environment",
            configuration: ["file": .string(file)])
    }

    @Test(
        arguments: [
            ([], " has no words, expected one word a line"),
            (Array("# only this\n \t\n\r\n".utf8), " has no words, expected one word a line"),
            (
                [97, 10, 98, 0xFF, 10],
                ", line 2: found bytes that are not UTF-8 after byte 1"
            ),
            ([0xC0, 0x80], ", line 1: found bytes that are not UTF-8 after byte 0"),
            ([0xED, 0xA0, 0x80], ", line 1: found bytes that are not UTF-8 after byte 0"),
            ([97, 10, 10, 0xE2, 0x82], ", line 3: found bytes that are not UTF-8 after byte 0"),
            ([35, 0xFF], ", line 1: found bytes that are not UTF-8 after byte 1"),
            ([97, 10, 98, 0, 99], ", line 2: found a NUL, expected text"),
            (
                [10, 10] + Array(repeating: 97, count: 1025),
                ", line 3: found 1025 bytes, expected at most 1024"
            ),
        ] as [([UInt8], String)])
    func fileThatIsNoListIsRejected(bytes: [UInt8], text: String) throws {
        let file = try workshop.write(bytes, to: "list")
        try expectError(of: file, text)
    }

    private static let list = """
        \u{FEFF}Berlin # the capital
        \tNew York\r
        # Paris
        C#
        Straße
        ΟΔΟΣ
        cafe\u{301}
        Berlin
        Größe
        \(String(repeating: "ȺÅ", count: 256))
        last
        """

    private func registry(_ text: String = list) throws -> RuleRegistry {
        let registry = RuleRegistry()
        let file = try workshop.write(Array(text.utf8), to: "list")
        try PluginHost().load(path: plugin, configuration: ["file": .string(file)], into: registry)
        return registry
    }

    /// Whether each is a word of the list, in its case and in any.
    private static let words: [(text: String, isListed: Bool, isListedInAnyCase: Bool)] = [
        ("", false, false), (" ", false, false), ("\0", false, false), ("#", false, false),
        ("Berlin", true, true), ("berlin", false, true), ("BERLIN", false, true),
        ("Berlin ", false, false), ("Berlin\0", false, false), ("Berli", false, false),
        ("New York", true, true), ("new york", false, true), ("New", false, false),
        ("Paris", false, false), ("C#", true, true), ("c#", false, true), ("C", false, false),
        ("\u{FEFF}Berlin", false, false), ("the capital", false, false),
        ("Straße", true, true), ("STRASSE", false, false), ("STRAẞE", false, true),
        ("ΟΔΟΣ", true, true), ("οδος", false, true), ("οδοσ", false, true),
        ("cafe\u{301}", true, true), ("caf\u{E9}", false, false), ("Café", false, false),
        ("größe", false, true), ("GRÖSSE", false, false), ("last", true, true),
        (String(repeating: "ȺÅ", count: 256), true, true),
        (String(repeating: "ⱥå", count: 256), false, true),
        (String(repeating: "ⱥå", count: 257), false, false),
        (String(repeating: "a", count: 100_000), false, false),
    ]

    @Test func wholeValueIsLookedUp() throws {
        let registry = try registry()
        for (text, isListed, isListedInAnyCase) in Self.words {
            for (expression, holds) in [
                ("true", isListed), ("false", isListedInAnyCase),
            ] {
                let allowed = try findings(
                    of: "wordList.allowed(caseSensitive=\(expression))", in: registry,
                    [["field": .string(text)]])
                let denied = try findings(
                    of: "wordList.denied(caseSensitive=\(expression))", in: registry,
                    [["field": .string(text)]])
                let unlisted =
                    "wordList.allowed.value at /field: must be on the list of allowed words"
                let listed =
                    "wordList.denied.value at /field: must not be on the list of denied words"
                #expect(allowed == [holds ? [] : [unlisted]], "\(text.prefix(20)) \(expression)")
                #expect(denied == [holds ? [listed] : []], "\(text.prefix(20)) \(expression)")
            }
        }
    }

    /// A text, its first word that is not on the list, and the first that is, in any case.
    private static let texts: [(text: String, unlisted: String?, listed: String?)] = [
        ("", nil, nil), (" … ", nil, nil), ("\0", nil, nil),
        ("Berlin", nil, "Berlin"), ("«berlin»!", nil, "berlin"), ("Berlins", "Berlins", nil),
        ("xBerlin", "xBerlin", nil), ("1Berlin", "1Berlin", nil), ("Berlin1", "Berlin1", nil),
        ("in Berlin", "in", "Berlin"), ("Berlin, LAST?", nil, "Berlin"),
        ("New York", "New", nil), ("C#", "C", nil),
        ("die größe", "die", "größe"), ("ÖGröße", "ÖGröße", nil),
        ("Cafe\u{301}-Straße", nil, "Cafe\u{301}"), ("cafe", "cafe", nil),
        ("last\0Berlin", nil, "last"), ("日本last", "日本last", nil), ("日本 last", "日本", "last"),
        ("last🎉", nil, "last"),
    ]

    @Test func wordsOfATextAreLookedUp() throws {
        let registry = try registry()
        for (text, unlisted, listed) in Self.texts {
            let record: ValidationRecord = ["field": .string(text)]
            let allowed = try findings(
                of: "wordList.allowed(words, caseSensitive=false)", in: registry, [record])
            let denied = try findings(
                of: "wordList.denied(words, false)", in: registry, [record])
            #expect(
                allowed == [
                    unlisted.map {
                        [
                            "wordList.allowed.word at /field: must have only allowed words, not '\($0)'"
                        ]
                    } ?? []
                ], "\(text)")
            #expect(
                denied == [
                    listed.map {
                        ["wordList.denied.word at /field: must not have the denied word '\($0)'"]
                    } ?? []
                ], "\(text)")
        }
    }

    @Test func manyWordsAreFound() throws {
        let words = (0..<10_000).map { "w\($0 * 7919)" }
        let registry = try registry(words.joined(separator: "\n"))
        let records: [ValidationRecord] = (words + words.map { "\($0)x" }).map {
            ["field": .string($0)]
        }
        let found = try findings(of: "wordList.denied", in: registry, records)
        #expect(
            found.map(\.count) == Array(repeating: 1, count: 10_000)
                + Array(repeating: 0, count: 10_000))
    }

    @Test func fileIsReadOnce() throws {
        let registry = try registry("one")
        _ = try workshop.write(Array("two".utf8), to: "list")
        #expect(
            try failures(of: RuleExpression("wordList.allowed"), in: registry, ["one", "two"])
                == [[], ["wordList.allowed.value"]])
    }

    @Test(arguments: ["a", "Berlin\nx y\n...\n"])
    func declaredExamplesHoldForAnyList(list: String) throws {
        try expectExamplesToHold(try registry(list))
    }

    @Test func messagesAreTranslated() throws {
        let registry = try registry()
        let codes = registry.allDefinitions.flatMap(\.codes)
        #expect(codes.map { $0.translations.keys.sorted() } == Array(repeating: ["de"], count: 4))
        #expect(
            codes[0].translations["de"] == "muss auf der Liste der erlaubten Wörter stehen")
    }
}
