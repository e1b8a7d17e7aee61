// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import Foundation
import PluginWorkshop
import Testing

/// A rule that looks codes up, as written without `withdrawn`, and the list that it has.
struct ListRule: CustomTestStringConvertible, Sendable {
    let rule: String
    let form: String?
    let list: String

    init(_ rule: String, form: String? = nil, list: String) {
        (self.rule, self.form, self.list) = (rule, form, list)
    }

    var testDescription: String { expression() }

    func expression(withdrawn: Bool = false) -> String {
        let arguments = [form.map { "form=\($0)" }, withdrawn ? "withdrawn=true" : nil]
        let given = arguments.compactMap(\.self).joined(separator: ", ")
        return given.isEmpty ? rule : "\(rule)(\(given))"
    }

    static let all: [ListRule] =
        withWithdrawn + [
            .init("script", list: "scripts"), .init("timeZone", list: "time_zones"),
        ]

    static let withWithdrawn: [ListRule] = [
        .init("countryCode", list: "countries_alpha2"),
        .init("countryCode", form: "alpha3", list: "countries_alpha3"),
        .init("countryCode", form: "numeric", list: "countries_numeric"),
        .init("subdivision", list: "subdivisions"),
        .init("currency", list: "currencies_alpha"),
        .init("currency", form: "numeric", list: "currencies_numeric"),
        .init("language", list: "languages_alpha2"),
        .init("language", form: "alpha3", list: "languages_alpha3"),
        .init("topLevelDomain", list: "top_level_domains"),
    ]
}

@Suite struct CodeListTests {
    /// Codes that were withdrawn, with the month.
    static let withdrawn: [(expression: String, codes: [(code: String, date: String)])] = [
        (
            "currency",
            [
                ("HRK", "2023-01"), ("CUC", "2021-06"), ("ZWL", "2024-09"), ("ANG", "2025-03"),
                ("SLL", "2023-12"), ("BGN", "2026-01"), ("DEM", "2002-03"), ("GWE", "1981"),
            ]
        ),
        ("currency(form=numeric)", [("191", "2023-01"), ("975", "2026-01")]),
        (
            "subdivision",
            [
                ("IN-OR", "2023-11"), ("KZ-ALA", "2022-11"), ("FR-75", "2021-11"),
                ("GT-AV", "2021-11"), ("LV-001", "2021-11"), ("PH-MAG", "2023-11"),
            ]
        ),
        ("countryCode", [("YU", "2003-07"), ("AN", "2010-12"), ("CT", "1984")]),
        ("countryCode(form=alpha3)", [("YUG", "2003-07")]),
        ("countryCode(form=numeric)", [("891", "2006-09")]),
        ("language", [("iw", "1989-01"), ("mo", "2008-11"), ("sh", "2000-02")]),
        ("language(form=alpha3)", [("mrd", "2026-07"), ("shl", "2026-07")]),
    ]

    @Test func withdrawnCodeFailsWithTheDate() throws {
        for (expression, codes) in Self.withdrawn {
            let use = try RuleUse(expression)
            for (code, date) in codes {
                let rule = expression.prefix { $0 != "(" }
                #expect(use.check(code) == "\(rule).withdrawn", "\(expression) \(code)")
                #expect(use.arguments == [date], "\(expression) \(code)")
            }
        }
    }

