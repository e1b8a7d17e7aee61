// SPDX-License-Identifier: Apache-2.0

/// A command line that cannot be used, with the text for the user.
struct UsageError: Error {
    let text: String
}

/// The command line of the generator.
struct Options {
    var records = 100_000
    var seed: UInt64 = 1
    /// The share of records with violations, 0 to 1.
    var invalidShare = 0.1
    /// How many rules an invalid record breaks, 1 to 13.
    var violations = 1...3
    var format = OutputFormat.ndjson
    var output = ""
    var truth: String?

    static let usage = """
        usage: signup-generator --output FILE [--truth FILE] [--format ndjson|csv|csv-quoted]
                                [--records N] [--seed S] [--invalid-share 0.1] [--violations 1...3]

        """

    /// Reads the arguments after the program's name.
    ///
    /// - Throws: `UsageError` for an unknown option, a missing value or a value out of range.
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else {
                throw UsageError(text: "option \(name) needs a value")
            }
            try set(name, value)
        }
        if output.isEmpty { throw UsageError(text: "option --output is missing") }
    }

    private mutating func set(_ name: String, _ value: String) throws(UsageError) {
        switch name {
        case "--records": records = try checked(name, value, Int(value), in: 0...1_000_000_000)
        case "--seed": seed = try checked(name, value, UInt64(value), in: 0...UInt64.max)
        case "--invalid-share": invalidShare = try checked(name, value, Double(value), in: 0...1)
        case "--violations": violations = try range(name, value)
        case "--format": format = try format(value)
        case "--output": output = value
        case "--truth": truth = value
        default: throw UsageError(text: "unknown option \(name)")
        }
    }

    private func checked<Number>(
        _ name: String, _ text: String, _ number: Number?, in allowed: ClosedRange<Number>
    ) throws(UsageError) -> Number {
        guard let number, allowed.contains(number) else {
            throw UsageError(
                text: "option \(name) takes a number from \(allowed.lowerBound) to "
                    + "\(allowed.upperBound), not '\(text)'")
        }
        return number
    }

    private func range(_ name: String, _ text: String) throws(UsageError) -> ClosedRange<Int> {
        let bounds = text.split(separator: ".").compactMap { Int($0) }
        let most = SignupField.allCases.count
        guard bounds.count == 2, bounds[0] >= 1, bounds[0] <= bounds[1], bounds[1] <= most else {
            throw UsageError(text: "option \(name) takes a range within 1...\(most), not '\(text)'")
        }
        return bounds[0]...bounds[1]
    }

    private func format(_ text: String) throws(UsageError) -> OutputFormat {
        guard let format = OutputFormat(rawValue: text) else {
            throw UsageError(text: "option --format takes ndjson, csv or csv-quoted, not '\(text)'")
        }
        return format
    }
}
