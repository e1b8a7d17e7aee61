// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayTrials

/// The answer of `:example`.
struct ExampleText {
    let paint: Paint

    func text(of outcome: ExampleSearch.Outcome) -> String {
        var text = ""
        if let passing = outcome.passing, passing.value == .absent, !outcome.acceptsMissing {
            text +=
                "\(paint.good("passes"))  none of \(outcome.tried) values; the rules do not run on missing "
                + "values\n"
        } else if let passing = outcome.passing {
            text += "\(paint.good("passes"))  \(shown(of: passing))\n"
        } else {
            text +=
                "\(paint.good("passes"))  "
                + "none of \(outcome.tried) values; the rules may contradict each other\n"
        }
        let real = outcome.failing.filter { !$0.code.hasSuffix(".kind") }
        let failing = real.isEmpty ? outcome.failing : real
        if failing.isEmpty {
            text += "\(paint.bad("fails"))   none of \(outcome.tried) values\n"
        }
        let width = min(32, failing.map { shown(of: $0.example).count }.max() ?? 0)
        for (code, message, example) in failing {
            let value = shown(of: example)
            let space = String(repeating: " ", count: max(0, width - value.count) + 2)
            let reason = SafeText.line("\(code): \(message)")
            text += "\(paint.bad("fails"))   \(value)\(space)\(reason)\n"
        }
        return text
    }

    private func shown(of example: ExampleValue) -> String {
        let fields = example.fields.filter { $0.value != .absent }.map {
            SafeText.line("\($0.key) \($0.value.json)")
        }
        let with = fields.isEmpty ? "" : " with \(fields.joined(separator: ", "))"
        return AnswerText.value(of: example.value) + with
    }
}