    @Test(arguments: ["countryCode", "currency", "language", "subdivision"])
    func messageHasTheDate(_ rule: String) throws {
        let codes = RuleTable.codes(try RuleTable.rule(rule))
        let code = try #require(codes.first { RuleTable.text($0.id) == "\(rule).withdrawn" })
        #expect(
            RuleTable.text(code.message)
                == "must be a current code; this one was withdrawn in {date}")
        #expect(code.argument_count == 1)
        #expect(code.argument_names.map { RuleTable.text($0[0]) } == "date")
    }

    @Test func withdrawnDomainFailsWithoutADate() throws {
        let use = try RuleUse("topLevelDomain")
        for name in ["fiat", "FIAT", "comcast", "volkswagen", "xn--mgbaakc7dvf"] {
            #expect(use.check(name) == "topLevelDomain.withdrawn", "\(name)")
        }
        #expect(use.arguments.isEmpty)
    }

    /// What no list ever had stays unknown where withdrawn codes are allowed.
    @Test(arguments: [
        ("currency(withdrawn=true)", ["XXY", "hrk", "HRK ", "HR", "HRKK", "191", ""]),
        ("countryCode(withdrawn=true)", ["UK", "XX", "yu", "YUG"]),
        ("subdivision(withdrawn=true)", ["CZ-0E", "DE-XX", "FR-7", "fr-75"]),
        ("language(withdrawn=true)", ["xx", "IW", "heb"]),
        ("script", ["Xxxx", "Qaby", "rohg", "Roh"]),
        ("topLevelDomain(withdrawn=true)", ["zz", "xn--mgb2ddes", "onion", "localhost"]),
    ]) func unknownCodeFails(_ expression: String, _ codes: [String]) throws {
        let use = try RuleUse(expression)
        for code in codes {
            let rule = expression.prefix { $0 != "(" }
            #expect(use.check(code) == "\(rule).unknown", "\(code)")
        }
    }

    @Test func withdrawnSubdivisionIsStillOfItsCountry() throws {
        let french = try RuleUse("subdivision(country=\"FR\", withdrawn=true)")
        #expect(french.check("KZ-ALA") == "subdivision.country")
        #expect(french.check("FR-75") == "pass")
        #expect(
            try RuleUse("subdivision(country=\"FR\")").check("FR-75") == "subdivision.withdrawn")
        let any = try RuleUse("subdivision(ignoreCase=true, withdrawn=true)")
        #expect(any.check("fr-75") == "pass")
    }

    @Test(arguments: [
        ("currency", ["XCG", "ZWG", "XAD", "SLE"]), ("currency(form=numeric)", ["924", "396"]),
        ("script", ["Rohg", "Hmnp", "Yezi", "Chis", "Qaaa", "Qabx"]),
        (
            "subdivision",
            ["IN-OD", "KZ-10", "KZ-33", "KZ-79", "FR-69M", "GT-01", "DZ-58", "LV-111"]
        ),
        ("language(form=alpha3)", ["cls", "dyl", "zlu", "him", "bih", "ger", "qaa", "qtz"]),
        ("topLevelDomain", ["merck", "web", "arpa"]),
    ]) func currentCodePasses(_ expression: String, _ codes: [String]) throws {
        let use = try RuleUse(expression)
        for code in codes { #expect(use.check(code) == "pass", "\(code)") }
    }

    // MARK: Whole lists

    /// The number of current and of withdrawn codes; a list that was renewed has others.
    static let counts: [String: [Int]] = [
        "countries_alpha2": [249, 25], "countries_alpha3": [249, 30],
        "countries_numeric": [249, 15], "subdivisions": [5046, 616],
        "currencies_alpha": [178, 129], "currencies_numeric": [178, 79],
        "languages_alpha2": [183, 7], "languages_alpha3": [8583, 388],
        "languages_unregistered": [366, 0], "scripts": [274, 0], "tag_regions": [94, 0],
        "tag_extensions": [258, 0], "tag_variants": [139, 0], "top_level_domains": [1436, 127],
        "time_zones": [597, 0],
    ]

    @Test func listsHaveTheirCounts() {
        let found = CodeList.all.map { ($0.name, [$0.current.count, $0.withdrawn.count]) }
        #expect(Dictionary(found) { $1 } == Self.counts)
        #expect(found.count == Self.counts.count)
    }

    @Test func noCodeIsCurrentAndWithdrawn() {
        for list in CodeList.all {
            let current = Set(list.current)
            #expect(current.count == list.current.count, "\(list.name)")
            #expect(current.isDisjoint(with: list.withdrawn.keys), "\(list.name)")
        }
    }

    @Test(arguments: ListRule.all) func currentCodesPass(_ rule: ListRule) throws {
        let list = try #require(CodeList.named(rule.list))
        let use = try RuleUse(rule.expression())
        #expect(list.current.filter { use.check($0) != "pass" } == [])
    }

    @Test(arguments: ListRule.withWithdrawn) func withdrawnCodesPassWhereAllowed(_ rule: ListRule)
        throws
    {
        let list = try #require(CodeList.named(rule.list))
        let (strict, lenient) = (
            try RuleUse(rule.expression()), try RuleUse(rule.expression(withdrawn: true))
        )
        for (code, date) in list.withdrawn {
            #expect(strict.check(code) == "\(rule.rule).withdrawn", "\(code)")
            #expect(strict.arguments == (date.isEmpty ? [] : [date]), "\(code)")
            #expect(lenient.check(code) == "pass", "\(code)")
        }
    }

    /// Every text of a form is tried, so that a table has nothing that its list has not.
    @Test(arguments: [
        (ListRule.withWithdrawn[0], 2, "A"), (ListRule.withWithdrawn[1], 3, "A"),
        (ListRule.withWithdrawn[2], 3, "0"), (ListRule.withWithdrawn[4], 3, "A"),
        (ListRule.withWithdrawn[5], 3, "0"), (ListRule.withWithdrawn[6], 2, "a"),
        (ListRule.withWithdrawn[7], 3, "a"),
    ]) func tableHasNoOtherCode(_ rule: ListRule, _ length: Int, _ first: Character) throws {
        let list = try #require(CodeList.named(rule.list))
        let (strict, lenient) = (
            try RuleUse(rule.expression()), try RuleUse(rule.expression(withdrawn: true))
        )
        var texts = [""]
        let start = try #require(first.asciiValue)
        let alphabet = (0..<(first == "0" ? UInt8(10) : 26)).map {
            Character(Unicode.Scalar(start + $0))
        }
        for _ in 0..<length { texts = texts.flatMap { text in alphabet.map { text + String($0) } } }
        #expect(Set(texts.filter { strict.check($0) == "pass" }) == Set(list.current))
        #expect(
            Set(texts.filter { lenient.check($0) == "pass" })
                == Set(list.current + list.withdrawn.keys))
    }

    // MARK: The date of the data

    @Test(arguments: ListRule.all) func dateIsInSummaryAndDocumentation(_ rule: ListRule) throws {
        let list = try #require(CodeList.named(rule.list))
        let summary = RuleTable.text(try RuleTable.rule(rule.rule).pointee.summary)
        #expect(summary.hasSuffix(", as of \(list.date))"), "\(summary)")
        try expectRow(rule.rule, date: list.date)
    }

    @Test func dateOfTheRegistryIsInSummaryAndDocumentation() throws {
        let list = try #require(CodeList.named("tag_variants"))
        let summary = RuleTable.text(try RuleTable.rule("bcp47").pointee.summary)
        #expect(summary == "A language tag (RFC 5646, registry as of \(list.date))")
        try expectRow("bcp47", date: list.date)
    }

    private func expectRow(_ rule: String, date: String) throws {
        let page = try String(
            contentsOfFile: Repository.path("docs/conformance.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter {
            $0.hasPrefix("| `CRules/") && $0.contains("`\(rule)`")
        }
        #expect(
            rows.contains { $0.hasSuffix("| \(date) |") },
            "docs/conformance.md: the row of \(rule) must end with the date of CRules/codes.txt")
    }
}

