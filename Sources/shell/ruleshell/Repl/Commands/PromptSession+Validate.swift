// SPDX-License-Identifier: Apache-2.0
import Assay

// :validate, :summary
extension PromptSession {
    /// Validates all records of the open file, and shows the first that are invalid.
    func validateFile() throws(Diagnostic) {
        let file = try openFile()
        do throws(InputError) {
            writeLong(try validation(of: file))
        } catch {
            throw Diagnostic(atPrompt: error)
        }
    }

    /// Counts the findings of the open file by rule and by field.
    func summarizeFile() throws(Diagnostic) {
        let file = try openFile()
        do throws(InputError) {
            let validation = try validate(file)
            guard settings.mode != .json else { return write(validation.json + "\n") }
            let text = SummaryText(summary: validation.summary, columns: answerColumns)
                .text(notices: validation.notices)
            writeLong(paint.headings(of: text))
        } catch {
            throw Diagnostic(atPrompt: error)
        }
    }

    private func validate(_ file: DataFile) throws(InputError) -> FileValidation {
        try FileValidation(
            file,
            format: FullFormat(
                ruleSet: file.ruleSet, columns: answerColumns, reasons: reasons, isAtPrompt: true),
            interruption: interruption)
    }

    /// Validates all records of a file.
    ///
    /// - Returns: The answer: the findings of the first invalid records, and the numbers of all.
    func validation(of file: DataFile) throws(InputError) -> String {
        let validation = try validate(file)
        switch settings.mode {
        case .json: return validation.json + "\n"
        case .concise: return validation.line(with: paint) + warnings(of: validation)
        case .full: break
        }
        let hidden = validation.hiddenCount
        let more =
            hidden > 0
            ? "\(Counted.text(hidden, of: "more invalid record")) \(hidden == 1 ? "is" : "are") "
                + "not shown; :summary counts all findings\n" : ""
        return validation.excerpts + validation.line(with: paint) + warnings(of: validation)
            + paint.faint(more)
    }

    private func warnings(of validation: FileValidation) -> String {
        validation.notices.map { warning($0.code, $0.text) }.joined()
    }
}
