// SPDX-License-Identifier: Apache-2.0
import Assay
import Glibc

/// Mode J: the bytes of a JSON document to its report, each timed by itself, as a service validates
/// bodies of requests.
struct BodyBenchmark {
    private let options: BenchOptions
    private let manager: ValidatorsManager

    init(_ options: BenchOptions, _ manager: ValidatorsManager) {
        self.options = options
        self.manager = manager
        if options.isObserved { manager.observe(by: SilentObserver(), as: "benchmark") }
    }

    func run() throws {
        let lines = try FileLines(options.file)
        var result = pass(lines) { _ in }
        var times = Latencies(capacity: lines.count)
        for _ in 0..<(options.passes ?? 1) {
            times.removeAll()
            result = pass(lines) { times.append($0) }
        }
        times.print(result, options)
    }

    private func pass(_ lines: FileLines, _ time: (UInt64) -> Void) -> BenchResult {
        var result = BenchResult()
        lines.forEach { line in
            let start = Latencies.now()
            let report = manager.validate(json: line)
            time(Latencies.now() - start)
            result.records += 1
            result.invalid += report.isValid ? 0 : 1
            result.errors += report.violations.count + report.faults.count
        }
        return result
    }
}

/// Does nothing with what it is told.
private struct SilentObserver: ValidationObserver {
    func didValidate(_ event: ValidationEvent) {}
}

/// The lines of a file, in memory.
private struct FileLines {
    private let bytes: [UInt8]
    private let ranges: [Range<Int>]

    init(_ path: String) throws {
        guard let file = fopen(path, "r") else {
            throw UsageError(message: "cannot read \(path): \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
            bytes += buffer[..<count]
        }
        var start = 0
        var ranges: [Range<Int>] = []
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            ranges.append(start..<index)
            start = index + 1
        }
        if start < bytes.count { ranges.append(start..<bytes.count) }
        self.bytes = bytes
        self.ranges = ranges
    }

    var count: Int { ranges.count }

    /// Calls `body` with each line.
    func forEach(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            for range in ranges { body(UnsafeBufferPointer(rebasing: bytes[range])) }
        }
    }
}
