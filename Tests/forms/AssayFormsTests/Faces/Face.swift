// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Synchronization

/// What a face of a form may lack by its nature.
enum Ability: String, CaseIterable {
    /// More fields than one, which rules can relate.
    case otherFields
    /// A submission of its own; what is submitted is up to the program.
    case submission
    /// Synchronous rules beside an asynchronous one.
    case rulesBesides
}

/// A face of the same form: the fields `name`, `password` and `confirm`, whose rules are those of
/// `FaceRules`.
///
/// Changes are checked after a second.
@MainActor
protocol Face: AnyObject, Sendable {
    static var lacking: Set<Ability> { get }

    init(_ desk: AnswerDesk, _ clock: VirtualClock) throws

    var fields: [String] { get }
    var isValid: Bool { get }
    var isDirty: Bool { get }
    var submission: SubmissionState { get }
    var submitCount: Int { get }
    func text(_ field: String) -> String
    func set(_ field: String, _ text: String)
    func state(_ field: String) -> ValidationState
    func isTouched(_ field: String) -> Bool
    func isDirty(_ field: String) -> Bool
    func focus(_ field: String?)
    func validate(_ fields: [String]?) async -> Bool
    func apply(_ errors: ServerErrors)
    func reset()
    func submit(_ operation: @escaping @Sendable () async throws -> Void) async throws
    func cancelSubmission()
}

/// Every face of a form.
enum FaceKind: CaseIterable, Sendable {
    case model, controller, context, viewModel, row, typedRow

    var type: any Face.Type {
        switch self {
        case .model: ModelFace.self
        case .controller: ControllerFace.self
        case .context: ContextFace.self
        case .viewModel: ViewModelFace.self
        case .row: RowFace.self
        case .typedRow: TypedRowFace.self
        }
    }
}

/// The rules of all faces, once for the engine and once in plain words.
enum FaceRules {
    static let tooShort = "is too short"

    static let ruleSet = RuleSet([
        Field("name", Validator(rules: name)),
        Field("password", Validator(rules: password)),
        Field("confirm", Validator(rules: confirm)),
    ])
    static let name = [
        RuleEntry(.required), RuleEntry(.length(2...), message: tooShort),
        RuleEntry(.rule("isFree")),
    ]
    static let password = [RuleEntry(.required), RuleEntry(.length(2...), message: tooShort)]
    static let confirm = [RuleEntry(.sameAs("password"))]

    /// Names of three letters are taken.
    static func verdict(_ name: String) -> Verdict { .pass(if: name.count != 3) }

    /// Whether a rule about a field cannot run, since the field that it names is invalid.
    static func lacksAnAnswer(_ field: String, _ text: (String) -> String) -> Bool {
        field == "confirm" && !text(field).isEmpty && text("password").count < 2
    }

    /// What a field shows when all of its rules were asked.
    static func messages(_ field: String, _ text: (String) -> String) -> [String] {
        let value = text(field)
        switch field {
        case "confirm":
            let password = text("password")
            guard !value.isEmpty, value != password, password.count >= 2 else { return [] }
            return ["must be the same as password"]
        case _ where value.isEmpty: return ["is required"]
        case _ where value.count < 2: return [tooShort]
        case "name": return verdict(value) == .pass ? [] : ["is taken"]
        default: return []
        }
    }
}

// MARK: - The faces

@MainActor
final class ModelFace: Face {
    static let lacking: Set<Ability> = []
    private let form: FormModel

    init(_ desk: AnswerDesk, _ clock: VirtualClock) throws {
        form = try FormModel(
            FaceRules.ruleSet, registry: desk.registry, debounce: .seconds(1),
            concurrentSubmission: .joined, limits: AsyncLimits(timeout: nil, clock: clock))
    }

    var fields: [String] { form.fields.map(\.path) }
    var isValid: Bool { form.isValid }
    var isDirty: Bool { form.isDirty }
    var submission: SubmissionState { form.submission }
    var submitCount: Int { form.submitCount }
    func text(_ field: String) -> String { form[field].text }
    func set(_ field: String, _ text: String) { form[field].text = text }
    func state(_ field: String) -> ValidationState { form[field].validation }
    func isTouched(_ field: String) -> Bool { form[field].isTouched }
    func isDirty(_ field: String) -> Bool { form[field].isDirty }
    func focus(_ field: String?) { form.focus = field }
    func validate(_ fields: [String]?) async -> Bool {
        guard let fields else { return await form.validate() }
        return (try? await form.validate(fields: fields)) ?? false
    }
    func apply(_ errors: ServerErrors) { form.apply(errors) }
    func reset() { form.reset() }
    func submit(_ operation: @escaping @Sendable () async throws -> Void) async throws {
        try await form.submit { _ in try await operation() }
    }
    func cancelSubmission() { form.cancelSubmission() }
}

@MainActor
final class ControllerFace: Face {
    struct Form: SubmittableForm, Equatable {
        @Validate(
            .rule(.required), .rule(.length(2...), message: FaceRules.tooShort),
            .rule(.rule("isFree")))
        var name = ""
        @Validate(.rule(.required), .rule(.length(2...), message: FaceRules.tooShort))
        var password = ""
        @Validate(.sameAs("password")) var confirm = ""
        let outbox: Outbox

        static let validatedFields: [ValidatedField<Form>] = [
            ValidatedField("name", \.$name), ValidatedField("password", \.$password),
            ValidatedField("confirm", \.$confirm),
        ]

        func submit() async throws { try await outbox.operation.withLock { $0 }() }
    }

    final class Outbox: Sendable, Equatable {
        let operation = Mutex<@Sendable () async throws -> Void> {}

        static func == (left: Outbox, right: Outbox) -> Bool { left === right }
    }

