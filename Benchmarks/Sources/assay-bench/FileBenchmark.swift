// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Mode B: a file from the page cache, read, parsed and validated by any number of threads.
struct FileBenchmark {
    private let options: BenchOptions
    private let validator: StreamValidator

    init(_ options: BenchOptions, _ plan: ValidationPlan) {
        self.options = options
        validator = StreamValidator(plan, threadCount: options.threads)
    }

    func run() throws {
        var counts = StreamCounts()
        let times = try options.times(atLeast: 1, atMost: 9) { counts = try pass() }
        BenchResult(
            records: counts.records, invalid: counts.invalid,
            errors: counts.violations + counts.warnings + counts.faults
        ).print(options, seconds: times.median, ",\"bytes\":\(counts.bytes)")
    }

    /// Every error is collected as the record and rule it is about, in the order of the file.
    private func pass() throws -> StreamCounts {
        let collected = ErrorList()
        return try validator.run(try ByteSource(path: options.file)) { report in
            (0..<report.findings.count).compactMap { index in
                report.findings.validatorAndStep(at: index).map {
                    CollectedError(
                        record: UInt32(
                            report.locator.recordNumber(row: report.findings.row(at: index))),
                        validator: UInt16($0.validator), rule: UInt16($0.step))
                }
            }
        } emit: { errors, _ in
            collected.append(errors)
            return true
        }
    }
}

/// The errors of a run; `emit` is called one at a time.
private final class ErrorList: @unchecked Sendable {  // written by one call at a time
    private var errors: [CollectedError] = []

    func append(_ more: [CollectedError]) {
        errors.append(contentsOf: more)
    }
}
