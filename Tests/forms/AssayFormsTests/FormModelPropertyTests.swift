// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Testing
import TestRandomness

/// Random histories of whole forms, with tasks, the virtual clock and answers that come late.
@MainActor
@Suite struct FormModelPropertyTests {
    @Test(arguments: Histories.seeds(300))
    func noFormShowsAStaleAnswerOrALostError(seed: UInt64) async throws {
        let play = try FormPlay(seed: seed)
        for _ in 0..<25 {
            await play.step()
            play.expectNothingStale()
        }
        await play.finish()
        play.expectNothingStale()
        play.expectTheFindingsOfTheRules()
    }
}

@MainActor
private final class FormPlay {
    private let seed: UInt64
    private let desk = AnswerDesk()
    private let clock = VirtualClock()
    private let form: FormModel
    private let manager: ValidatorsManager
    private var random: SeededNumbers
    private var submissions: [Task<Void, Never>] = []
    private var history: [String] = []

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededNumbers(seed: seed)
        manager = try ValidatorsManager(
            RuleSet(
                Field("first", .required, .length(2...)), Field("second", .sameAs("first")),
                Field("name", .required, .length(2...), .rule("isFree")),
                Field("other", .rule("isFree"), .differentFrom("name"))),
            registry: desk.registry)
        form = try FormModel(
            manager, debounce: .seconds(1), limits: AsyncLimits(timeout: nil, clock: clock))
        form["first"].debounce = .zero
        form["other"].debounce = .zero
    }

    func step() async {
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<5: edit()
        case 5:
            form.focus = random.chance(30) ? nil : anyField.path
            history.append("focus \(form.focus ?? "none")")
        case 6, 7:
            clock.advance(by: .milliseconds(Int.random(in: 100...1500, using: &random)))
            history.append("time")
        case 8, 9: answer()
        case 10: submit()
        default: interrupt()
        }
        for _ in 0..<Int.random(in: 0...8, using: &random) { await Task.yield() }
    }

    private var anyField: FieldModel {
        form.fields[Int.random(in: form.fields.indices, using: &random)]
    }

    private func edit() {
        let field = anyField
        field.text = ["", "a", "ab", "abc", "abcd"][Int.random(in: 0..<5, using: &random)]
        history.append("\(field.path) = '\(field.text)'")
    }

    private func answer() {
        let open = desk.open
        guard !open.isEmpty else { return }
        let value = open[Int.random(in: open.indices, using: &random)]
        desk.answer(value, Self.verdict(value))
        history.append("answer \(value.json)")
    }

    /// Names of three letters are taken.
    private static func verdict(_ value: Value) -> Verdict {
        .pass(if: value != "abc")
    }

    private func submit() {
        let (fails, form) = (random.chance(60), form)
        history.append("submit")
        submissions.append(
            Task {
                try? await form.submit { record in
                    guard fails else { return }
                    throw ServerErrors(["name": ["server " + (record["name"].json)]])
                }
            })
    }

    private func interrupt() {
        if random.chance(30) {
            form.reset()
            history.append("reset")
        } else {
            form.cancelSubmission()
            history.append("cancel")
        }
    }

    func finish() async {
        var rounds = 0
        while form.submission.isLoading || form.fields.contains(where: \.validation.isValidating) {
            rounds += 1
            guard rounds < 100_000 else { return fail("it waits for ever") }
            // Other tests can keep all threads but this one busy.
            if rounds > 1000 { try? await Task.sleep(for: .milliseconds(1)) }
            clock.advance(by: .seconds(2))
            for value in desk.open { desk.answer(value, Self.verdict(value)) }
            // Rules answer on other threads, which other tests can keep busy: wait for a turn there.
            await Task.detached {}.value
        }
        for submission in submissions { await submission.value }
        for value in desk.open { desk.answer(value, .pass) }
    }

    func expectNothingStale() {
        for field in form.fields {
            for violation in field.validation.violations {
                let isStale =
                    violation.rule == "server"
                    ? violation.message != "server " + field.value.json
                    : violation.value != field.value
                if isStale { fail("\(field.path) shows '\(violation.message)'") }
            }
        }
    }

    func expectTheFindingsOfTheRules() {
        let report = manager.validate(form.values)
        for field in form.fields where field.validation.isValid || field.validation.isInvalid {
            var expected = report.violations(of: field.path).map(\.code)
            let isDeferred = report.deferred.contains { $0.field == field.path }
            if isDeferred, Self.verdict(field.value).isFail { expected.append("isFree.taken") }
            let found = field.validation.violations.filter { $0.rule != "server" }.map(\.code)
            // What is not checked shows only what a server said.
            if found != expected, !(found.isEmpty && field.validation.isInvalid) {
                fail("\(field.path) has \(found), not \(expected)")
            }
        }
    }

    private func fail(_ what: String) {
        Issue.record("seed \(seed): \(what)\nafter \(history.joined(separator: "; "))")
    }
}
