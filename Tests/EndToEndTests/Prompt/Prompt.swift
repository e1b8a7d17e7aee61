// SPDX-License-Identifier: Apache-2.0
/// The lines of a prompt that has no terminal.
enum Prompt {
    /// Runs a script.
    static func run(
        _ lines: [String], in folder: Workshop? = nil, _ options: [String] = []
    ) throws -> ProcessResult {
        try RuleShellTool.run(
            ["repl"] + options, in: folder, input: lines.map { $0 + "\n" }.joined())
    }

    /// The text with `#` for every number and unit of time.
    static func withoutTimes(_ text: String) -> String {
        let units = [" ns", " µs", " ms", " s"]
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var line = String(line)
            for unit in units {
                guard let end = line.range(of: unit) else { continue }
                var start = end.lowerBound
                while start > line.startIndex,
                    line[line.index(before: start)].isNumber
                        || line[line.index(before: start)] == "."
                {
                    start = line.index(before: start)
                }
                guard start < end.lowerBound else { continue }
                var spaces = start
                while spaces > line.startIndex, line[line.index(before: spaces)] == " " {
                    spaces = line.index(before: spaces)
                }
                line.replaceSubrange(spaces..<end.upperBound, with: " #")
            }
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) {
                let end = index(start, offsetBy: text.count)
                // A unit is a whole word.
                if end == endIndex || !self[end].isLetter { return start..<end }
            }
            start = index(after: start)
        }
        return nil
    }
}

private let signUpRules = """
    assay: 1
    fields:
      name: required, length(3...20)
      age: required, integer, range(18...120)
      password: { rules: "required, length(8...)", sensitive: true }
      confirm: required, sameAs(password)
      tags: maxItems(3)
      tags[*]: length(1...3)
      zip:
        - rule: digits(5)
          when: { country: equals("DE") }

    """

extension Workshop {
    /// A folder with `people.yaml`, `people.ndjson` and `sign-up.yaml`.
    static func signUp() throws -> Workshop {
        let workshop = try Workshop.people()
        try workshop.write(signUpRules, to: "sign-up.yaml")
        return workshop
    }
}
