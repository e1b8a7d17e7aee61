// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// `validate --html`.
@Suite struct PageTests {
    private static let hostile = "</script><img src=x onerror=alert(1)>"

    private func page(
        _ workshop: Workshop, _ arguments: String...
    ) throws -> (html: String, summary: Value) {
        let result = try RuleShellTool.run(
            [
                "validate", "-r", "people.yaml", "-f", "json", "--html", "page.html",
            ] + arguments, in: workshop)
        #expect(!result.errors.contains("error["))
        return (
            try workshop.read("page.html"), try JSONValueParser.parse(result.output)["summary"]
        )
    }

    /// The number in the element with an id, as programs find it.
    private func number(_ id: String, in html: String) throws -> Int64? {
        let pattern = try Regex("id=\"\(id)\"[^>]*data-count=\"([0-9]+)\"")
        return html.firstMatch(of: pattern)?[1].substring.flatMap { Int64($0) }
    }

    private static let figures = [
        "records", "valid", "invalid", "violations", "warnings", "faults", "malformed", "bytes",
    ]

    private func expectNumbers(in html: String, of summary: Value) throws {
        for figure in Self.figures {
            #expect(
                try number(figure, in: html).map { .integer($0) } == summary[figure], "\(figure)")
        }
        guard case .array(let rules) = summary["rules"],
            case .integer(let malformed) = summary["malformed"]
        else { throw TestFailure(description: "no rules in \(summary.json)") }
        let findings = rules.compactMap { rule -> Int64? in
            if case .integer(let count) = rule["findings"], count > 0 { count } else { nil }
        }
        let chart = html.firstMatch(of: #/<ul class="bars" id="by-rule"(?s:.*?)</ul>/#)?.output
        let bars = (chart ?? "").matches(of: #/data-count="(\d+)"/#).compactMap { Int64($0.1) }
        #expect(bars.sorted() == (findings + (malformed > 0 ? [malformed] : [])).sorted())
    }

    @Test func numbersAreThoseOfTheReport() throws {
        let workshop = try Workshop.people()
        let (html, summary) = try page(workshop, "--stats", "people.ndjson", "people.ndjson")
        try expectNumbers(in: html, of: summary)
    }

    @Test func pageSaysWhenTheRunBegan() throws {
        let (html, _) = try page(try Workshop.people(), "people.ndjson")
        let pattern =
            #/<time id="started" datetime="(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)Z">(.*?)<\/time>/#
        let time = try #require(html.firstMatch(of: pattern))
        #expect(time.3 == "\(time.1) \(time.2) UTC")
        #expect(time.1 > "2025-12-31")
    }

    @Test func pageNeedsNothingElse() throws {
        let (html, _) = try page(try Workshop.people(), "people.ndjson")
        for forbidden in ["<script", "http:", "https:", "src=", "@import", "url(", "onload"] {
            #expect(!html.contains(forbidden), "\(forbidden)")
        }
        #expect(html.contains("@media (prefers-color-scheme: dark)"))
    }

    @Test func hostileValuesAreText() throws {
        let workshop = try Workshop.people()
        let record: Value = ["name": .string(Self.hostile), "age": "\" onclick='x'\u{1B}[31m&amp;"]
        try workshop.write(record.json + "\n", to: "<b>.ndjson")
        let (html, _) = try page(workshop, "<b>.ndjson")
        #expect(!html.contains(Self.hostile) && !html.contains("<img") && !html.contains("<b>"))
        #expect(!html.contains("\u{1B}"))
        #expect(html.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"))
        #expect(html.contains("&amp;amp;"))
        #expect(html.contains("&lt;b&gt;.ndjson"))
    }

    @Test func worstRecordsComeFirst() throws {
        let workshop = try Workshop.people()
        let lines = (1...100).map { index in
            index == 60
                ? "{\"name\":\"\",\"age\":1,\"nick\":\"abcdef\"}" : "{\"name\":\"Anna\",\"age\":1}"
        }
        try workshop.write(lines.joined(separator: "\n"), to: "a.ndjson")
        let (html, _) = try page(workshop, "a.ndjson")
        let titles = html.matches(of: #/record (\d+), line (\d+)/#).map { $0.1 }
        #expect(titles.count == 20)
        #expect(titles.prefix(3) == ["60", "1", "2"])
        #expect(html.contains("{&quot;name&quot;:<mark>&quot;&quot;</mark>,&quot;age&quot;:1"))
    }

    @Test func valuesAreGroupedByCount() throws {
        let workshop = try Workshop.people()
        let ages = [1, 2, 2, 3, 3, 3] + (0..<200).map { $0 % 16 }
        try workshop.write(
            ages.map { "{\"name\":\"Anna\",\"age\":\($0)}\n" }.joined(), to: "a.ndjson")
        let (html, _) = try page(workshop, "a.ndjson")
        let rows = Self.values(in: html)
        #expect(rows.first.map { "\($0)" } == #"(value: "3", count: 16)"#)
        #expect(rows.count == 10)
    }

    /// The rejected values with their counts, in the order of the page.
    private static func values(in html: String) -> [(value: String, count: Int)] {
        let table = html.firstMatch(of: #/<section id="values">(?s:.*?)</section>/#)?.output ?? ""
        return table.matches(
            of: #/data-count="(\d+)">[^<]*</span></div></td><td[^>]*><div><code>([^<]*)</code>/#
        ).map { (value: String($0.2), count: Int($0.1) ?? 0) }
    }

    /// Many values that occur once, after and before frequent ones, in more than one chunk.
    @Test(arguments: ["1", "3"])
    func countsOfValuesAreExact(jobs: String) throws {
        let workshop = try Workshop.people()
        var ages: [Int] = []
        for index in 0..<60_000 {
            ages.append(1_000 + index)
            if index % 2 == 0 { ages.append(1) }
            if index % 3 == 0 { ages.append(2) }
            if index > 59_000 { ages.append(3) }
        }
        try workshop.write(
            ages.map { "{\"name\":\"Anna\",\"age\":\($0)}\n" }.joined(), to: "a.ndjson")
        let (html, _) = try page(workshop, "-j", jobs, "a.ndjson")
        let rows = Self.values(in: html)
        let once = (1_000..<61_000).map(String.init).sorted().prefix(7).map { "\($0): 1" }
        #expect(
            rows.map { "\($0.value): \($0.count)" } == ["1: 30000", "2: 20000", "3: 999"] + once)
        #expect(!html.contains("≥"))
    }

    /// Values that begin alike are told apart by what is not shown.
    @Test func longValuesAreCountedAsAWhole() throws {
        let workshop = try Workshop.people()
        let long = String(repeating: "a", count: 200)
        try workshop.write(
            ["x", "y", "x"].map { "{\"name\":\"\(long)\($0)\",\"age\":20}\n" }.joined(),
            to: "a.ndjson")
        let (html, _) = try page(workshop, "a.ndjson")
        #expect(Self.values(in: html).map(\.count) == [2, 1])
    }

    @Test func countsBeyondAMillionAreLowerBounds() throws {
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  a[*]: range(5...)\n", to: "people.yaml")
        let line = "{\"a\":[" + Array(repeating: "1", count: 999).joined(separator: ",") + ",2]}\n"
        try workshop.write(String(repeating: line, count: 1_000), to: "exact.ndjson")
        let run = ["validate", "-r", "people.yaml", "-f", "summary", "--html", "page.html"]
        _ = try RuleShellTool.run(run + ["exact.ndjson"], in: workshop)
        let exact = try workshop.read("page.html")
        #expect(Self.values(in: exact).map(\.count) == [999_000, 1_000])
        #expect(!exact.contains("≥"))
        _ = try RuleShellTool.run(run + ["exact.ndjson", "exact.ndjson"], in: workshop)
        let html = try workshop.read("page.html")
        #expect(Self.values(in: html).map(\.count) == [999_000, 1_000])
        #expect(html.contains("The first 1\u{202F}000\u{202F}000 rejected values are counted"))
        #expect(html.contains("≥ 999\u{202F}000"))
    }

    @Test func pageIsTheSameForAnyNumberOfThreads() throws {
        let workshop = try Workshop.people()
        try workshop.write(GeneratedPeople(count: 12_000).ndjson, to: "a.ndjson")
        let pages = try ["1", "4"].map { jobs in
            try page(workshop, "-j", jobs, "a.ndjson").html.replacing(
                #/<section id="timings">(?s:.*?)</section>/#, with: "")
        }
        #expect(pages[0] == pages[1])
    }

    @Test func endOfTheRunIsTheEndOfThePage() throws {
        let (html, summary) = try page(try Workshop.people(), "--max-errors", "1", "people.ndjson")
        try expectNumbers(in: html, of: summary)
        #expect(html.contains("The run ended at the limit of errors."))
        #expect(html.contains("record 2, line 2"))
        #expect(!html.contains("record 3"))
    }

    @Test func fileThatCannotBeWrittenIsAnError() throws {
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "--html", "no/page.html", "people.ndjson"],
            in: try Workshop.people())
        #expect(result.status == 2)
        #expect(
            result.errors == """
                ruleshell: error[output.unwritable] cannot write 'no/page.html': No such file or directory
                help: there is no directory 'no': create it, or name another file

                """)
    }

