// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Checks under which circumstances the examples of a rule hold: the other fields of the record and
/// the settings of the plugin.
struct ExamplesMeaning {
    let rule: PluginManifest.Rule
    /// The settings that the plugin declares.
    let settings: DeclaredSettings
    /// The place of the rule.
    let place: DeclarationPlace

    /// - Throws: The first thing that breaks the contract.
    func run() throws(DeclarationError) {
        let list = place.list("examples")
        for (index, example) in rule.examples.enumerated() {
            let place = list.entry(index, called: "example")
            try checkFields(of: example, at: place.member("fields"))
            try checkSettings(of: example, at: place.member("settings"))
        }
    }

    /// A field that no argument names would not be looked at.
    private func checkFields(
        of example: RuleExample, at place: DeclarationPlace
    ) throws(DeclarationError) {
        guard let first = example.fields.keys.min() else { return }
        guard rule.parameters.contains(where: { $0.kind == .field }) else {
            throw DeclarationError(
                at: place, found: "the field \(quoted(first))",
                expected: "none, because the rule has no parameter of type ASSAY_PARAM_FIELD")
        }
        for field in example.fields.keys.sorted() where !isNamed(field, in: example.expression) {
            throw DeclarationError(
                at: place, found: "the field \(quoted(field))",
                expected: "a field that \(quoted(example.expression)) names")
        }
    }

    /// Returns `true` if an argument can be the field: its name, or a path that begins with it, is
    /// there.
    ///
    /// A name with an escape may be written in several ways.
    private func isNamed(_ field: String, in expression: String) -> Bool {
        expression.utf8.contains(UInt8(ascii: "\\"))
            || !field.isEmpty && expression.contains(bytesOf: field)
    }

    private func checkSettings(
        of example: RuleExample, at place: DeclarationPlace
    ) throws(DeclarationError) {
        guard !example.settings.isEmpty else { return }
        let sorted = example.settings.sorted { $0.key < $1.key }
        let given = Value.object(Value.Object(sorted.map { (key: $0.key, value: $0.value) }))
        do throws(StageError) {
            _ = try settings.complete(given)
        } catch {
            throw DeclarationError(
                at: place, found: oneLine(error.found), expected: oneLine(error.expected))
        }
    }
}
