// SPDX-License-Identifier: Apache-2.0
import Synchronization
@_spi(Engine) import Assay

/// A run of `StreamValidator` over a text: what it found, as lines in the order of the input.
struct StreamRun {
    private(set) var counts = StreamCounts()
    private(set) var chunkCounts: [StreamCounts] = []
    /// Every finding of the run.
    private(set) var findings: [StreamFinding] = []

    var lines: [String] { findings.map(\.text) }

    /// Runs over a text; `stopAfter` is the number of chunks after which the run is ended.
    init(
        _ plan: ValidationPlan, _ text: String, format: InputFormat? = nil,
        chunkBytes: Int = 256 << 10, threadCount: Int = 1, stopAfter: Int? = nil,
        selection: CodeFilter? = nil
    ) throws {
        try self.init(
            plan, .of(text), format: format, chunkBytes: chunkBytes, threadCount: threadCount,
            stopAfter: stopAfter, selection: selection)
    }

    init(
        _ plan: ValidationPlan, _ source: ByteSource, format: InputFormat? = nil,
        chunkBytes: Int = 256 << 10, threadCount: Int = 1, stopAfter: Int? = nil,
        selection: CodeFilter? = nil
    ) throws {
        var options = ReaderOptions()
        options.format = format
        options.chunkBytes = chunkBytes
        options.allowsMissingColumns = true
        var validator = StreamValidator(plan, options: options, threadCount: threadCount)
        validator.filter = selection
        try self.init(validator, source, stopAfter: stopAfter)
    }

    init(_ validator: StreamValidator, _ source: ByteSource, stopAfter: Int? = nil) throws {
        let emitted = Locked<[(findings: [StreamFinding], counts: StreamCounts)]>([])
        counts = try validator.run(source, render: { StreamFinding.all($0) }) { findings, counts in
            emitted.withLock { chunks in
                chunks.append((findings, counts))
                return chunks.count != stopAfter
            }
        }
        for chunk in emitted.withLock({ $0 }) {
            findings += chunk.findings
            chunkCounts.append(chunk.counts)
        }
    }
}

/// A finding of a run and its place in the input.
struct StreamFinding: Sendable {
    let record: Int
    let byteOffset: Int
    let byteLength: Int
    let code: String
    let value: Value
    /// The number of the record and the finding as JSON.
    let text: String

    private init(_ source: RecordSource?, _ code: String, _ value: Value, _ json: Value) {
        record = source?.record ?? -1
        byteOffset = source?.byteOffset ?? -1
        byteLength = source?.byteLength ?? -1
        self.code = code
        self.value = value
        text = "\(record) \(json.json)"
    }

    /// The findings of a chunk with its mistakes among them, where they are in the input.
    static func all(_ report: ChunkReport) -> [StreamFinding] {
        let found = (0..<report.findings.count).map { index in
            switch report.findings.finding(at: index) {
            case .violation(let found): Self(found.source, found.code, found.value, found.object)
            case .fault(let found): Self(found.source, found.code, .absent, found.object)
            }
        }
        let mistakes = report.inputViolations.map { Self($0.source, $0.code, $0.value, $0.object) }
        var merged: [StreamFinding] = []
        var rest = mistakes[...]
        for finding in found {
            while let mistake = rest.first, mistake.byteOffset < finding.byteOffset,
                mistake.record < finding.record
            {
                merged.append(mistake)
                rest.removeFirst()
            }
            merged.append(finding)
        }
        return merged + rest
    }
}
