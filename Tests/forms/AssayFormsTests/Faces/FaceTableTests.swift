// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Testing

/// What is done to a form, and what every face shows then.
struct Behaviour: Sendable, CustomTestStringConvertible {
    let title: String
    var needs: Set<Ability> = []
    /// What was shown, in order.
    let expected: [String]
    let run: @MainActor @Sendable (Bench) async -> Void

    init(
        _ title: String, needs: Set<Ability> = [],
        _ run: @escaping @MainActor @Sendable (Bench) async -> Void, shows expected: [String]
    ) {
        self.title = title
        self.needs = needs
        self.run = run
        self.expected = expected
    }

    var testDescription: String { title }
}

/// A face on the bench, and what it has shown.
@MainActor
final class Bench {
    let face: any Face
    let desk = AnswerDesk()
    let clock = VirtualClock()
    private(set) var shown: [String] = []

    init(_ type: any Face.Type) throws {
        face = try type.init(desk, clock)
    }

    /// Notes the states of fields.
    func look(_ fields: String...) {
        for field in fields { shown.append(Self.words(face.state(field))) }
    }

    func note(_ word: String) { shown.append(word) }

    private static func words(_ state: ValidationState) -> String {
        switch state {
        case .unchanged: "unchanged"
        case .editing: "editing"
        case .validating: "validating"
        case .valid: "valid"
        case .invalid, .undecided: state.messages.joined(separator: ", ")
        }
    }

    /// Lets the debounce pass, and everything run that can.
    func pause() async {
        await settle()
        clock.advance(by: .seconds(1))
        await settle()
    }

    /// Lets questions be asked, and answers them.
    func answer() async {
        await settle()
        for value in desk.open {
            if case .string(let name) = value { desk.answer(value, FaceRules.verdict(name)) }
        }
        await settle()
    }

    func settle() async {
        for _ in 0..<20 {
            for _ in 0..<10 { await Task.yield() }
            // Rules answer on other threads.
            await Task.detached {}.value
        }
    }

    /// Fills every field with what passes.
    func fill() {
        face.set("name", "anna")
        for field in face.fields where field != "name" { face.set(field, "secret") }
    }
}

@MainActor
@Suite struct FaceTableTests {
    nonisolated static let table: [Behaviour] = editing + checking + submitting

