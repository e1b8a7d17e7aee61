// SPDX-License-Identifier: Apache-2.0

extension CheckReport {
    /// The report for people, with its line feeds.
    ///
    /// Texts of the plugin are in it unchanged: code that prints it has to make them safe line by
    /// line.
    package var lines: [String] {
        var lines = ["\(id) \(version) (\(path)), seed \(seed)"]
        for result in results { lines += self.lines(of: result) }
        if !deniedCalls.isEmpty {
            lines.append("failed in the jail: \(deniedCalls.joined(separator: ", "))")
        }
        let failed = results.count { !$0.findings.isEmpty }
        lines.append(
            failed == 0
                ? "passed: \(results.count) checks" : "failed: \(failed) of \(results.count) checks"
        )
        return lines
    }

    private func lines(of result: CheckResult) -> [String] {
        var lines: [String] = []
        switch result.verdict {
        case .passed: lines.append("passed          \(Self.padded(result.name)) \(result.summary)")
        case .notApplicable(let reason):
            lines.append("not applicable  \(Self.padded(result.name)) \(reason)")
        case .failed(let findings):
            lines.append("failed          \(Self.padded(result.name)) \(result.summary)")
            for finding in findings {
                lines += self.lines(of: finding)
                lines.append("  replay      \(replay(of: result))")
            }
        }
        for warning in result.warnings {
            lines.append("  warning")
            lines += self.lines(of: warning)
        }
        for figure in result.figures {
            lines.append("  \(figure.rule): \(figure.value) \(figure.unit) \(figure.name)")
        }
        return lines
    }

    private func lines(of finding: CheckFinding) -> [String] {
        let place = finding.place
        var lines: [String] = []
        if let rule = place.rule { lines.append("  rule        \(rule)") }
        if let expression = place.expression { lines.append("  expression  \(expression)") }
        if let settings = place.settings { lines.append("  settings    \(settings)") }
        if let value = place.value { lines.append("  value       \(value)") }
        if let row = place.row, let rows = place.rows {
            lines.append("  row         \(row) of \(rows)")
        }
        return lines + [
            "  found       \(finding.found)", "  expected    \(finding.expected)",
            "  do          \(finding.remedy)",
        ]
    }

    private static func padded(_ name: String) -> String {
        name + String(repeating: " ", count: max(0, 14 - name.count))
    }
}
