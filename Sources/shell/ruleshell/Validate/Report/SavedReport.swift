// SPDX-License-Identifier: Apache-2.0
import Assay

// The state of reports that another run needs to continue, as JSON values. A value of another form is
// ignored: the caller makes sure that it is the same run.

extension RuleStatistics {
    private static let numbersOfRule = 5

    /// The numbers of each rule, with times in nanoseconds.
    var saved: Value {
        let numbers: [Int] = rules.flatMap { rule in
            [rule.passed, rule.failed, rule.undecided, rule.skipped, rule.duration.inNanoseconds]
        }
        return Value(numbers)
    }

    mutating func restore(_ saved: Value) {
        guard let numbers = saved.naturals(count: rules.count * Self.numbersOfRule) else { return }
        add(
            rules.indices.map { index in
                let numbers = Array(numbers.dropFirst(index * Self.numbersOfRule))
                var counts = Counts()
                counts.passed = numbers[0]
                counts.failed = numbers[1]
                counts.undecided = numbers[2]
                counts.skipped = numbers[3]
                counts.duration = .nanoseconds(numbers[4])
                return counts
            })
    }
}

extension Duration {
    /// The whole nanoseconds, limited so that JSON can hold them exactly.
    fileprivate var inNanoseconds: Int {
        Int(min(components.seconds, 1 << 22)) * 1_000_000_000
            + Int(components.attoseconds / 1_000_000_000)
    }
}

extension ListReport {
    var saved: Value {
        [
            "isFirst": .bool(isFirst), "taken": limiter.saved,
            "fingerprints": .string(fingerprints.saved),
        ]
    }

    mutating func restore(_ saved: Value) {
        if case .bool(let isFirst) = saved["isFirst"] { self.isFirst = isFirst }
        if case .string(let text) = saved["fingerprints"] {
            fingerprints = FingerprintNumbers(saved: text)
        }
        limiter.restore(saved["taken"])
    }
}

extension JUnitReport {
    var saved: Value {
        [
            "name": name.map { .string($0) } ?? .null, "tally": Value(tally.counts),
            "taken": limiter.saved,
            "findings": .array(findings.map { .string(String(decoding: $0, as: UTF8.self)) }),
        ]
    }

    mutating func restore(_ saved: Value) {
        if case .string(let name) = saved["name"] { self.name = name }
        if let counts = saved["tally"].naturals(count: tally.counts.count) {
            tally.counts = counts
        }
        limiter.restore(saved["taken"])
        guard case .array(let texts) = saved["findings"], texts.count == findings.count else {
            return
        }
        findings = texts.map { text in
            if case .string(let text) = text { Array(text.utf8) } else { [] }
        }
    }
}

extension PageCollector.Contents {
    var saved: Value {
        let values = values
        return [
            "worst": .array(worst.map(\.saved)),
            "values": .array(
                values.keys.sorted().map { rule in
                    ["rule": Value(rule), "counts": values[rule]?.saved ?? .null]
                }),
            "counted": Value(counted), "leftOut": .bool(leftOut),
            "salt": .string(String(salt, radix: 36)),
        ]
    }

    mutating func restore(_ saved: Value, ruleCount: Int) {
        if case .array(let records) = saved["worst"] {
            worst = records.compactMap(WorstRecord.init(saved:))
        }
        counted = saved["counted"].natural ?? 0
        if case .bool(let leftOut) = saved["leftOut"] { self.leftOut = leftOut }
        if case .string(let text) = saved["salt"], let salt = UInt64(text, radix: 36) {
            self.salt = salt
        }
        guard case .array(let lists) = saved["values"] else { return }
        for list in lists {
            guard let rule = list["rule"].natural, rule < ruleCount else { continue }
            restore(ValueCounts(saved: list["counts"]), of: rule)
        }
    }
}

extension ValueCounts {
    fileprivate var saved: Value {
        [
            "all": .string(savedCounts),
            "top": .array(
                top.map {
                    [.string(String($0.key, radix: 36)), .string($0.text), Value($0.count)]
                }),
        ]
    }

    fileprivate init(saved: Value) {
        guard case .string(let counts) = saved["all"], case .array(let entries) = saved["top"]
        else {
            self.init()
            return
        }
        let top = entries.compactMap { entry -> Entry? in
            guard case .string(let key) = entry[0], let key = UInt64(key, radix: 36),
                case .string(let text) = entry[1], let count = entry[2].natural
            else { return nil }
            return Entry(key: key, text: text, count: count)
        }
        self.init(savedCounts: counts, top: top)
    }
}

extension WorstRecord {
    fileprivate var saved: Value {
        [
            "file": .string(file), "number": Value(number), "line": Value(line),
            "count": Value(count),
            "excerpt": excerpt.map { [.string($0.line), .string($0.carets)] } ?? .null,
            "findings": .array(
                findings.map {
                    [
                        .string($0.kind.rawValue), .string($0.code), .string($0.pointer),
                        .string($0.message), Value($0.more),
                    ]
                }),
        ]
    }

    fileprivate init?(saved: Value) {
        guard case .string(let file) = saved["file"],
            let number = saved["number"].natural, let line = saved["line"].natural,
            let count = saved["count"].natural,
            case .array(let findings) = saved["findings"]
        else { return nil }
        var excerpt: Excerpt?
        if case .string(let text) = saved["excerpt"][0],
            case .string(let carets) = saved["excerpt"][1]
        {
            excerpt = Excerpt(line: text, carets: carets)
        }
        self.init(
            file: file, number: number, line: line, count: count, excerpt: excerpt,
            findings: findings.compactMap(Line.init(saved:)))
    }
}

extension WorstRecord.Line {
    fileprivate init?(saved: Value) {
        guard case .string(let kind) = saved[0], let kind = FindingKind(rawValue: kind),
            case .string(let code) = saved[1], case .string(let pointer) = saved[2],
            case .string(let message) = saved[3], let more = saved[4].natural
        else { return nil }
        self.init(kind: kind, code: code, pointer: pointer, message: message, more: more)
    }
}
