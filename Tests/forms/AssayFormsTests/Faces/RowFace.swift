// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting

/// The fields of a form in a row of an array, which stays between other changes of the rows.
@MainActor
final class RowFace: Face {
    static let lacking: Set<Ability> = []
    private let form: FormModel
    private let row: FormRow

    init(_ desk: AnswerDesk, _ clock: VirtualClock) throws {
        form = try FormModel(
            RuleSet([
                Field("people[*].name", Validator(rules: FaceRules.name)),
                Field("people[*].password", Validator(rules: FaceRules.password)),
                Field(
                    "people[*].confirm",
                    Validator(rules: [
                        RuleEntry(
                            .sameAs("people[*].password"), message: "must be the same as password")
                    ])),
            ]), registry: desk.registry, initial: .nested(["people": [[:], [:], [:]]]),
            debounce: .seconds(1), concurrentSubmission: .joined,
            limits: AsyncLimits(timeout: nil, clock: clock))
        let rows = try form.rows("people")
        // The fields have numbers that are not in the order of the columns.
        rows.remove(at: 0)
        rows.remove(at: 0)
        rows.insert(at: 0)
        rows.remove(at: 1)
        form.reset(to: form.values)
        row = rows.all[0]
    }

    private func path(_ field: String) -> String {
        row.field(field) == nil ? field : "/people/0/\(field)"
    }

    private func placed(_ errors: ServerErrors) -> ServerErrors {
        ServerErrors(
            errors.errors.map { error in
                var error = error
                error.place = error.place.map { path($0) }
                return error
            })
    }

    var fields: [String] { ["name", "password", "confirm"] }
    var isValid: Bool { form.isValid }
    var isDirty: Bool { form.isDirty }
    var submission: SubmissionState { form.submission }
    var submitCount: Int { form.submitCount }
    func text(_ field: String) -> String { row[field].text }
    func set(_ field: String, _ text: String) { row[field].text = text }
    func state(_ field: String) -> ValidationState { row[field].validation }
    func isTouched(_ field: String) -> Bool { row[field].isTouched }
    func isDirty(_ field: String) -> Bool { row[field].isDirty }
    func focus(_ field: String?) { form.focus = field.map { row[$0].path } }
    func validate(_ fields: [String]?) async -> Bool {
        guard let fields else { return await form.validate() }
        let paths = fields.map { row.field($0)?.path ?? $0 }
        return (try? await form.validate(fields: paths)) ?? false
    }
    func apply(_ errors: ServerErrors) { form.apply(placed(errors)) }
    func reset() { form.reset() }
    func submit(_ operation: @escaping @Sendable () async throws -> Void) async throws {
        try await form.submit { _ in
            do {
                try await operation()
            } catch let errors as ServerErrors {
                throw self.placed(errors)
            }
        }
    }
    func cancelSubmission() { form.cancelSubmission() }
}
