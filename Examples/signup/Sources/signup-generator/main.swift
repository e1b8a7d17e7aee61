// SPDX-License-Identifier: Apache-2.0
// Writes sign-up records with a seeded share of violations, and what a validator has to find in them.
import Glibc

func generate(_ options: Options) throws(FileError) {
    var generator = RecordGenerator(random: SplitMix64(seed: options.seed))
    var truth = Truth()
    var output = try FileOutput(path: options.output)
    try output.append { $0 += options.format.header }
    for _ in 0..<options.records {
        var record = generator.validRecord()
        var broken: [BrokenRule] = []
        if generator.random.chance(options.invalidShare) {
            let count = generator.random.int(options.violations)
            for field in generator.random.sample(SignupField.allCases, count) {
                broken.append(generator.breakField(field, of: &record))
            }
        }
        truth.count(broken, format: options.format)
        try output.append { options.format.append(record, to: &$0) }
    }
    truth.bytes = try output.finish()
    if let path = options.truth {
        var file = try FileOutput(path: path)
        try file.append { $0 += truth.json(options) }
        _ = try file.finish()
    }
}

func complain(_ text: String) {
    let bytes = Array(("signup-generator: " + text + "\n").utf8)
    _ = write(2, bytes, bytes.count)
}

do {
    try generate(try Options(Array(CommandLine.arguments.dropFirst())))
} catch let error as UsageError {
    complain(error.text + "\n" + Options.usage)
    exit(2)
} catch let error as FileError {
    complain(error.text)
    exit(3)
} catch {
    complain("\(error)")
    exit(1)
}
