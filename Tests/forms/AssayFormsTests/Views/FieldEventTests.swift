// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Testing

/// When the value of an input is checked.
@MainActor
@Suite struct FieldEventTests {
    private nonisolated static let none: ValidationTriggers = []
    private nonisolated static let table: [(ValidationTriggers, FieldEvent, FieldReaction)] = [
        (none, .changed, .ignore), (none, .left, .ignore), (none, .submitted, .ignore),
        (.onChange, .changed, .check), (.onChange, .left, .ignore),
        (.onChange, .submitted, .ignore),
        (.onEditingChanged, .changed, .ignore), (.onEditingChanged, .left, .check),
        (.onEditingChanged, .submitted, .ignore),
        (.onSubmit, .changed, .ignore), (.onSubmit, .left, .ignore),
        (.onSubmit, .submitted, .check),
        (.all, .changed, .check), (.all, .left, .check), (.all, .submitted, .check),
    ]

    @Test(arguments: table)
    func triggersChooseTheReaction(
        _ triggers: ValidationTriggers, _ event: FieldEvent, _ reaction: FieldReaction
    ) {
        #expect(triggers.reaction(to: event, interval: .zero) == reaction)
    }

    @Test func onlyChangesAreDebounced() {
        let pause = Duration.milliseconds(1)
        let triggers = ValidationTriggers.all
        #expect(triggers.reaction(to: .changed, interval: pause) == .checkAfterDebounce)
        #expect(triggers.reaction(to: .left, interval: pause) == .check)
        #expect(triggers.reaction(to: .submitted, interval: pause) == .check)
        #expect(triggers.reaction(to: .changed, interval: .milliseconds(-1)) == .check)
    }

    @Test func onlyAFocusThatLeavesTheFieldIsAnEvent() {
        #expect(FieldEvent.focus(wasHere: true, isHere: false) == .left)
        #expect(FieldEvent.focus(wasHere: false, isHere: true) == nil)
        #expect(FieldEvent.focus(wasHere: false, isHere: false) == nil)
        #expect(FieldEvent.focus(wasHere: true, isHere: true) == nil)
    }

    @Test func aChangeIsCheckedAfterTheDebounceAndOnce() async {
        let clock = VirtualClock()
        let trigger = FieldTrigger(clock: clock)
        let checked = AsyncStream<Int>.makeStream()
        for number in 1...3 {
            trigger.handle(.changed, on: .all, interval: .seconds(1)) {
                checked.continuation.yield(number)
            }
        }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        var numbers = checked.stream.makeAsyncIterator()
        #expect(await numbers.next() == 3)
    }

    @Test func leavingTheFieldChecksAtOnceAndEndsTheDebounce() async {
        let clock = VirtualClock()
        let trigger = FieldTrigger(clock: clock)
        var checked: [String] = []
        trigger.handle(.changed, on: .all, interval: .seconds(1)) { checked.append("changed") }
        await clock.waitForSleepers()
        trigger.handle(.left, on: .all, interval: .seconds(1)) { checked.append("left") }
        #expect(checked == ["left"])
        #expect(clock.sleepers == 0)
    }

    @Test func aChangeWithoutADebounceEndsTheOneThatWaits() async {
        let clock = VirtualClock()
        let trigger = FieldTrigger(clock: clock)
        var checked: [String] = []
        trigger.handle(.changed, on: .all, interval: .seconds(1)) { checked.append("changed") }
        await clock.waitForSleepers()
        // A view does so where the value is unchanged again.
        trigger.handle(.changed, on: .onChange, interval: .zero) {}
        #expect(checked == [])
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

    @Test func theReturnKeyChecksFieldsWithThatTrigger() async throws {
        let form = try FormModel(RuleSet(Field("email", .required)), triggers: .onChange)
        await form["email"].inputEnded()
        #expect(form["email"].validation == .unchanged)
        form["email"].triggers = .onSubmit
        await form["email"].inputEnded()
        #expect(form["email"].validation.isInvalid)
    }
}
