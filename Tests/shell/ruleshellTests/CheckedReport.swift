// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

@testable import ruleshell

/// What is written of an input in one format, and where the findings are.
struct CheckedReport: Equatable, CustomStringConvertible {
    private(set) var bytes: [UInt8] = []
    private(set) var tally: [Int] = []
    private(set) var places: [Range<Int>] = []
    /// The numbers of the run, or why it ended.
    private var end = ""

    /// A workflow command of a CI system where it begins a line, and characters that reorder text.
    private static let inputName = "::add-mask::x\u{202E}\u{85}"

    /// Validates an input.
    init(
        of input: UnnamedFile, rules: CheckedRules, format: FormatName, _ options: ReaderOptions,
        threads: Int
    ) {
        let renderer = Self.renderer(rules, format)
        let validator = StreamValidator(rules.plan, options: options, threadCount: threads)
        let collected = Collected()
        do throws(InputError) {
            let counts = try validator.run(ByteSource(path: input.path)) { chunk in
                (renderer.render(chunk), chunk.places)
            } emit: { rendered, _ in
                collected.report.append(rendered.0, rendered.1)
                return true
            }
            self = collected.report
            end = "\(counts)"
        } catch {
            self = collected.report
            end = "\(error)"
        }
        // Of a chunk, those between records come first.
        places.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    }

    private init() {}

    /// Takes one chunk at a time, as `StreamValidator` promises: the thread sanitizer holds it to that.
    private final class Collected: @unchecked Sendable {
        var report = CheckedReport()
    }

    private static func renderer(_ rules: CheckedRules, _ format: FormatName) -> ChunkRenderer {
        let form = ReportForm(
            format, ruleSet: rules.ruleSet, layout: rules.layout, rulesFile: "rules.yaml",
            namesFile: false)
        let page = PageCollector(
            layout: rules.layout, ruleSet: rules.ruleSet,
            title: PageTitle(rules: "rules.yaml", inputs: ["-"]))
        let name = InputName(inputName)
        return ChunkRenderer(
            reports: [form.renderer(for: name, layout: rules.layout, marksFindings: true)],
            input: name, marksFindings: true, records: Set(RecordFile.allCases),
            layout: rules.layout, page: page)
    }

    private mutating func append(_ chunk: RenderedChunk, _ places: [Range<Int>]) {
        bytes += chunk.reports.flatMap(\.output.bytes)
        self.places += places
        tally = tally.isEmpty ? chunk.tally.counts : zip(tally, chunk.tally.counts).map(+)
    }

    var description: String { "\(String(decoding: bytes, as: UTF8.self))\(tally) \(places) \(end)" }
}

extension ChunkReport {
    /// The bytes of the input that each finding is about.
    fileprivate var places: [Range<Int>] {
        let sources =
            inputViolations.map(\.source)
            + (0..<findings.count).map { findings.finding(at: $0).source }
        return sources.compactMap { source in
            source.map { $0.byteOffset..<$0.byteOffset + $0.byteLength }
        }
    }
}

extension ReportedFinding {
    fileprivate var source: RecordSource? {
        switch self {
        case .violation(let violation): violation.source
        case .fault(let fault): fault.source
        }
    }
}
