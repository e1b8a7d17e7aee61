// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import TestRandomness
import Testing

/// Random histories of every face, with tasks, the virtual clock, answers that come late, cancelled
/// and joined submissions and resets, held against the rules in plain words.
@MainActor
@Suite struct FaceHistoryTests {
    @Test(arguments: FaceKind.allCases, Histories.seeds(10))
    func noFaceShowsAStaleAnswerOrALostError(kind: FaceKind, portion: UInt64) async throws {
        for seed in portion * 6..<(portion + 1) * 6 {
            let history = try FaceHistory(kind, seed: seed)
            for _ in 0..<25 {
                await history.step()
                history.expectOnlyWhatIsTrue()
            }
            await history.finish()
            history.expectOnlyWhatIsTrue()
            if history.hasFailed { return }
        }
    }
}

@MainActor
private final class FaceHistory {
    private let kind: FaceKind
    private let seed: UInt64
    private let desk = AnswerDesk()
    private let clock = VirtualClock()
    private let face: any Face
    private var random: SeededNumbers
    private var callers: [Task<Void, Never>] = []
    /// The callers that wait.
    private var waiting = 0
    private var steps: [String] = []
    private(set) var hasFailed = false

    init(_ kind: FaceKind, seed: UInt64) throws {
        self.kind = kind
        self.seed = seed
        random = SeededNumbers(seed: seed)
        face = try kind.type.init(desk, clock)
    }

    func step() async {
        switch Int.random(in: 0..<16, using: &random) {
        case 0..<6: edit()
        case 6:
            let field = random.chance(30) ? nil : anyField
            face.focus(field)
            steps.append("focus \(field ?? "none")")
        case 7, 8:
            clock.advance(by: .milliseconds(Int.random(in: 100...1500, using: &random)))
            steps.append("time")
        case 9, 10: answer()
        case 11, 12: submit()
        case 13: validate()
        case 14:
            let field = anyField
            face.apply(ServerErrors([field: ["server " + face.text(field)]]))
            steps.append("server error at \(field)")
        default: interrupt()
        }
        for _ in 0..<Int.random(in: 0...8, using: &random) { await Task.yield() }
    }

    private var anyField: String {
        face.fields[Int.random(in: face.fields.indices, using: &random)]
    }

    private func edit() {
        let field = anyField
        let text = ["", "a", "ab", "abc", "abcd"][Int.random(in: 0..<5, using: &random)]
        face.set(field, text)
        steps.append("\(field) = '\(text)'")
    }

    private func answer() {
        let open = desk.open
        guard !open.isEmpty else { return }
        answer(open[Int.random(in: open.indices, using: &random)])
    }

    private func answer(_ value: Value) {
        guard case .string(let name) = value else { return }
        desk.answer(value, FaceRules.verdict(name))
        steps.append("answer \(name)")
    }

    private func submit() {
        let (fails, face, name) = (random.chance(60), face, face.text("name"))
        steps.append("submit")
        call {
            try? await face.submit {
                if fails { throw ServerErrors(["name": ["server " + name]]) }
            }
        }
    }

    private func validate() {
        let (face, field) = (face, anyField)
        steps.append("validate \(field)")
        call { _ = await face.validate([field]) }
    }

    private func call(_ action: @escaping @MainActor () async -> Void) {
        waiting += 1
        callers.append(
            Task {
                await action()
                waiting -= 1
            })
    }

    private func interrupt() {
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            face.reset()
            steps.append("reset")
        case 1:
            face.cancelSubmission()
            steps.append("cancel")
        default:
            callers.last?.cancel()
            steps.append("cancel the last caller")
        }
    }

    func finish() async {
        var rounds = 0
        while waiting > 0 || face.submission.isLoading
            || face.fields.contains(where: { face.state($0).isValidating })
        {
            rounds += 1
            guard rounds < 20_000 else { return fail("it waits for ever") }
            // Other tests can keep all threads but this one busy.
            if rounds > 1000 { try? await Task.sleep(for: .milliseconds(1)) }
            clock.advance(by: .seconds(2))
            for value in desk.open { answer(value) }
            // Rules answer on other threads, which other tests can keep busy: wait for a turn there.
            await Task.detached {}.value
        }
        for value in desk.open { answer(value) }
    }

    /// Every state is that of the current values, and `valid` only if every rule was asked and passed.
    func expectOnlyWhatIsTrue() {
        for field in face.fields {
            let expected = FaceRules.messages(field) { face.text($0) }
            let server = "server " + face.text(field)
            switch face.state(field) {
            case .valid where !expected.isEmpty: fail("\(field) is valid, not \(expected)")
            case .valid where FaceRules.lacksAnAnswer(field, { face.text($0) }):
                fail("\(field) is valid, but it was not compared")
            case .invalid(let violations):
                for message in violations.map(\.message)
                where !expected.contains(message) && message != server {
                    fail("\(field) shows '\(message)', not \(expected)")
                }
            case .unchanged where face.isDirty(field): fail("\(field) is dirty and unchanged")
            default: break
            }
        }
        guard face.isValid else { return }
        let failing = face.fields.filter { field in
            !FaceRules.messages(field) { face.text($0) }.isEmpty
        }
        if !failing.isEmpty { fail("it is valid, but not \(failing)") }
    }

    private func fail(_ what: String) {
        hasFailed = true
        Issue.record("\(kind), seed \(seed): \(what)\nafter \(steps.joined(separator: "; "))")
    }
}
