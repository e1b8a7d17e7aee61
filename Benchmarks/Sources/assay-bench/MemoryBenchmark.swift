// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Glibc

/// Modes A and C: batches in memory, every error collected.
struct MemoryBenchmark {
    private let options: BenchOptions
    private let plan: ValidationPlan

    init(_ options: BenchOptions, _ plan: ValidationPlan) {
        self.options = options
        self.plan = plan
    }

    func run() throws {
        let loaded = try LoadedFile(options, plan)
        let session = ValidationSession(plan)
        var collected: [CollectedError] = []
        _ = pass(loaded, session, &collected)
        var result = BenchResult()
        let times = options.times(atLeast: 3, atMost: 15) {
            result = pass(loaded, session, &collected)
        }
        if let path = options.errors { try write(collected, to: path) }
        result.print(options, seconds: times.median)
    }

    /// A line for each invalid record: `{"record":0,"errors":[["zip","regex"]]}`.
    private func write(_ collected: [CollectedError], to path: String) throws {
        guard let file = fopen(path, "w") else {
            throw UsageError(message: "cannot write \(path): \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        let rules = plan.rules
        let offsets = plan.ruleOffsets
        var rest = collected[...]
        while let first = rest.first {
            let errors = rest.prefix { $0.record == first.record }.map { error in
                let rule = rules[offsets[Int(error.validator)] + Int(error.rule)]
                return "[\"\(rule.key)\",\"\(rule.rule)\"]"
            }
            rest = rest.dropFirst(errors.count)
            let list = errors.joined(separator: ",")
            fputs("{\"record\":\(first.record),\"errors\":[\(list)]}\n", file)
        }
    }

    private func pass(
        _ loaded: LoadedFile, _ session: ValidationSession, _ collected: inout [CollectedError]
    ) -> BenchResult {
        collected.removeAll(keepingCapacity: true)
        var result = BenchResult()
        for batch in loaded.batches {
            let report = session.validate(batch)
            result.invalid += report.invalidCount
            for index in 0..<report.count {
                let row = result.records + report.row(at: index)
                guard let rule = report.validatorAndStep(at: index) else { continue }
                collected.append(
                    CollectedError(
                        record: UInt32(row), validator: UInt16(rule.validator),
                        rule: UInt16(rule.step)))
            }
            result.records += batch.count
        }
        result.errors = collected.count
        return result
    }
}

/// An error as a program would keep it.
struct CollectedError {
    let record: UInt32
    let validator: UInt16
    let rule: UInt16
}
