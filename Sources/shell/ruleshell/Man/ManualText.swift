// SPDX-License-Identifier: Apache-2.0

/// The manual page as text for a terminal: what man(1) would make of the requests that `ManualPage` writes.
struct ManualText {
    let columns: Int
    let paint: Paint

    private static let indent = 7
    private static let deepIndent = 14

    /// A page in the language of man(7) as text.
    func text(of page: String) -> String {
        var lines: [String] = []
        var indent = Self.indent
        // The line after .TP is a tag, what follows it is further in.
        var isTag = false
        // A command and its arguments are one line.
        var isJoined = false
        for line in page.split(separator: "\n") {
            let (request, rest) = Self.parts(of: String(line))
            switch request {
            case ".TH", ".br": continue
            case ".SH", ".SS":
                lines += ["", (request == ".SS" ? "   " : "") + paint.strong(rest)]
                indent = Self.indent
            case ".PP":
                lines.append("")
                indent = Self.indent
            case ".TP":
                lines.append("")
                isTag = true
            case ".B":
                lines.append(String(repeating: " ", count: Self.indent) + paint.strong(rest))
                isJoined = !isTag
                if isTag { indent = Self.deepIndent }
                isTag = false
            case "" where isJoined:
                lines[lines.count - 1] += " " + rest
                isJoined = false
            default: lines += wrapped(rest, indent: indent)
            }
        }
        return lines.drop(while: \.isEmpty).map { $0 + "\n" }.joined()
    }

    /// The request of a line, empty for text, and what follows it, as it reads.
    private static func parts(of line: String) -> (request: Substring, rest: String) {
        let isRequest = line.hasPrefix(".")
        let request = isRequest ? line.prefix { $0 != " " } : ""
        let rest = line.dropFirst(request.count).drop { $0 == " " }
        return (
            request,
            String(rest).replacing("\\-", with: "-").replacing("\\e", with: "\\")
                .replacing("\\&", with: "")
        )
    }

    private func wrapped(_ text: String, indent: Int) -> [String] {
        let space = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > min(columns, 100) {
                lines.append(space + line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return line.isEmpty ? lines : lines + [space + line]
    }
}
