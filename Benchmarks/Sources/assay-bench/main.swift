// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Glibc

// assay-bench --mode A|B|C|D --file X.ndjson [--threads N] [--rules F.yaml]
//
// A and C validate records that are in memory, B reads and validates a file, D times single
// records. The last line on standard output is a JSON object with what was counted and measured.

do {
    let options = try BenchOptions(CommandLine.arguments.dropFirst())
    let registry = RuleRegistry.standard()
    let plan = try RuleSetLoader.load(file: options.rules, registry: registry).plan
    switch options.mode {
    case "B": try FileBenchmark(options, plan).run()
    case "D": try LatencyBenchmark(options, plan).run()
    default: try MemoryBenchmark(options, plan).run()
    }
} catch {
    print("assay-bench: \(error)")
    exit(2)
}
