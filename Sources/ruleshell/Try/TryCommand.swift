// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// `ruleshell try`: checks values with an expression.
struct TryCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "try", abstract: "Tries rules on values.",
        discussion: """
            A value is JSON if it parses as JSON, otherwise text. After --, a value may begin with a dash.
            """)

    @Flag(help: "Take values as text, like cells of a CSV file.")
    var text = false

    @OptionGroup var plugins: PluginOptions

    @Argument(help: "Rules, such as 'required, length(3...20)'.")
    var expression: String

    @Argument(help: ArgumentHelp("Values to check.", valueName: "value"))
    var values: [String]

    func execute() throws(Diagnostic) -> ExitStatus {
        let manager = try validators(try plugins.load())
        var status = ExitStatus.valid
        var output: [UInt8] = []
        for value in values {
            let record =
                text
                ? ValidationRecord(text: [(Self.field, value)])
                : [Self.field: Self.value(of: value)]
            let report = manager.validate(record)
            if !report.isValid { status = .findings }
            Self.append(report, of: text ? .string(value) : record[Self.field], to: &output)
        }
        return StandardOutput.write(output) ? status : .unusable
    }

    private static let field = "value"

    private static func value(of text: String) -> Value {
        (try? JSONValueParser.parse(text)) ?? .string(text)
    }

    private func validators(_ registry: RuleRegistry) throws(Diagnostic) -> ValidatorsManager {
        let rules = try ExpressionArgument.bind(expression, registry: registry)
        let field = Field(FieldPath(key: Self.field), Validator(rules: rules.map { RuleEntry($0) }))
        do throws(RuleSetError) {
            return try ValidatorsManager(RuleSet(field), registry: registry)
        } catch {
            throw Diagnostic(error.issues.first)
        }
    }

    private static func append(
        _ report: ValidationReport, of value: Value, to output: inout [UInt8]
    ) {
        let hasErrors = report.violations.contains { $0.severity == .error }
        let verdict = report.isValid ? "valid" : hasErrors ? "invalid" : "undecided"
        output.append("\(verdict) ")
        SafeText.append(value.json, to: &output)
        output.append("\n")
        for finding in ShownFinding.all(report) {
            output.append("  \(finding.kind.rawValue)[\(SafeText.line(finding.code))] ")
            SafeText.append(finding.message, to: &output)
            output.append("\n")
        }
    }
}
