// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `uniqueItems`: no two elements are equal.
struct UniqueItemsRule: Rule {
    enum Code: String, RuleCodes {
        case duplicate = "must not contain {by:elements with the same {by}|equal elements}"
    }

    static let definition = RuleDefinition(
        UniqueItemsRule.self, "uniqueItems",
        "An array whose elements are all different, compared as JSON",
        parameters: [
            RuleParameter("by", .string, "The path of the value to compare in each element"),
            .ignoreCase,
        ],
        kinds: .array, codes: Code.self,
        examples: [
            .valid([1, "1", true], "uniqueItems"),
            .valid([["id": 1], ["id": 2]], "uniqueItems(by=\"id\")"),
            .invalid([1, 2, 1.0], "uniqueItems", code: "uniqueItems.duplicate"),
            .invalid(
                [["id": 1, "n": 1], ["id": 1, "n": 2]], "uniqueItems(by=\"id\")",
                code: "uniqueItems.duplicate"),
            .invalid(["a", "A"], "uniqueItems(ignoreCase=true)", code: "uniqueItems.duplicate"),
        ])

    private let keys: [String]
    private let ignoreCase: Bool

    init(_ arguments: Arguments) throws(RuleError) {
        ignoreCase = arguments.bool("ignoreCase")
        guard let text = arguments.string("by") else {
            keys = []
            return
        }
        do throws(FieldPathError) {
            keys = try FieldPath(text).segments.compactMap { segment in
                if case .key(let key) = segment { key } else { nil }
            }
        } catch {
            throw RuleError(error.code, error.description)
        }
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let count = value.count
        guard count > 1 else { return .pass }
        // A handful of elements is compared pair by pair, which needs no memory.
        let hasDuplicate =
            count <= 8 && !ignoreCase ? hasEqualPair(value) : hasEqualHashed(value)
        return .pass(if: !hasDuplicate, else: Code.duplicate)
    }

    private func hasEqualPair(_ array: FieldValue) -> Bool {
        for index in 1..<array.count {
            for earlier in 0..<index where areEqual(index, earlier, in: array) { return true }
        }
        return false
    }

    private func areEqual(_ first: Int, _ second: Int, in array: FieldValue) -> Bool {
        guard let a = array.element(first), let b = array.element(second),
            let left = member(of: a), let right = member(of: b)
        else { return false }
        if ignoreCase, left.isString, right.isString {
            return CaseFolding.withLowercase(left.utf8) { left in
                CaseFolding.withLowercase(right.utf8) { TextSearch.areEqual(left, $0) }
            }
        }
        return valuesAreEqual(left, right)
    }

    /// Returns the part of an element that is compared, or `nil` if the element does not have it.
    @_lifetime(copy element)
    private func member(of element: FieldValue) -> FieldValue? {
        var current = element
        for key in keys {
            guard let next = current.member(key) else { return nil }
            current = next
        }
        return current
    }

    /// Expected time is linear in the size of the array.
    private func hasEqualHashed(_ array: FieldValue) -> Bool {
        var places = HashPlaces(capacity: array.count)
        for index in 0..<array.count {
            guard let element = array.element(index), let value = member(of: element) else {
                continue
            }
            let equal = places.insert(index, hash(value)) { areEqual(index, $0, in: array) }
            if equal != nil { return true }
        }
        return false
    }

    private func hash(_ value: FieldValue) -> UInt64 {
        guard ignoreCase, value.isString else { return ValueHash.hash(value) }
        return CaseFolding.withLowercase(value.utf8) { TextSearch.hash(of: $0) }
    }
}

extension RuleExpression {
    /// An array without equal elements.
    public static var uniqueItems: RuleExpression { RuleExpression("uniqueItems") }

    /// An array without elements that are equal, or whose values at a path are equal.
    public static func uniqueItems(
        by path: String? = nil, ignoreCase: Bool? = nil
    ) -> RuleExpression {
        RuleExpression(
            "uniqueItems", options: ["by": .text(path), "ignoreCase": .flag(ignoreCase)])
    }
}
