// SPDX-License-Identifier: Apache-2.0

/// The options of the command line.
struct PluginBenchOptions {
    var cLibrary = ""
    var swiftLibrary = ""
    var rounds = 15
    var values = 1 << 16

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else {
                throw UsageError(message: "\(option) needs a value")
            }
            switch option {
            case "--c": cLibrary = value
            case "--swift": swiftLibrary = value
            case "--rounds": rounds = max(1, Int(value) ?? 1)
            case "--values": values = max(1, Int(value) ?? 1)
            default: throw UsageError(message: "unknown option \(option)")
            }
        }
    }
}

struct UsageError: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
}

extension [Double] {
    var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}

/// The time of a call, in nanoseconds.
func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .nanoseconds(1)
}