@Suite struct LanguageTagRegistryTests {
    @Test(arguments: [
        "eng", "deu-DE", "ger", "xx-DE", "gsc", "abcd", "abcde-DE", "de-UK", "de-uk-x-y", "de-ZY",
        "de-QL",
        "en-999", "en-001-foobar", "de-foobar", "de-1901-foobar", "de-Xxxx", "ar-yue", "zh-ase",
        "zh-yue-cmn", "en-eng", "yue-yue",
    ]) func whatIsNotInTheRegistryFails(_ tag: String) throws {
        #expect(try RuleUse("bcp47(registered=true)").check(tag) == "bcp47.unregistered")
        #expect(try RuleUse("bcp47").check(tag) == "pass")
    }

    @Test(arguments: [
        "de-AC", "de-EA", "de-EU", "de-IC", "de-UN", "iw", "mo", "sh", "IN-ID", "mrd",
        "zh-yue", "ZH-YUE-Hant-HK", "sgn-ase", "ase", "yue", "de-1901", "sl-rozaj-biske", "en-419",
        "en-001", "qaa-Qaaa-QM-x-southern", "de-XZ", "de-AA", "en-BU", "i-klingon", "x-whatever",
        "de-Latn-DE-u-co-phonebk", "him", "cls",
    ]) func whatIsInTheRegistryPasses(_ tag: String) throws {
        #expect(try RuleUse("bcp47(registered=true)").check(tag) == "pass")
    }

    /// Languages are those of ISO 639, current and withdrawn, that the registry has not left out.
    @Test func everySubtagIsFound() throws {
        let use = try RuleUse("bcp47(registered=true)")
        func list(_ name: String) throws -> CodeList { try #require(CodeList.named(name)) }
        let (two, three) = (try list("languages_alpha2"), try list("languages_alpha3"))
        let known = Set(two.current + two.withdrawn.keys + three.current + three.withdrawn.keys)
        let unregistered = Set(try list("languages_unregistered").current)
        #expect(unregistered.isSubset(of: known))
        #expect(known.filter { (use.check($0) == "pass") == unregistered.contains($0) } == [])
        let regions = try list("tag_regions").current + list("countries_alpha2").current
        #expect(regions.filter { use.check("de-\($0)") != "pass" } == [])
        #expect(try list("scripts").current.filter { use.check("de-\($0)") != "pass" } == [])
        #expect(try list("tag_variants").current.filter { use.check("de-\($0)") != "pass" } == [])
        #expect(try list("tag_extensions").current.filter { use.check($0) != "pass" } == [])
    }

    /// The registry has 8,605 languages of three letters, of which 520 are for private use, and 312 regions of letters.
    @Test func nothingElseIsFound() throws {
        let use = try RuleUse("bcp47(registered=true)")
        let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map {
            String(Unicode.Scalar($0))
        }
        let pairs = letters.flatMap { first in letters.map { first + $0 } }
        let triples = pairs.flatMap { pair in letters.map { pair + $0 } }
        #expect(pairs.count { use.check($0) == "pass" } == 190)
        #expect(triples.count { use.check($0) == "pass" } == 8605)
        #expect(pairs.count { use.check("de-\($0)") == "pass" } == 312)
        #expect((0..<1000).count { use.check("de-\(String($0 + 1000).suffix(3))") == "pass" } == 31)
    }
}
