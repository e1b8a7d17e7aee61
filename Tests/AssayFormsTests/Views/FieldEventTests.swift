// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Testing

/// When the value of an input is judged.
@MainActor
@Suite struct FieldEventTests {
    private nonisolated static let none: ValidationTriggers = []
    private nonisolated static let table: [(ValidationTriggers, FieldEvent, FieldReaction)] = [
        (none, .changed, .ignore), (none, .left, .ignore), (none, .submitted, .ignore),
        (.onChange, .changed, .judge), (.onChange, .left, .ignore),
        (.onChange, .submitted, .ignore),
        (.onEditingChanged, .changed, .ignore), (.onEditingChanged, .left, .judge),
        (.onEditingChanged, .submitted, .ignore),
        (.onSubmit, .changed, .ignore), (.onSubmit, .left, .ignore),
        (.onSubmit, .submitted, .judge),
        (.all, .changed, .judge), (.all, .left, .judge), (.all, .submitted, .judge),
    ]

    @Test(arguments: table)
    func triggersChooseTheReaction(
        _ triggers: ValidationTriggers, _ event: FieldEvent, _ reaction: FieldReaction
    ) {
        #expect(triggers.reaction(to: event, pause: .zero) == reaction)
    }

    @Test func onlyChangesAreDebounced() {
        let pause = Duration.milliseconds(1)
        let triggers = ValidationTriggers.all
        #expect(triggers.reaction(to: .changed, pause: pause) == .judgeAfterPause)
        #expect(triggers.reaction(to: .left, pause: pause) == .judge)
        #expect(triggers.reaction(to: .submitted, pause: pause) == .judge)
        #expect(triggers.reaction(to: .changed, pause: .milliseconds(-1)) == .judge)
    }

    @Test func onlyAFocusThatLeavesTheFieldIsAnEvent() {
        #expect(FieldEvent.focus(wasHere: true, isHere: false) == .left)
        #expect(FieldEvent.focus(wasHere: false, isHere: true) == nil)
        #expect(FieldEvent.focus(wasHere: false, isHere: false) == nil)
        #expect(FieldEvent.focus(wasHere: true, isHere: true) == nil)
    }

    @Test func aChangeIsJudgedBehindThePauseAndOnce() async {
        let clock = VirtualClock()
        let trigger = FieldTrigger(clock: clock)
        let judged = AsyncStream<Int>.makeStream()
        for number in 1...3 {
            trigger.handle(.changed, on: .all, pause: .seconds(1)) {
                judged.continuation.yield(number)
            }
        }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        var numbers = judged.stream.makeAsyncIterator()
        #expect(await numbers.next() == 3)
    }

    @Test func leavingTheFieldJudgesAtOnceAndEndsThePause() async {
        let clock = VirtualClock()
        let trigger = FieldTrigger(clock: clock)
        var judged: [String] = []
        trigger.handle(.changed, on: .all, pause: .seconds(1)) { judged.append("changed") }
        await clock.waitForSleepers()
        trigger.handle(.left, on: .all, pause: .seconds(1)) { judged.append("left") }
        #expect(judged == ["left"])
        #expect(clock.sleepers == 0)
    }

    @Test func theFocusOfAViewIsThatOfTheForm() throws {
        let form = try FormModel(
            RuleSet(Field("email", .required), Field("name", .required)), debounce: .zero)
        form["email"].focusMoved(isHere: true)
        #expect(form.focus == "email")
        #expect(form["email"].validation == .unchanged)
        form["name"].focusMoved(isHere: true)
        form["email"].focusMoved(isHere: false)
        #expect(form.focus == "name")
        #expect(form["email"].validation.isInvalid)
        #expect(form["name"].validation == .unchanged)
        form["name"].focusMoved(isHere: false)
        #expect(form.focus == nil)
        #expect(form["name"].validation.isInvalid)
    }

    @Test func theReturnKeyJudgesFieldsWithThatTrigger() async throws {
        let form = try FormModel(RuleSet(Field("email", .required)), triggers: .onChange)
        await form["email"].inputEnded()
        #expect(form["email"].validation == .unchanged)
        form["email"].triggers = .onSubmit
        await form["email"].inputEnded()
        #expect(form["email"].validation.isInvalid)
    }
}
