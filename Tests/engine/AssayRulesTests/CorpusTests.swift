// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRules
import Glibc
import Testing

private enum CorpusFolder {
    static let path: String? = {
        let named = getenv("ASSAY_CORPORA").map { String(cString: $0) }
        let candidates = [named, "../shared/corpora", "../../shared/corpora"].compactMap(\.self)
        return candidates.first { access($0 + "/README.md", R_OK) == 0 }
    }()
}

/// Cases that others wrote, read from a folder beside the checkout; without it they are skipped.
@Suite(
    .enabled(
        if: CorpusFolder.path != nil, "only with corpora in the folder that ASSAY_CORPORA names"))
struct CorpusTests {
    struct Row {
        let id: String
        let rule: String
        let arguments: Value.Object
        let value: Value
        let isValid: Bool
    }

    /// Rows on which we and the corpus disagree, with our verdict (rejected: the rule set does not
    /// compile); the reasons are in
    /// docs/conformance.md.
    static let deviations: [String: String] = [
        "jsonschema-keywords#73": "valid",
        "jsonschema-keywords#111": "valid",
        "jsonschema-keywords#316": "rejected",
        "jsonschema-keywords#317": "rejected",
        "jsonschema-keywords#318": "rejected",
        "jsonschema-keywords#327": "rejected",
        "jsonschema-keywords#328": "rejected",
        "jsonschema-keywords#329": "rejected",
        "dates#1501": "invalid",
        "pcre2-syntax#1113": "rejected",
        "pcre2-syntax#1114": "rejected",
        "pcre2-syntax#1116": "rejected",
        "pcre2-syntax#3065": "rejected",
        "pcre2-syntax#3066": "rejected",
        "pcre2-syntax#3067": "rejected",
        "pcre2-match#2187": "rejected",
        "pcre2-match#2188": "rejected",
        "pcre2-match#2190": "rejected",
        "pcre2-match#389": "invalid",
        "pcre2-match#553": "invalid",
        "pcre2-match#3758": "invalid",
    ]

    static let names = [
        "jsonschema-keywords", "jsonschema-format", "dates", "pcre2-match", "pcre2-syntax",
    ]

    @Test(arguments: names) func rowsAgree(_ name: String) throws {
        let folder = try #require(CorpusFolder.path)
        var score = ConformanceScore(corpus: name)
        var wrong: [String] = []
        for row in try rows(of: folder + "/" + name + ".jsonl") {
            let stated = row.isValid ? "valid" : "invalid"
            let found = try verdict(row)
            score.add(row.rule, agrees: found == stated)
            let line = "\(row.id) \(row.rule) \(row.value.json): \(found)"
            if found != stated { score.add(deviation: line) }
            if found != Self.deviations[row.id] ?? stated { wrong.append(line) }
        }
        print(score.report)
        #expect(score.rowCount > 0)
        #expect(wrong == [])
    }

    /// At most one row of 400 deviates.
    @Test func deviationsAreFew() throws {
        let folder = try #require(CorpusFolder.path)
        let count = try Self.names.reduce(0) {
            $0 + (try lines(of: folder + "/" + $1 + ".jsonl").count)
        }
        #expect(Self.deviations.count * 400 <= count)
    }

    private func rows(of path: String) throws -> [Row] {
        try lines(of: path).map { line in
            let object = try JSONValueParser.parse(line)
            guard case .string(let id) = object["id"], case .string(let rule) = object["rule"],
                case .bool(let isValid) = object["valid"]
            else { throw CorpusError.malformed(line) }
            var arguments = Value.Object()
            if case .object(let given) = object["args"] { arguments = given }
            return Row(
                id: id, rule: rule, arguments: arguments, value: object["value"], isValid: isValid)
        }
    }

    private func verdict(_ row: Row) throws -> String {
        let arguments = row.arguments.members.map { RuleArgument(name: $0.key, .value($0.value)) }
        do {
            let found = try codes(row.value, RuleExpression(row.rule, arguments))
            if found.contains(where: { $0.hasPrefix("fault.") }) { return "undecided" }
            return found.isEmpty ? "valid" : "invalid"
        } catch is RuleSetError {
            return "rejected"
        }
    }

    private func lines(of path: String) throws -> [String] {
        guard let file = fopen(path, "r") else { throw CorpusError.unreadable(path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
            bytes += chunk[..<count]
        }
        return bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// How many rows of a corpus agree, in all and by rule.
struct ConformanceScore {
    private struct Share {
        var agreeing = 0
        var all = 0
    }

    private let corpus: String
    private var shares: [String: Share] = [:]
    private var deviations: [String] = []

    init(corpus: String) {
        self.corpus = corpus
    }

    var rowCount: Int { shares.values.reduce(0) { $0 + $1.all } }

    mutating func add(_ rule: String, agrees: Bool) {
        shares[rule, default: Share()].all += 1
        if agrees { shares[rule, default: Share()].agreeing += 1 }
    }

    mutating func add(deviation line: String) {
        deviations.append(line)
    }

    /// Lines that `make conformance` shows: the corpus, its rules, the rows that deviate.
    var report: String {
        let all = shares.values.reduce(into: Share()) { sum, share in
            sum.agreeing += share.agreeing
            sum.all += share.all
        }
        let rules = shares.sorted { $0.key < $1.key }.map { line("  " + $0.key, $0.value) }
        let rows = deviations.map { "    deviates: \($0)" }
        return ([line(corpus, all)] + rules + rows).map { "conformance: \($0)" }
            .joined(separator: "\n")
    }

    /// Per cent with two places, rounded down: 100 is all of them.
    private func line(_ name: String, _ share: Share) -> String {
        let hundredths = share.agreeing * 10_000 / max(1, share.all)
        let places = String(hundredths % 100)
        let padding = String(repeating: " ", count: max(1, 24 - name.count))
        return "\(name)\(padding)\(share.agreeing) of \(share.all), \(hundredths / 100)."
            + (places.count < 2 ? "0" : "") + "\(places) %"
    }
}

enum CorpusError: Error {
    case unreadable(String)
    case malformed(String)
}
