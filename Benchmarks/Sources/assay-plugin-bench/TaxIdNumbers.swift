// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Glibc

/// German tax numbers, the same at each run: one in a hundred has a wrong check digit.
struct TaxIdNumbers {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    private let count: Int

    init(count: Int) { self.count = count }

    /// The numbers as records with one field, `taxId`, parsed as a file would be.
    func batch() throws -> [ParsedBatch] {
        let manager = try ValidatorsManager(registry: RuleRegistry())
        try manager.addValidator(for: "taxId", Validator())
        let plan = manager.plan
        guard let stream = tmpfile() else { throw UsageError(message: "no temporary file") }
        defer { fclose(stream) }
        let file = fileno(stream)
        guard write(file, lines()) else { throw UsageError(message: "no space for the numbers") }
        let reader = try ChunkReader(
            ByteSource(descriptor: file, name: "numbers", closes: false), options: ReaderOptions(),
            plan: plan)
        var batches: [ParsedBatch] = []
        while true {
            let chunk = reader.makeChunk()
            guard try reader.next(chunk) else { return batches }
            let parser = try RecordParser(plan, options: ReaderOptions())
            batches.append(
                ParsedBatch(chunk: chunk, parser: parser, batch: try parser.parse(chunk).batch))
        }
    }

    private func write(_ file: Int32, _ bytes: [UInt8]) -> Bool {
        Glibc.write(file, bytes, bytes.count) == bytes.count && lseek(file, 0, SEEK_SET) == 0
    }

    private func lines() -> [UInt8] {
        var numbers = self
        return (0..<count).flatMap { Array("{\"taxId\":\"\(numbers.next($0))\"}\n".utf8) }
    }

    private mutating func random(below limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(limit))
    }

    private mutating func next(_ index: Int) -> String {
        var digits = Array(1...9)
        for place in digits.indices { digits.swapAt(place, random(below: digits.count)) }
        digits.insert(digits[random(below: 9)], at: 1 + random(below: 9))
        var product = 10
        for digit in digits {
            let sum = (product + digit) % 10
            product = (sum == 0 ? 10 : sum) * 2 % 11
        }
        digits.append((11 - product + (index % 100 == 0 ? 1 : 0)) % 10)
        return digits.map(String.init).joined()
    }
}

/// Records that stay in memory with what they borrow from.
struct ParsedBatch {
    let chunk: InputChunk
    let parser: RecordParser
    let batch: RecordBatch
}