    nonisolated private static let editing = [
        Behaviour(
            "a form begins",
            { bench in
                bench.look("name")
                bench.note(
                    "\(bench.face.isDirty) \(bench.face.isTouched("name")) \(bench.face.isValid)")
            }, shows: ["unchanged", "false false false"]),
        Behaviour(
            "a value is set",
            { bench in
                bench.face.set("name", "anna")
                bench.look("name")
                bench.note("\(bench.face.isDirty("name")) \(bench.face.isTouched("name"))")
                await bench.pause()
                bench.look("name")
                await bench.answer()
                bench.look("name")
                bench.note("\(bench.desk.asked.map(\.json))")
            }, shows: ["validating", "true true", "validating", "valid", #"["\"anna\""]"#]),
        Behaviour(
            "a value is set back",
            { bench in
                bench.face.set("name", "anna")
                bench.face.set("name", "")
                bench.look("name")
                bench.note("\(bench.face.isDirty) \(bench.face.isTouched("name"))")
                await bench.pause()
                bench.look("name")
            }, shows: ["unchanged", "false true", "unchanged"]),
        Behaviour(
            "an equal value is set",
            { bench in
                bench.face.set("name", "")
                bench.look("name")
                bench.note("\(bench.face.isTouched("name"))")
            }, shows: ["unchanged", "false"]),
        Behaviour(
            "a value changes while its answer is on its way",
            { bench in
                bench.face.set("name", "bob")
                await bench.pause()
                bench.face.set("name", "anna")
                bench.desk.answer("bob", .fail())
                await bench.settle()
                bench.look("name")
                await bench.pause()
                await bench.answer()
                bench.look("name")
            }, shows: ["validating", "valid"]),
        Behaviour(
            "the focus leaves an untouched field",
            { bench in
                bench.face.focus("name")
                bench.face.focus(nil)
                await bench.settle()
                bench.look("name")
                bench.note("\(bench.face.isTouched("name"))")
            }, shows: ["is required", "true"]),
        Behaviour(
            "the focus leaves a field during its debounce",
            { bench in
                bench.face.focus("name")
                bench.face.set("name", "bob")
                bench.face.focus(nil)
                bench.look("name")
                await bench.answer()
                bench.look("name")
            }, shows: ["validating", "is taken"]),
        Behaviour(
            "a field that is invalid changes", needs: [.rulesBesides],
            { bench in
                bench.face.set("name", "a")
                await bench.pause()
                bench.look("name")
                bench.face.set("name", "")
                bench.look("name")
                bench.face.set("name", "b")
                bench.look("name")
            }, shows: ["is too short", "unchanged", "validating"]),
        Behaviour(
            "a field that another one looks at changes", needs: [.otherFields],
            { bench in
                bench.face.set("password", "secret")
                bench.face.set("confirm", "secret")
                await bench.pause()
                bench.look("password", "confirm")
                bench.face.set("password", "secrets")
                bench.look("confirm")
                bench.face.set("confirm", "secrets")
                bench.look("confirm")
            }, shows: ["valid", "valid", "must be the same as password", "valid"]),
        Behaviour(
            "a field that another one looks at is invalid", needs: [.otherFields],
            { bench in
                bench.face.set("confirm", "secret")
                bench.face.set("password", "s")
                await bench.pause()
                bench.look("password", "confirm")
                bench.note("\(await bench.face.validate(["confirm"]))")
                bench.look("confirm")
                bench.face.set("password", "sesame")
                bench.look("confirm")
            },
            shows: [
                "is too short", "editing", "false", "editing", "must be the same as password",
            ]),
        Behaviour(
            "it is reset while an answer is on its way",
            { bench in
                bench.face.set("name", "bob")
                await bench.pause()
                bench.face.reset()
                await bench.answer()
                bench.look("name")
                bench.note("'\(bench.face.text("name"))' \(bench.face.isTouched("name"))")
            }, shows: ["unchanged", "'' false"]),
    ]

    nonisolated private static let checking = [
        Behaviour(
            "an untouched form is validated",
            { bench in
                bench.note("\(await bench.face.validate(nil))")
                bench.look("name")
                bench.note("\(bench.face.isTouched("name"))")
            }, shows: ["false", "is required", "true"]),
        Behaviour(
            "a field is validated whose asynchronous rule was not run",
            { bench in
                bench.face.set("name", "anna")
                async let isValid = bench.face.validate(["name"])
                await bench.settle()
                bench.look("name")
                bench.note("\(bench.face.isValid)")
                await bench.answer()
                bench.note("\(await isValid)")
                bench.look("name")
            }, shows: ["validating", "false", "true", "valid"]),
        Behaviour(
            "a value changes while it is validated",
            { bench in
                bench.face.set("name", "anna")
                async let isValid = bench.face.validate(["name"])
                await bench.settle()
                bench.face.set("name", "")
                await bench.answer()
                bench.note("\(await isValid)")
                bench.look("name")
            }, shows: ["false", "unchanged"]),
        Behaviour(
            "related fields are validated", needs: [.otherFields],
            { bench in
                bench.face.set("password", "correct horse")
                bench.face.set("confirm", "something else")
                bench.note("\(await bench.face.validate(["password", "confirm"]))")
                bench.look("password", "confirm")
            }, shows: ["false", "valid", "must be the same as password"]),
        Behaviour(
            "errors of a server are shown until the value changes",
            { bench in
                bench.face.set("name", "anna")
                bench.face.apply(ServerErrors(["name": ["is blocked"]]))
                bench.look("name")
                bench.note("\(bench.face.isValid)")
                bench.face.set("name", "berta")
                await bench.pause()
                await bench.answer()
                bench.look("name")
            }, shows: ["is blocked", "false", "valid"]),
    ]

    @Test(arguments: 0..<table.count, FaceKind.allCases)
    func everyFaceShowsTheSame(row: Int, kind: FaceKind) async throws {
        let (behaviour, type) = (Self.table[row], kind.type)
        guard behaviour.needs.isDisjoint(with: type.lacking) else { return }
        let bench = try Bench(type)
        await behaviour.run(bench)
        bench.desk.close()
        #expect(bench.shown == behaviour.expected, "\(kind): \(behaviour.title)")
    }

    @Test func onlyTheModelOfOneFieldLacksSomething() {
        #expect(ModelFace.lacking.isEmpty)
        #expect(ControllerFace.lacking.isEmpty)
        #expect(ContextFace.lacking.isEmpty)
        #expect(RowFace.lacking.isEmpty)
        #expect(ViewModelFace.lacking == Set(Ability.allCases))
    }
}
