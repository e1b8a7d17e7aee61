// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// The machine of a measurement, by name, for people who compare two.
struct BenchMachine: Equatable {
    var processor: String
    var processors: Int
    var system: String

    /// Returns this machine, whose processor is "unknown" if the system does not name it.
    static func current() -> BenchMachine {
        let lines = text(of: "/proc/cpuinfo").split(separator: "\n")
        let name = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
        let release = text(of: "/proc/sys/kernel/osrelease")
        return BenchMachine(
            processor: name.map { String($0.drop { $0 == " " }) } ?? "unknown",
            processors: lines.count { $0.hasPrefix("processor") },
            system: "Linux \(release.prefix { $0 != "\n" })")
    }

    private static func text(of path: String) -> String {
        let bytes = try? SmallFile.read(path, limit: 1 << 20)
        return String(decoding: bytes ?? [], as: UTF8.self)
    }

    var value: Value {
        [
            "processor": .string(processor), "processors": .integer(Int64(processors)),
            "system": .string(system),
        ]
    }
}

extension BenchMachine {
    init(_ value: Value) {
        self.init(processor: "unknown", processors: 0, system: "unknown")
        if case .string(let processor) = value["processor"] { self.processor = processor }
        if case .integer(let count) = value["processors"] { processors = Int(clamping: count) }
        if case .string(let system) = value["system"] { self.system = system }
    }
}
