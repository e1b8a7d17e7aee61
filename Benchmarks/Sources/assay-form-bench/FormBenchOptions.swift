// SPDX-License-Identifier: Apache-2.0

struct FormBenchOptions {
    var fields = 100
    var rows = 1000
    var keystrokes = 10_000
    var rounds = 15
    /// The one that is measured alone, as for a profile; nil for all.
    var scenario: String?

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            guard let text = rest.popFirst() else {
                throw UsageError(message: "\(name) needs a value")
            }
            if name == "--scenario" {
                scenario = text
                continue
            }
            guard let number = Int(text), number > 1 else {
                throw UsageError(message: "\(name) takes a number above 1")
            }
            switch name {
            case "--fields": fields = number
            case "--rows": rows = number
            case "--keystrokes": keystrokes = number
            case "--rounds": rounds = number
            default: throw UsageError(message: "unknown option \(name)")
            }
        }
    }
}

struct UsageError: Error, CustomStringConvertible {
    let message: String

    var description: String { message }
}
