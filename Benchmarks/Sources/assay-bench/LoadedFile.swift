// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// A file parsed into batches that stay in memory.
struct LoadedFile {
    private var keptAlive: [(InputChunk, RecordParser)] = []
    private(set) var batches: [RecordBatch] = []

    init(_ options: BenchOptions, _ plan: ValidationPlan) throws {
        let readerOptions = ReaderOptions()
        let reader = try ChunkReader(
            try ByteSource(path: options.file), options: readerOptions, plan: plan)
        while true {
            let chunk = reader.makeChunk()
            guard try reader.next(chunk) else { break }
            let parser = try RecordParser(plan, options: readerOptions)
            batches.append(try parser.parse(chunk).batch)
            keptAlive.append((chunk, parser))
        }
    }

    var recordCount: Int { batches.reduce(0) { $0 + $1.count } }
}
