// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRules
import Glibc
import Testing

/// Cases that others wrote, read from a folder beside the checkout; without it nothing is tested.
struct CorpusTests {
    struct Row {
        let id: String
        let rule: String
        let arguments: Value.Object
        let value: Value
        let isValid: Bool
    }

    static let folder: String? = {
        let named = getenv("ASSAY_CORPORA").map { String(cString: $0) }
        let candidates = [named, "../shared/corpora", "../../shared/corpora"].compactMap(\.self)
        return candidates.first { access($0 + "/README.md", R_OK) == 0 }
    }()

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

    @Test(arguments: [
        "jsonschema-keywords", "jsonschema-format", "dates", "pcre2-match", "pcre2-syntax",
    ])
    func rowsAgree(_ name: String) throws {
        guard let folder = Self.folder else {
            print("skipped: there is no folder with corpora; name one in ASSAY_CORPORA")
            return
        }
        var checked = 0
        var wrong: [String] = []
        for row in try rows(of: folder + "/" + name + ".jsonl") {
            guard standardRules.definition(for: row.rule) != nil else { continue }
            checked += 1
            let expected = Self.deviations[row.id] ?? (row.isValid ? "valid" : "invalid")
            let found = try verdict(row)
            if found != expected {
                wrong.append("\(row.id) \(row.rule) \(row.value.json): \(found)")
            }
        }
        print("\(name): \(checked) rows, \(wrong.count) unexpected")
        for row in wrong { print("  \(row)") }
        #expect(checked > 0)
        #expect(wrong == [])
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

enum CorpusError: Error {
    case unreadable(String)
    case malformed(String)
}
