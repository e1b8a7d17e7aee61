// SPDX-License-Identifier: Apache-2.0
import Assay

/// The colors of a terminal, which leave texts as they are if they are off.
struct Paint: Equatable {
    let isOn: Bool

    static let none = Paint(isOn: false)

    func good(_ text: String) -> String { color(text, number: 32) }
    func bad(_ text: String) -> String { color(text, number: 31) }
    func doubtful(_ text: String) -> String { color(text, number: 33) }
    func faint(_ text: String) -> String { color(text, number: 90) }
    func strong(_ text: String) -> String { color(text, number: 1) }

    /// The meaning of a color.
    enum Tone: Int, Sendable {
        case bad = 31
        case good = 32
        case doubtful = 33

        init(isGood: Bool) { self = isGood ? .good : .bad }

        init(_ kind: FindingKind) { self = kind == .error ? .bad : .doubtful }
    }

    func text(_ text: String, in tone: Tone) -> String { color(text, number: tone.rawValue) }

    /// A text whose lines without indentation are headings.
    func headings(of text: String) -> String {
        guard isOn else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix(" ") ? String(line) : strong(String(line))
        }.joined(separator: "\n")
    }

    private func color(_ text: String, number: Int) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(number)m\(text)\u{1B}[0m" : text
    }
}
