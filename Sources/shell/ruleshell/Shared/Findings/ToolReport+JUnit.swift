// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

extension ToolReport {
    /// A suite for each file with its cases, or else a suite for the command with a case for each
    /// file.
    var junit: String {
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ruleshell\">\n"
        let body = cases.map { suites(of: $0) } ?? suite
        return head + body + "</testsuites>\n"
    }

    private static func head(name: String, tests: Int, failures: Int, errors: Int = 0) -> String {
        " <testsuite name=\"\(name)\" tests=\"\(tests)\" failures=\"\(failures)\" "
            + "errors=\"\(errors)\" skipped=\"0\">\n"
    }

    private static func line(of finding: ToolFinding) -> String {
        let place = finding.extent.map { "\($0.start.line):\($0.start.column): " } ?? ""
        return XMLText.line("\(place)\(finding.code): \(finding.message)") + "\n"
    }

    // MARK: - Cases

    private func suites(of cases: [ToolCase]) -> String {
        let cases = Dictionary(grouping: cases, by: \.file)
        return files.map { file in
            let own = cases[file] ?? []
            let failed = own.count { $0.finding != nil }
            // What is about no case, such as a part of the file that is none.
            let errors = findings.filter { finding in
                finding.file == file && finding.code != CaseRun.disagreement
            }
            let name = XMLText.line(FileName.shown(file))
            return Self.head(
                name: name, tests: own.count + errors.count, failures: failed,
                errors: errors.count)
                + own.map { Self.element(of: $0, in: name) }.joined()
                + errors.map { Self.element(of: $0, in: name) }.joined() + " </testsuite>\n"
        }.joined()
    }

    private static func element(of testCase: ToolCase, in file: String) -> String {
        let head = "  <testcase classname=\"\(file)\" name=\"\(XMLText.line(testCase.name))\""
        guard let finding = testCase.finding else { return head + "/>\n" }
        return head + ">\n   <failure type=\"\(XMLText.line(finding.code))\" message="
            + "\"\(XMLText.line(finding.message))\">\(line(of: finding))</failure>\n  </testcase>\n"
    }

    private static func element(of error: ToolFinding, in file: String) -> String {
        let place = error.extent.map { "line \($0.start.line)" } ?? "file"
        return "  <testcase classname=\"\(file)\" name=\"\(place)\">\n   <error "
            + "type=\"\(XMLText.line(error.code))\" message=\"\(XMLText.line(error.message))\">"
            + "\(line(of: error))</error>\n  </testcase>\n"
    }

    // MARK: - Files

    private var suite: String {
        let failed = files.count { file in findings.contains { $0.file == file && $0.isError } }
        return Self.head(name: command, tests: files.count, failures: failed)
            + files.map { element(of: $0) }.joined() + " </testsuite>\n"
    }

    private func element(of file: String) -> String {
        let own = findings.filter { $0.file == file }
        let name = XMLText.line(FileName.shown(file))
        let head = "  <testcase classname=\"\(command)\" name=\"\(name)\""
        guard let first = own.first(where: \.isError) ?? own.first else { return head + "/>\n" }
        let lines = own.map { Self.line(of: $0) }.joined()
        guard first.isError else {
            return head + ">\n   <system-out>\(lines)</system-out>\n  </testcase>\n"
        }
        return head + ">\n   <failure type=\"\(XMLText.line(first.code))\" "
            + "message=\"\(Counted.text(own.count, of: "finding"))\">\(lines)</failure>\n"
            + "  </testcase>\n"
    }
}
