// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayRules
import PluginWorkshop
import Testing

/// The tests that Unicode has for the forms, of Debian's package unicode-data.
enum NormalizationTestFile {
    private static let file = "/usr/share/unicode/NormalizationTest.txt.bz2"

    /// The lines of the version that the tables are made from.
    static let lines: [Substring]? = {
        guard let program = Program.find("bzcat"),
            let text = try? Program.outcome(of: program, [file]).output,
            text.hasPrefix("# NormalizationTest-15.0.0.txt")
        else { return nil }
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("@") }
    }()
}

@Suite(
    .enabled(
        if: NormalizationTestFile.lines != nil, "no NormalizationTest of Unicode 15.0.0"))
struct NormalizationTests {
    @Test func formsOfEachLineAreThoseThatItNames() {
        let bench = ServiceBench()
        let forms = [
            (ASSAY_TEXT_NFC, [1, 1, 1, 3, 3]), (ASSAY_TEXT_NFD, [2, 2, 2, 4, 4]),
            (ASSAY_TEXT_NFKC, [3, 3, 3, 3, 3]), (ASSAY_TEXT_NFKD, [4, 4, 4, 4, 4]),
        ]
        var wrong: [Substring] = []
        for line in NormalizationTestFile.lines ?? [] {
            let columns = line.split(separator: ";").prefix(5).map(Self.text)
            guard columns.count == 5 else { continue }
            for (form, expected) in forms {
                for (column, target) in expected.enumerated() {
                    let found = bench.normalized(columns[column], form)
                    if found.map({ Array($0.utf8) }) != Array(columns[target].utf8) {
                        wrong.append(line)
                    }
                }
            }
        }
        #expect(wrong == [])
    }

    /// The rule `normalized` passes a column where the file has it as the form of itself.
    @Test func ruleAcceptsWhatIsInTheForm() throws {
        let forms: [(RuleExpression.NormalizationForm, [Int])] = [
            (.nfc, [1, 1, 1, 3, 3]), (.nfd, [2, 2, 2, 4, 4]),
            (.nfkc, [3, 3, 3, 3, 3]), (.nfkd, [4, 4, 4, 4, 4]),
        ]
        var wrong: [String] = []
        for (form, expected) in forms {
            let manager = try ValidatorsManager(
                RuleSet(Field("value", .normalized(form))),
                registry: .standard())
            for line in NormalizationTestFile.lines ?? [] {
                let columns = line.split(separator: ";").prefix(5).map(Self.text)
                guard columns.count == 5 else { continue }
                for (column, target) in expected.enumerated() {
                    let isForm = Array(columns[column].utf8) == Array(columns[target].utf8)
                    let report = manager.validate(["value": .string(columns[column])])
                    if report.isValid != isForm { wrong.append("\(form) \(column): \(line)") }
                }
            }
        }
        #expect(wrong == [])
    }

    private static func text(_ column: Substring) -> String {
        var text = String.UnicodeScalarView()
        for number in column.split(separator: " ") {
            if let scalar = UInt32(number, radix: 16).flatMap(Unicode.Scalar.init) {
                text.append(scalar)
            }
        }
        return String(text)
    }
}
