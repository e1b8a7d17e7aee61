// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayTrials

/// The outcome of every rule, as a tree: `:why`.
///
///     invalid "ab"               900 ns
///     ├─ ✗ length(3...20)        180 ns  length.tooShort: must have at least 3 characters
///     ├─ ✓ required               90 ns
///     └─ reading and reporting   630 ns
///
/// Failed rules come first, then undecided ones. Times add up: the time of a rule includes the
/// times of the rules inside it, and the first line has the time of all.
struct TraceTree {
    /// Writes verdicts and findings.
    let answer: AnswerText
    var steps = PatternSteps()

    /// Labels are padded up to this width.
    private static let widest = 48

    private struct Node {
        var mark = ""
        var label: String
        /// The time of the node, or `nil` if it did not run.
        var nanoseconds: UInt64?
        var note = ""
        var children: [Node] = []

        var cost: String {
            nanoseconds.map { Duration.text(nanoseconds: Double($0)) } ?? ""
        }

        /// The place of the node among others, from 0, with failed rules first.
        var rank: Int {
            let own = mark == "✗" ? 0 : mark == "?" ? 1 : 2
            // A value has no mark, and takes the least rank of its rules.
            return mark.isEmpty ? children.map(\.rank).min() ?? own : own
        }
    }

    private struct Line {
        var indent: String
        var node: Node

        var width: Int {
            indent.count + (node.mark.isEmpty ? 0 : 2) + node.label.count
        }
    }

    func text(of trial: PromptTrial) -> String {
        var nodes = Self.ordered(nodes(of: trial).map(Self.withTimeOfChildren))
        let times = Self.time(of: nodes) ?? 0
        let whole = max(times, trial.trace.nanoseconds)
        nodes.append(Node(label: "reading and reporting", nanoseconds: whole - times))
        let head = Node(
            label: "\(trial.verdict.rawValue) \(AnswerText.shown(of: trial))", nanoseconds: whole)
        var lines = [Line(indent: "", node: head)]
        append(nodes, indent: "", to: &lines)
        let width = min(Self.widest, lines.map(\.width).max() ?? 0)
        var text = lines.enumerated().map { index, line in
            self.text(of: line, width: width, verdict: index == 0 ? trial.verdict : nil)
        }.joined()
        for finding in recordFindings(of: trial) { text += finding }
        return text
    }

    /// Returns the nodes in the order of their ranks, and otherwise in their own order.
    private static func ordered(_ nodes: [Node]) -> [Node] {
        nodes.enumerated().sorted {
            ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
        }.map { node in
            var node = node.element
            node.children = ordered(node.children)
            return node
        }
    }

    /// Returns a node that takes at least the time of its children.
    ///
    /// A value takes the time of its rules. The rules inside a rule are measured in a run of their
    /// own, which can take longer.
    private static func withTimeOfChildren(_ node: Node) -> Node {
        var node = node
        node.children = node.children.map(withTimeOfChildren)
        if let time = time(of: node.children) {
            node.nanoseconds = max(node.nanoseconds ?? 0, time)
        }
        return node
    }

    /// Returns the time of nodes, or `nil` if none of them ran.
    private static func time(of nodes: [Node]) -> UInt64? {
        let times = nodes.compactMap(\.nanoseconds)
        return times.isEmpty ? nil : times.reduce(0, +)
    }

    private func append(_ nodes: [Node], indent: String, to lines: inout [Line]) {
        for (index, node) in nodes.enumerated() {
            let isLast = index + 1 == nodes.count
            lines.append(Line(indent: indent + (isLast ? "└─ " : "├─ "), node: node))
            append(node.children, indent: indent + (isLast ? "   " : "│  "), to: &lines)
        }
    }

    private func text(of line: Line, width: Int, verdict: TrialVerdict?) -> String {
        let node = line.node
        var text = paint.faint(line.indent) + (node.mark.isEmpty ? "" : painted(node.mark) + " ")
        if let verdict {
            text +=
                answer.verdict(verdict)
                + node.label.dropFirst(verdict.rawValue.count)
        } else {
            text += node.label
        }
        if node.cost.isEmpty, node.note.isEmpty { return wrapped(text, of: line) + "\n" }
        text += String(repeating: " ", count: max(0, width - line.width) + 2)
        text += String(repeating: " ", count: max(0, 7 - node.cost.count)) + paint.faint(node.cost)
        return wrapped(text + (node.note.isEmpty ? "" : "  " + node.note), of: line) + "\n"
    }

    /// Wraps a line, and keeps the branches that go on below in each further line.
    private func wrapped(_ text: String, of line: Line) -> String {
        let indent = line.indent.replacing("├─", with: "│ ").replacing("└─", with: "  ")
        return WrappedText(columns: answer.columns, indent: paint.faint(indent) + "    ").text(text)
    }

