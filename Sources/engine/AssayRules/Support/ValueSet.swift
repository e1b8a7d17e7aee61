// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The values that a rule compares with: texts in a table, all others one after the other.
struct ValueSet: Sendable {
    private let texts: TextSet
    private let others: StoredValues
    private let ignoreCase: Bool

    init(_ values: [Value], ignoreCase: Bool = false) {
        texts = TextSet(
            values.compactMap { value in
                guard case .string(let text) = value else { return nil }
                return ignoreCase ? text.lowercased() : text
            })
        others = StoredValues(values.filter { $0.kind != .string })
        self.ignoreCase = ignoreCase
    }

    /// Returns the test that a text is one of the values, or `nil` if letters of both cases count
    /// as the same.
    ///
    /// `failure` is the test's verdict on all other texts.
    func test(failure: Verdict) -> ValueTest? {
        if ignoreCase { return nil }
        var test = texts.test
        test.failure = failure
        return test
    }

    /// True if one of the values equals `value` as JSON.
    @inline(__always)
    func contains(_ value: FieldValue) -> Bool {
        guard value.isString else { return others.contains(value) }
        guard ignoreCase else { return texts.contains(value.utf8) }
        return CaseFolding.withLowercase(value.utf8) { texts.contains($0) }
    }
}
