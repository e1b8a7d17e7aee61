// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Synchronization

/// The fields of a form in a row of an array of a form that is a struct.
@MainActor
final class TypedRowFace: Face {
    struct Person: ValidatableForm, Equatable {
        @Validate(
            .rule(.required), .rule(.length(2...), message: FaceRules.tooShort),
            .rule(.rule("isFree")))
        var name = ""
        @Validate(.rule(.required), .rule(.length(2...), message: FaceRules.tooShort))
        var password = ""
        @Validate(.sameAs("password")) var confirm = ""

        static let validatedFields: [ValidatedField<Person>] = [
            ValidatedField("name", \.$name), ValidatedField("password", \.$password),
            ValidatedField("confirm", \.$confirm),
        ]
    }

    struct Form: ValidatableForm, Equatable {
        @Validate var people: ValidatedRows<Person> = [Person(), Person(), Person()]

        static let validatedFields: [ValidatedField<Form>] = [ValidatedField("people", \.$people)]
    }

    static let lacking: Set<Ability> = []
    private let outbox = ControllerFace.Outbox()
    private let controller: FormController<Form>
    private let row: ValidatedRows<Person>.RowID

    init(_ desk: AnswerDesk, _ clock: VirtualClock) throws {
        let outbox = outbox
        controller = try FormController(
            Form(), registry: desk.registry, triggers: .all, debounce: .seconds(1),
            limits: AsyncLimits(timeout: nil, clock: clock), concurrentSubmission: .joined
        ) { _ in try await outbox.operation.withLock { $0 }() }
        // The fields have numbers that are not in the order of the columns.
        controller.form.people.remove(at: 0)
        controller.form.people.remove(at: 0)
        controller.form.people.insert(Person(), at: 0)
        controller.form.people.remove(at: 1)
        controller.reset(to: controller.form)
        row = controller.form.people.id(at: 0)
    }

    private var person: Person { controller.form.people[id: row] ?? Person() }

    private func value(_ field: String) -> ValidatedValue<String> {
        switch field {
        case "name": person.$name
        case "password": person.$password
        default: person.$confirm
        }
    }

    private func placed(_ errors: ServerErrors) -> ServerErrors {
        ServerErrors(
            errors.errors.map { error in
                var error = error
                error.place = error.place.map { fields.contains($0) ? "/people/0/\($0)" : $0 }
                return error
            })
    }

    var fields: [String] { ["name", "password", "confirm"] }
    var isValid: Bool { controller.isValid }
    var isDirty: Bool { controller.isDirty }
    var submission: SubmissionState { controller.state }
    var submitCount: Int { controller.submitCount }
    func text(_ field: String) -> String { value(field).value }
    func set(_ field: String, _ text: String) {
        switch field {
        case "name": controller.form.people[id: row]?.name = text
        case "password": controller.form.people[id: row]?.password = text
        default: controller.form.people[id: row]?.confirm = text
        }
    }
    func state(_ field: String) -> ValidationState { value(field).state }
    func isTouched(_ field: String) -> Bool { value(field).isTouched }
    func isDirty(_ field: String) -> Bool { value(field).isDirty }
    func focus(_ field: String?) { controller.focus = field.map { "people[0].\($0)" } }
    func validate(_ fields: [String]?) async -> Bool {
        guard let fields else { return await controller.validateCompletely() }
        let names = fields.map { self.fields.contains($0) ? "people[0].\($0)" : $0 }
        return (try? await controller.validate(fields: names)) ?? false
    }
    func apply(_ errors: ServerErrors) { controller.apply(placed(errors)) }
    func reset() { controller.reset() }
    func submit(_ operation: @escaping @Sendable () async throws -> Void) async throws {
        outbox.operation.withLock {
            $0 = {
                do {
                    try await operation()
                } catch let errors as ServerErrors {
                    throw await self.placed(errors)
                }
            }
        }
        try await controller.submit()
    }
    func cancelSubmission() { controller.cancelSubmission() }
}
