// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The options of the command line.
struct BenchOptions {
    var mode = "A"
    var file = ""
    var threads = 1
    var rules = "Examples/signup/signup.yaml"
    /// Where to write the errors of each record, to be compared with the truth.
    var errors: String?
    /// How many passes are measured, for those who count instructions; nil: as many as take a second.
    var passes: Int?
    /// Whether an observer is told of each record, in J.
    var isObserved = false

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else {
                throw UsageError(message: "\(option) needs a value")
            }
            switch option {
            case "--mode": mode = value
            case "--file": file = value
            case "--threads": threads = Int(value) ?? 1
            case "--rules": rules = value
            case "--errors": errors = value
            case "--passes": passes = Int(value)
            case "--observer": isObserved = value == "one"
            default: throw UsageError(message: "unknown option \(option)")
            }
        }
    }
}

struct UsageError: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
}

/// What a run counted, as the line that the benchmark's tools read.
struct BenchResult {
    var records = 0
    var invalid = 0
    var errors = 0

    func print(_ options: BenchOptions, seconds: Double, _ more: String = "") {
        Swift.print(
            "{\"engine\":\"assay\",\"mode\":\"\(options.mode)\",\"threads\":\(options.threads),"
                + "\"records\":\(records),\"invalid\":\(invalid),\"errors\":\(errors),"
                + "\"vectors\":\"\(ValidationPlan.vectors)\",\"seconds\":\(seconds)\(more)}")
    }
}

extension [Double] {
    var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}

extension BenchOptions {
    /// Runs passes until they took a second, or as many as the options say, and returns the seconds of each.
    func times(
        atLeast least: Int, atMost most: Int, of pass: () throws -> Void
    ) rethrows -> [Double] {
        let clock = ContinuousClock()
        var times: [Double] = []
        while passes.map({ times.count < $0 })
            ?? (times.count < least || (times.reduce(0, +) < 1 && times.count < most))
        {
            times.append(try clock.measure(pass) / .seconds(1))
        }
        return times
    }
}
