// SPDX-License-Identifier: Apache-2.0

/// The prompt without a terminal: the lines of standard input, answers on standard output.
struct ScriptPrompt {
    let session: PromptSession
    /// `true` if the script continues after errors.
    let keepsGoing: Bool

    func run() -> ExitStatus {
        var status = ExitStatus.valid
        var number = 0
        while !session.isEnded {
            let line = readLine(strippingNewline: true)
            if line != nil { number += 1 }
            do throws(Diagnostic) {
                if let line { try session.take(line) } else { try session.endInput() }
            } catch {
                StandardError.write(error.at(line: number, of: "-").shown)
                status = .unusable
                if !keepsGoing { return status }
            }
            if line == nil { return status }
        }
        return status
    }
}
