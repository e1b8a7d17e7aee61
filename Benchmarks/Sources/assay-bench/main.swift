// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Glibc

// assay-bench --mode A|B|C|D|J --file X.ndjson [--threads N] [--rules F.yaml] [--passes N] [--observer one]
//
// A and C validate records that are in memory, B reads and validates a file, D times single
// records, J documents from their bytes on. The last line on standard output is a JSON object with
// what was counted and measured.

do {
    let options = try BenchOptions(CommandLine.arguments.dropFirst())
    let registry = RuleRegistry.standard()
    let (ruleSet, plan) = try RuleSetLoader.load(file: options.rules, registry: registry)
    switch options.mode {
    case "B": try FileBenchmark(options, plan).run()
    case "D": try LatencyBenchmark(options, plan).run()
    case "J": try BodyBenchmark(options, ValidatorsManager(ruleSet, registry: registry)).run()
    default: try MemoryBenchmark(options, plan).run()
    }
} catch {
    print("assay-bench: \(error)")
    exit(2)
}