    private var paint: Paint { answer.paint }

    private func painted(_ mark: String) -> String {
        switch mark {
        case "✓": paint.good(mark)
        case "✗": paint.bad(mark)
        case "?": paint.doubtful(mark)
        default: paint.faint(mark)
        }
    }

    /// Findings about the record itself, which belong to no rule.
    private func recordFindings(of trial: PromptTrial) -> [String] {
        AnswerText.findings(of: trial).filter { $0.rule == "record" }.map {
            answer.line(of: $0, of: trial)
        }
    }

    // MARK: - Nodes

    /// The rules of a single value, or a node for each value of a record.
    private func nodes(of trial: PromptTrial) -> [Node] {
        let rules = trial.trace.rules
        if case .expression = trial.subject { return rules.map { node(of: $0, trial: trial) } }
        var groups: [Node] = []
        var last: TracedRule?
        for rule in rules {
            // Elements that no record has are one place, by their field.
            if rule.pointer != last?.pointer || rule.pointer.isEmpty && rule.field != last?.field {
                groups.append(Node(label: label(of: rule)))
            }
            last = rule
            groups[groups.count - 1].children.append(node(of: rule, trial: trial))
        }
        return groups
    }

    private func label(of rule: TracedRule) -> String {
        guard !rule.pointer.isEmpty else { return SafeText.line(rule.field) }
        let value = rule.isSensitive ? "[sensitive]" : AnswerText.value(of: rule.value)
        return SafeText.line(rule.pointer) + " " + value
    }

    private static var messages: MessageCatalogue {
        ShownMessages.current ?? MessageCatalogue(language: "en")
    }

    private func node(of rule: TracedRule, trial: PromptTrial) -> Node {
        let violation = trial.trace.report.violations.first { violation in
            violation.pointer.hasPrefix(rule.pointer) && violation.code == rule.code?.id
                && violation.rule == rule.rule.definition.id && violation.field == rule.field
        }
        let told = violation.map { ShownMessages.current?.message(of: $0) ?? $0.message }
        let message = told ?? rule.code.map { $0.message(of: rule.rule, in: Self.messages) }
        var node = self.node(
            label: rule.rule.expression.short, outcome: rule.outcome, code: rule.code,
            message: message
        )
        node.nanoseconds = rule.nanoseconds > 0 ? rule.nanoseconds : nil
        if rule.isWarning, rule.outcome == .failed { node.note += " (a warning)" }
        // The reasons of rules inside it are below.
        if let violation, rule.checks.isEmpty {
            let reasons = answer.notes(of: ShownFinding(.violation(violation)), of: trial)
            for reason in reasons { add(reason, to: &node) }
        }
        add(rule.isSensitive ? nil : steps.note(of: rule.rule, value: rule.value), to: &node)
        add(rule.readingWords, to: &node)
        node.children = rule.checks.map {
            self.node(of: $0, under: rule.value, isSensitive: rule.isSensitive)
        }
        return node
    }

    private func node(of check: TracedCheck, under value: Value, isSensitive: Bool) -> Node {
        var label = check.rule.expression.short
        if !isSensitive, check.value != value {
            label += " of \(AnswerText.value(of: check.value))"
        }
        let message = check.message(in: Self.messages)
        var node = self.node(
            label: label, outcome: check.outcome, code: check.code, message: message)
        node.nanoseconds = check.nanoseconds
        add(isSensitive ? nil : steps.note(of: check.rule, value: check.value), to: &node)
        node.children = check.checks.map {
            self.node(of: $0, under: check.value, isSensitive: isSensitive)
        }
        return node
    }

    private func add(_ note: String?, to node: inout Node) {
        guard let note, node.mark != "·" else { return }
        node.note += (node.note.isEmpty ? "" : "; ") + note
    }

    private func node(
        label: String, outcome: TracedRule.Outcome, code: RuleCode?, message: String?
    ) -> Node {
        let label = SafeText.line(label)
        switch outcome {
        case .passed: return Node(mark: "✓", label: label)
        case .failed:
            let note = code.map { SafeText.line("\($0.id): \(message ?? $0.message)") } ?? ""
            return Node(mark: "✗", label: label, note: note)
        case .undecided(let reason):
            return Node(mark: "?", label: label, note: "\(reason.code): \(reason.message)")
        case .excused(let reason, let policy):
            let counts = policy == .pass ? "passed" : "failed"
            return Node(
                mark: policy == .pass ? "✓" : "✗", label: label,
                note: "\(reason.code): \(reason.message), which counts as \(counts)")
        case .skipped(let reason):
            return Node(mark: "·", label: label, note: SafeText.line("did not run: \(reason.text)"))
        }
    }
}
