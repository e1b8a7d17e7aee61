// SPDX-License-Identifier: Apache-2.0

/// Colours of a terminal; nothing at all where they are off.
struct Paint: Equatable {
    let isOn: Bool

    static let none = Paint(isOn: false)

    func good(_ text: String) -> String { color(text, number: 32) }
    func bad(_ text: String) -> String { color(text, number: 31) }
    func doubtful(_ text: String) -> String { color(text, number: 33) }
    func faint(_ text: String) -> String { color(text, number: 90) }
    func strong(_ text: String) -> String { color(text, number: 1) }

    private func color(_ text: String, number: Int) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(number)m\(text)\u{1B}[0m" : text
    }
}
