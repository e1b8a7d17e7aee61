// SPDX-License-Identifier: Apache-2.0
import Assay

/// JUnit XML as CI systems read it: a suite for each input, a case for each rule.
///
/// The case of a rule has the same name in every run, so that a CI system shows its history, and
/// the number of cases does not depend on the number of records. A suite is written when its input
/// ends, with its numbers in its head. The root has no numbers, since they are only known at the
/// end. A failed case lists its first findings.
struct JUnitReport: ReportWriter {
    private let layout: FindingLayout
    private let rulesFile: String
    var limiter: FindingLimiter
    /// The name of the current input, or `nil` between inputs.
    var name: String?
    var tally: FindingTally
    var findings: [[UInt8]]
    private var start = ContinuousClock.now

    init(layout: FindingLayout, rulesFile: String, limiter: FindingLimiter) {
        self.layout = layout
        self.rulesFile = rulesFile
        self.limiter = limiter
        tally = FindingTally(count: layout.slots.count)
        findings = Array(repeating: [], count: layout.rules.count + 1)
    }

    func begin() -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ruleshell\">\n"
    }

    func finish(_ summary: RunSummary) -> String {
        // The suite of an input has its errors.
        let notices = summary.notices.filter { !$0.isError || $0.input == nil }
        let fields = notices.filter { $0.code == "field.neverSeen" }
        let cells = notices.filter { $0.code.hasPrefix("cell.") }
        let shortage = notices.filter {
            $0.code != "field.neverSeen" && !$0.code.hasPrefix("cell.")
        }
        let partial =
            summary.totals.isPartial
            ? [RunNotice(Diagnostic("run.partial", RunTotals.partialWords), isError: false)] : []
        let cases = [
            ("partial", partial), ("records", shortage), ("cells", cells), ("fields", fields),
        ].filter {
            !$1.isEmpty
        }
        return suite(of: cases) + recordsSuite(summary) + "</testsuites>\n"
    }

    /// Returns the suite of what is known when all inputs were read: the rules about the records of the data set, and
    /// the rules of fields that failed more often than their tolerance allows.
    private func recordsSuite(_ summary: RunSummary) -> String {
        let all = cases.enumerated().filter { index, testCase in
            layout.isRecordsRule(index) || testCase.count > 0
        }
        guard !all.isEmpty else { return "" }
        let cases = all.map(\.element)
        var lines = all.map { index, _ -> String in
            let words = summary.totals.dataSet?.words(of: index - layout.fieldRuleCount) ?? ""
            return words.isEmpty ? "" : XMLText.line(words) + "\n"
        }
        let errors = cases.count(where: \.isError)
        var text =
            " <testsuite name=\"\(XMLText.line(rulesFile)): \(CompiledRecordsRule.key)\" tests=\"\(cases.count)\" "
            + "failures=\"\(cases.count { $0.isFailed && !$0.isError })\" errors=\"\(errors)\" "
            + "skipped=\"0\" time=\"0.000\">\n"
        for testCase in cases { text += Self.element(of: testCase, note: lines.removeFirst()) }
        return text + " </testsuite>\n"
    }

    /// Returns a suite for the messages at the end of the run, if there are any.
    private func suite(of cases: [(name: String, notices: [RunNotice])]) -> String {
        guard !cases.isEmpty else { return "" }
        let name = XMLText.line(rulesFile)
        let errors = cases.count { $0.notices.contains(where: \.isError) }
        let elements = cases.map { testCase in
            let element =
                if let error = testCase.notices.first(where: \.isError) {
                    Self.errorElement(code: error.code, message: error.text)
                } else {
                    "   <system-out>"
                        + testCase.notices.map { XMLText.line($0.line) + "\n" }.joined()
                        + "</system-out>\n"
                }
            return "  <testcase classname=\"\(name)\" name=\"\(testCase.name)\">\n" + element
                + "  </testcase>\n"
        }
        return " <testsuite name=\"\(name)\" tests=\"\(cases.count)\" failures=\"0\" "
            + "errors=\"\(errors)\" skipped=\"0\" time=\"0.000\">\n" + elements.joined()
            + " </testsuite>\n"
    }

    private static func errorElement(code: String, message: String) -> String {
        "   <error type=\"\(XMLText.line(code))\" message=\"\(XMLText.line(message))\"/>\n"
    }

    mutating func beginInput(_ name: String) {
        self.name = name
        forgetFindings()
        start = .now
    }

    private mutating func forgetFindings() {
        tally = FindingTally(count: layout.slots.count)
        findings = Array(repeating: [], count: layout.rules.count + 1)
        limiter.reset()
    }

    mutating func take(_ chunk: ReportedChunk) -> ArraySlice<UInt8> {
        tally += chunk.tally
        var findings = findings
        limiter.forEachTaken(chunk) { findings[$0] += $1 }
        self.findings = findings
        return []
    }

    // MARK: - A suite

    private struct Case {
        let name: String
        let className: String
        /// The codes with the numbers of their findings.
        var codes: [(code: String, count: Int)]
        let text: [UInt8]
        let isWarning: Bool

        var count: Int { codes.reduce(0) { $0 + $1.count } }
        var isFailed: Bool { count > 0 && !isWarning }
        /// `true` if the case failed only because the rule could not decide.
        var isError: Bool { isFailed && codes.allSatisfy { $0.code.hasPrefix("fault.") } }
    }

    mutating func endInput(_ error: Diagnostic?) -> String {
        guard let name else { return "" }
        self.name = nil
        let cases = self.cases.enumerated().filter { !layout.isRecordsRule($0.offset) }.map(
            \.element)
        let errors = cases.count(where: \.isError) + (error == nil ? 0 : 1)
        let failures = cases.count { $0.isFailed && !$0.isError }
        let time = (ContinuousClock.now - start).inSeconds
        var text =
            " <testsuite name=\"\(XMLText.line(name))\" tests=\"\(cases.count + 1)\" "
            + "failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\" "
            + "time=\"\(Decimals.text(time, digits: 3))\">\n"
        text += Self.inputCase(error, className: XMLText.line(rulesFile))
        for testCase in cases { text += Self.element(of: testCase) }
        // What follows is about the data set.
        forgetFindings()
        return text + " </testsuite>\n"
    }

    /// Returns the case that fails if the input cannot be read to its end.
    private static func inputCase(_ error: Diagnostic?, className: String) -> String {
        let head = "  <testcase classname=\"\(className)\" name=\"input\""
        guard let error else { return head + "/>\n" }
        return head + ">\n" + errorElement(code: error.code, message: error.message)
            + "  </testcase>\n"
    }

    private var cases: [Case] {
        var codes: [[(code: String, count: Int)]] = Array(
            repeating: [], count: layout.rules.count + 1)
        for (slot, count) in layout.counts(of: tally) {
            codes[slot.rule ?? layout.rules.count].append((slot.code, count))
        }
        let className = XMLText.line(rulesFile)
        let rules = layout.rules.enumerated().map { index, rule in
            Case(
                name: XMLText.line("\(rule.key): \(rule.title)"), className: className,
                codes: codes[index], text: findings[index],
                isWarning: codes[index].allSatisfy { rule.isWarning($0.code) })
        }
        let record = Case(
            name: "record", className: className, codes: codes[layout.rules.count],
            text: findings[layout.rules.count],
            isWarning: layout.warnsOfUnknownFields
                && codes[layout.rules.count].allSatisfy { $0.code == "record.unknownField" })
        return rules + [record]
    }

    /// - Parameters:
    ///   - testCase: The case.
    ///   - note: A line with the numbers of a rule about the data set, or nothing.
    /// - Returns: The element.
    private static func element(of testCase: Case, note: String = "") -> String {
        let head = "  <testcase classname=\"\(testCase.className)\" name=\"\(testCase.name)\""
        guard testCase.count > 0 else {
            guard !note.isEmpty else { return head + "/>\n" }
            return head + ">\n   <system-out>\(note)</system-out>\n  </testcase>\n"
        }
        let codes = testCase.codes.map { "\($0.code) \($0.count)" }.joined(separator: ", ")
        var text = String(decoding: testCase.text, as: UTF8.self)
        if testCase.count > JUnitFormat.most {
            text += "and \(testCase.count - JUnitFormat.most) more\n"
        }
        text = note + text
        guard testCase.isFailed else {
            return head + ">\n   <system-out>\(XMLText.line(codes))\n\(text)</system-out>\n"
                + "  </testcase>\n"
        }
        let element = testCase.isError ? "error" : "failure"
        return head + ">\n   <\(element) type=\"\(XMLText.line(testCase.codes[0].code))\" "
            + "message=\"\(XMLText.line(codes))\">\(text)</\(element)>\n  </testcase>\n"
    }
}
