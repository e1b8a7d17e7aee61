// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Colours of a terminal; nothing at all where they are off.
struct Paint: Equatable {
    let isOn: Bool

    static let none = Paint(isOn: false)

    func good(_ text: String) -> String { color(text, 32) }
    func bad(_ text: String) -> String { color(text, 31) }
    func doubtful(_ text: String) -> String { color(text, 33) }
    func faint(_ text: String) -> String { color(text, 90) }
    func strong(_ text: String) -> String { color(text, 1) }

    private func color(_ text: String, _ number: Int) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(number)m\(text)\u{1B}[0m" : text
    }

    /// Colours are wanted: standard output is a terminal, and nobody says no (no-color.org).
    static var isWanted: Bool {
        isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR") == "" && variable("TERM") != "dumb"
    }

    private static func variable(_ name: String) -> String {
        getenv(name).map { String(cString: $0) } ?? ""
    }
}