    @Test(
        .enabled(
            if: Browser.program != nil,
            "no Chromium (chromium-headless-shell): the page is not looked at in a browser"),
        arguments: [false, true])
    func browserShowsTheNumbers(isDark: Bool) throws {
        let workshop = try Workshop.people()
        let record: Value = ["name": .string(Self.hostile), "age": 5]
        try workshop.write(people + record.json + "\n", to: "people.ndjson")
        let (_, summary) = try page(workshop, "--stats", "people.ndjson")
        let browser = try Browser(isDark: isDark)
        let document = try browser.document(of: workshop.path + "/page.html")
        try expectNumbers(in: document, of: summary)
        #expect(!document.contains("<img") && !document.contains("<script"))
        #expect(document.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"))
        let picture = try browser.picture(of: workshop.path + "/page.html", in: workshop)
        #expect(picture.width == 1_000 && picture.height == 1_400)
        #expect(picture.byteCount > 20_000)
    }

    @Test(
        .enabled(
            if: Browser.program != nil,
            "no Chromium (chromium-headless-shell): the page is not looked at in a browser"))
    func nightLooksOtherThanDay() throws {
        let workshop = try Workshop.people()
        _ = try page(workshop, "people.ndjson")
        let path = workshop.path + "/page.html"
        let day = try Browser(isDark: false).picture(of: path, in: workshop)
        let night = try Browser(isDark: true).picture(of: path, in: workshop)
        #expect(day.bytes != night.bytes)
    }
}
