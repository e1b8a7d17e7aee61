// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) package import AssayCore

/// The values of a record from text as its rules read them.
package struct TypedValues {
    /// A tree of the values that rules made of texts, by the keys and indexes that lead to them.
    private final class Node {
        var value: Value?
        var children: [ExactKey: Node] = [:]
    }

    private let root = Node()

    /// - Parameters:
    ///   - record: A record from text.
    ///   - plan: Its rules.
    ///   - writesDates: `true` if a date of another form becomes one of the form `yyyy-MM-dd`.
    package init(of record: ValidationRecord, by plan: ValidationPlan, writesDates: Bool) {
        let reads = { (rule: BoundRule) in
            rule.textAdmission.converts || writesDates && rule.definition.id == "date"
        }
        guard plan.plannedRules.contains(where: { reads($0.bound) }) else { return }
        for rule in ValidationSession(plan).passedRules(of: record) {
            guard reads(rule.rule), let value = Self.value(of: rule) else { continue }
            var node = root
            for token in JSONPointer.tokens(of: rule.pointer) ?? [] {
                let child = node.children[ExactKey(token)] ?? Node()
                node.children[ExactKey(token)] = child
                node = child
            }
            node.value = value
        }
    }

    /// Returns the value that a passed rule made of a text, or `nil` if it is the text.
    private static func value(of rule: TracedRule) -> Value? {
        if rule.rule.textAdmission.converts {
            if case .string = rule.value { return nil }
            return rule.value
        }
        guard case .string(let text) = rule.value,
            let format = rule.rule.arguments.string("format"), format != "yyyy-MM-dd",
            let pattern = try? DatePattern(format, of: rule.rule.arguments), pattern.isWholeDate,
            !pattern.hasTime
        else { return nil }
        return text.withUTF8Span { pattern.read($0) }.map { .string($0.text) }
    }

    /// The record with typed values in place of texts.
    package func applied(to record: ValidationRecord) -> ValidationRecord {
        guard case .object(let fields) = Self.apply(root, to: .object(record.fields)) else {
            return record
        }
        return ValidationRecord(fields)
    }

    private static func apply(_ node: Node, to value: Value) -> Value {
        if let typed = node.value { return typed }
        guard !node.children.isEmpty else { return value }
        switch value {
        case .object(var object):
            for index in object.members.indices {
                guard let child = node.children[ExactKey(object.members[index].key)] else {
                    continue
                }
                object.members[index].value = apply(child, to: object.members[index].value)
            }
            return .object(object)
        case .array(var elements):
            for index in elements.indices {
                guard let child = node.children[ExactKey(String(index))] else { continue }
                elements[index] = apply(child, to: elements[index])
            }
            return .array(elements)
        default: return value
        }
    }
}