    static let lacking: Set<Ability> = []
    private let outbox = Outbox()
    private let controller: FormController<Form>

    init(_ desk: AnswerDesk, _ clock: VirtualClock) throws {
        controller = try FormController(
            Form(outbox: outbox), registry: desk.registry, triggers: .all, debounce: .seconds(1),
            limits: AsyncLimits(timeout: nil, clock: clock), concurrentSubmission: .joined)
    }

    private func value(_ field: String) -> ValidatedValue<String> {
        switch field {
        case "name": controller.form.$name
        case "password": controller.form.$password
        default: controller.form.$confirm
        }
    }

    var fields: [String] { ["name", "password", "confirm"] }
    var isValid: Bool { controller.isValid }
    var isDirty: Bool { controller.isDirty }
    var submission: SubmissionState { controller.state }
    var submitCount: Int { controller.submitCount }
    func text(_ field: String) -> String { value(field).value }
    func set(_ field: String, _ text: String) {
        switch field {
        case "name": controller.form.name = text
        case "password": controller.form.password = text
        default: controller.form.confirm = text
        }
    }
    func state(_ field: String) -> ValidationState { value(field).state }
    func isTouched(_ field: String) -> Bool { value(field).isTouched }
    func isDirty(_ field: String) -> Bool { value(field).isDirty }
    func focus(_ field: String?) { controller.focus = field }
    func validate(_ fields: [String]?) async -> Bool {
        guard let fields else { return await controller.validateCompletely() }
        return (try? await controller.validate(fields: fields)) ?? false
    }
    func apply(_ errors: ServerErrors) { controller.apply(errors) }
    func reset() { controller.reset() }
    func submit(_ operation: @escaping @Sendable () async throws -> Void) async throws {
        outbox.operation.withLock { $0 = operation }
        try await controller.submit()
    }
    func cancelSubmission() { controller.cancelSubmission() }
}

@MainActor
final class ContextFace: Face {
    static let lacking: Set<Ability> = []
    private let outbox = ControllerFace.Outbox()
    private let context: FormContext

    init(_ desk: AnswerDesk, _ clock: VirtualClock) throws {
        let outbox = outbox
        context = try FormContext(
            id: "face", registry: desk.registry, triggers: .all, debounce: .seconds(1),
            concurrentSubmission: .joined, limits: AsyncLimits(timeout: nil, clock: clock)
        ) { _ in try await outbox.operation.withLock { $0 }() }
        for field in FaceRules.ruleSet.fields {
            try context.validators.addValidator(for: field.path.description, field.validator)
        }
        try context.validate(for: [])
    }

    var fields: [String] { context.form.fields.map(\.path) }
    var isValid: Bool { context.form.isValid }
    var isDirty: Bool { context.form.isDirty }
    var submission: SubmissionState { context.form.submission }
    var submitCount: Int { context.form.submitCount }
    func text(_ field: String) -> String {
        if case .string(let text) = context[field] { text } else { "" }
    }
    func set(_ field: String, _ text: String) {
        context[field] = text.isEmpty ? .absent : .string(text)
    }
    func state(_ field: String) -> ValidationState { context.states[field] ?? .unchanged }
    func isTouched(_ field: String) -> Bool { context.form[field].isTouched }
    func isDirty(_ field: String) -> Bool { context.form[field].isDirty }
    func focus(_ field: String?) { context.form.focus = field }
    func validate(_ fields: [String]?) async -> Bool {
        guard let fields else { return await context.form.validate() }
        return (try? await context.form.validate(fields: fields)) ?? false
    }
    func apply(_ errors: ServerErrors) { context.form.apply(errors) }
    func reset() { context.form.reset() }
    func submit(_ operation: @escaping @Sendable () async throws -> Void) async throws {
        outbox.operation.withLock { $0 = operation }
        if await context.submit() { return }
        // What was thrown is the form's state; a form that is not valid throws nothing of its own.
        throw context.form.submission.error ?? FormInvalid(violations: [])
    }
    func cancelSubmission() { context.form.cancelSubmission() }
}

@MainActor
final class ViewModelFace: Face {
    struct NameValidator: AsyncValueValidator {
        let desk: AnswerDesk

        func validate(_ value: String) async throws(NameError) {
            if value.isEmpty { throw NameError(description: "is required") }
            if value.count < 2 { throw NameError(description: FaceRules.tooShort) }
            if await desk.ask(.string(value)) != .pass { throw NameError(description: "is taken") }
        }
    }

    struct NameError: Error, CustomStringConvertible {
        let description: String
    }

    static let lacking: Set<Ability> = [.otherFields, .submission, .rulesBesides]
    private let model: ValidationViewModel<NameValidator>

    init(_ desk: AnswerDesk, _ clock: VirtualClock) throws {
        model = ValidationViewModel(
            "", asking: NameValidator(desk: desk),
            debouncer: Debouncer(.seconds(1), clock: clock))
    }

    var fields: [String] { ["name"] }
    var isValid: Bool { model.isValid }
    var isDirty: Bool { model.isDirty }
    var submission: SubmissionState { .initial }
    var submitCount: Int { 0 }
    func text(_ field: String) -> String { model.value }
    func set(_ field: String, _ text: String) { model.value = text }
    func state(_ field: String) -> ValidationState { model.state }
    func isTouched(_ field: String) -> Bool { model.isTouched }
    func isDirty(_ field: String) -> Bool { model.isDirty }
    func focus(_ field: String?) { model.isFocused = field != nil }
    func validate(_ fields: [String]?) async -> Bool { await model.validate() }
    func apply(_ errors: ServerErrors) { model.apply(errors) }
    func reset() { model.reset() }
    func submit(_ operation: @escaping @Sendable () async throws -> Void) async throws {
        _ = await model.validate()
    }
    func cancelSubmission() {}
}
