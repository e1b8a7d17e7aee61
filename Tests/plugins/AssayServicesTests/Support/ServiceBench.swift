// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayRules
import AssayRuleSets
import AssayServices

/// The services as a plugin of its own sees them: tables of C functions, and a host to name it by.
struct ServiceBench: @unchecked Sendable {  // nothing is written after init
    let host: UnsafePointer<assay_host>
    let counted: PluginCounters
    let patterns: assay_pattern_service
    let times: assay_time_service
    let numbers: assay_number_service
    let texts: assay_text_service
    let counters: assay_counter_service

    init(plugin id: String = "bench", counters counted: PluginCounters = PluginCounters()) {
        let tables = ServiceTables.all(Heap())
        func table<Table>(_ id: String, as type: Table.Type) -> Table {
            tables.first { $0.id == id }.map { $0.table.load(as: Table.self) }
                ?? { fatalError("no service \(id)") }()
        }
        patterns = table(ASSAY_PATTERN_SERVICE, as: assay_pattern_service.self)
        times = table(ASSAY_TIME_SERVICE, as: assay_time_service.self)
        numbers = table(ASSAY_NUMBER_SERVICE, as: assay_number_service.self)
        texts = table(ASSAY_TEXT_SERVICE, as: assay_text_service.self)
        counters = table(ASSAY_COUNTER_SERVICE, as: assay_counter_service.self)
        let memory = UnsafeMutablePointer<assay_host>.allocate(capacity: 1)
        memory.initialize(to: assay_host())
        host = UnsafePointer(memory)
        self.counted = counted
        let client = ServiceClient(counters: counted)
        client.register(host: host)
        client.name(id)
    }

    private struct Heap: TablePlacement {
        func callAsFunction<Table>(_ table: Table) -> UnsafeRawPointer {
            let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
            memory.initialize(to: table)
            return UnsafeRawPointer(memory)
        }
    }

    // MARK: - Patterns

    func compile(
        _ source: String, _ options: UInt32 = 0
    ) -> (rc: assay_rc, pattern: assay_pattern, error: String) {
        var pattern = assay_pattern()
        var error = assay_pattern_error()
        error.struct_size = UInt32(MemoryLayout<assay_pattern_error>.size)
        let rc = borrowed(source) { patterns.compile(host, $0, options, &pattern, &error) }
        return (rc, pattern, rc == ASSAY_OK ? "" : "\(words(error.message)) at \(error.offset)")
    }

    func match(_ pattern: assay_pattern, _ subject: String) -> Int32 {
        borrowed(subject) { patterns.match(pattern, nil, $0) }
    }

    // MARK: - Texts

    func normalized(_ text: String, _ form: UInt32) -> String? {
        var result = ""
        let rc = borrowed(text) { text in
            withUnsafeMutablePointer(to: &result) {
                texts.normalize(
                    text, form,
                    { context, text in
                        context?.assumingMemoryBound(to: String.self).pointee = words(text)
                        return ASSAY_OK
                    }, $0)
            }
        }
        return rc == ASSAY_OK ? result : nil
    }

    func length(_ text: String, _ unit: UInt32) -> UInt64? {
        var count: UInt64 = 0
        let rc = borrowed(text) { texts.length($0, unit, &count) }
        return rc == ASSAY_OK ? count : nil
    }
}

func borrowed<Result>(_ text: String, _ body: (assay_str) -> Result) -> Result {
    borrowed(Array(text.utf8), body)
}

func borrowed<Result>(_ bytes: [UInt8], _ body: (assay_str) -> Result) -> Result {
    bytes.withUnsafeBufferPointer {
        body(assay_str(ptr: $0.baseAddress, len: UInt64($0.count)))
    }
}

func words(_ text: assay_str) -> String {
    String(
        decoding: UnsafeBufferPointer(start: text.ptr, count: Int(text.len)), as: UTF8.self)
}

/// Texts that no service takes.
enum HostileText: CaseIterable {
    case nullWithLength, longerThanAllowed, lengthOfEverything, noUTF8, cutUTF8, surrogate

    func with<Result>(_ body: (assay_str) -> Result) -> Result {
        switch self {
        case .nullWithLength: body(assay_str(ptr: nil, len: 1))
        case .longerThanAllowed:
            borrowed("x") { body(assay_str(ptr: $0.ptr, len: (1 << 26) + 1)) }
        case .lengthOfEverything: borrowed("x") { body(assay_str(ptr: $0.ptr, len: .max)) }
        case .noUTF8: borrowed([0x61, 0xFF, 0x61], body)
        case .cutUTF8: borrowed([0x61, 0xE2, 0x82], body)
        case .surrogate: borrowed([0xED, 0xA0, 0x80], body)
        }
    }
}

/// The codes of what a rule finds in a value.
func codes(_ rule: String, _ value: Value) throws -> [String] {
    let manager = try ValidatorsManager(registry: .standard())
    try manager.addValidator(for: "field", Validator(try RuleExpressionParser.parseOne(rule)))
    let record: ValidationRecord = ["field": value]
    return manager.validate([record]).flatMap { report in
        report.violations.map(\.code) + report.faults.map(\.code)
    }
}
