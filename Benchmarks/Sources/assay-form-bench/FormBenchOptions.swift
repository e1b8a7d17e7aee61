// SPDX-License-Identifier: Apache-2.0

struct FormBenchOptions {
    var fields = 100
    var keystrokes = 10_000
    var rounds = 15

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            guard let text = rest.popFirst(), let number = Int(text), number > 1 else {
                throw UsageError(message: "\(name) takes a number above 1")
            }
            switch name {
            case "--fields": fields = number
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
