// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Foundation
import Observation
import Synchronization
import Testing

/// A double that counts how often it was asked.
private struct CountingValidator: ValueValidator {
    struct TooLong: Error, CustomStringConvertible {
        var description: String { "too long" }
    }

    let asked = Questions()

    func validate(_ value: String) throws(TooLong) {
        asked.add(value)
        if value.count > 3 { throw TooLong() }
    }
}

private final class Questions: Sendable {
    private let values = Mutex<[String]>([])

    func add(_ value: String) { values.withLock { $0.append(value) } }

    var all: [String] { values.withLock { $0 } }
}

/// A directory that answers after a second: "bob" is taken, others are free.
private struct SlowValidator: AsyncValueValidator {
    enum Problem: Error {
        case taken
        case cancelled
    }

    let clock: VirtualClock
    let asked = Questions()

    func validate(_ value: String) async throws(Problem) {
        asked.add(value)
        do { try await clock.sleep(for: .seconds(1)) } catch { throw .cancelled }
        if value == "bob" { throw .taken }
    }
}

/// One field, checked after a debounce.
@MainActor
struct ValidationViewModelTests {
    private let clock = VirtualClock()

    private func model(
        _ initialValue: String = "", _ validator: CountingValidator = CountingValidator()
    ) -> ValidationViewModel<CountingValidator> {
        ValidationViewModel(initialValue, validator: validator, debouncer: Debouncer(clock: clock))
    }

    /// Lets the pause pass and waits until the model has checked.
    private func pause<Validator>(
        _ model: ValidationViewModel<Validator>, _ duration: Duration = .milliseconds(500)
    ) async {
        await clock.waitForSleepers()
        clock.advance(by: duration)
        while model.state == .validating { await Task.yield() }
    }

    @Test func theInitialValueIsNotCheckedWhileItIsEdited() async {
        let validator = CountingValidator()
        let model = model("much too long", validator)
        #expect(model.state == .unchanged)
        model.value = "a"
        model.value = "much too long"
        #expect(model.state == .unchanged)
        clock.advance(by: .seconds(10))
        for _ in 0..<10 { await Task.yield() }
        #expect(model.state == .unchanged)
        #expect(validator.asked.all == [])
    }

    @Test func theFocusIsObserved() async {
        let model = model()
        await confirmation { changed in
            withObservationTracking {
                _ = model.isFocused
            } onChange: {
                changed()
            }
            model.isFocused = true
        }
        #expect(model.isFocused)
    }

    @Test func aWrongValueIsInvalidWithTheErrorsText() async {
        let model = model()
        model.value = "long"
        #expect(model.state == .validating)
        await pause(model)
        #expect(model.message == "too long")
        #expect(model.state.messages == ["too long"])
    }

    @Test func theMapperMakesTheMessage() async {
        let model = ValidationViewModel(
            "", validator: PasswordValidator(), debouncer: Debouncer(.zero, clock: clock),
            message: { $0 == .tooShort ? "Kürzer als 8 Zeichen." : "\($0)" })
        model.value = "a"
        while model.state == .validating { await Task.yield() }
        #expect(model.message == "Kürzer als 8 Zeichen.")
    }

    @Test func anErrorForUsersHasItsOwnText() async {
        struct Short: ValueValidator {
            enum Problem: LocalizedError {
                case tooShort
                var errorDescription: String? { "Eight characters, please." }
            }

            func validate(_ value: String) throws(Problem) {
                if value.count < 8 { throw .tooShort }
            }
        }
        let model = ValidationViewModel("", validator: Short())
        await model.validate()
        #expect(model.message == "Eight characters, please.")
        let asked = ValidationViewModel("", asking: Short())
        await asked.validate()
        #expect(asked.message == "Eight characters, please.")
    }

    @Test func oneGateIsRightForEmptyAndForLoadedValues() async {
        let empty = ValidationViewModel("", validator: EmailAddressValidator())
        #expect(!empty.isValid)
        #expect(empty.state == .unchanged)
        #expect(await !empty.validate())
        #expect(empty.message == "The text must be an e-mail address.")
        let loaded = ValidationViewModel("ann@mail.example", validator: EmailAddressValidator())
        #expect(loaded.isValid)
        #expect(loaded.state == .unchanged)
        #expect(await loaded.validate())
        loaded.value = "ann"
        #expect(!loaded.isValid)
    }

    @Test func aLoadedValueIsAskedAboutOnDemand() async {
        let validator = SlowValidator(clock: clock)
        let model = ValidationViewModel("ann", asking: validator)
        #expect(!model.isValid)
        let validation = Task { await model.validate() }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        #expect(await validation.value)
        #expect(model.isValid)
        #expect(!model.isDirty)
    }

    @Test func aValueIsCheckedAfter500Milliseconds() async {
        let validator = CountingValidator()
        let model = model("", validator)
        model.value = "a"
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(499))
        for _ in 0..<10 { await Task.yield() }
        #expect(validator.asked.all == [])
        clock.advance(by: .milliseconds(1))
        while model.state == .validating { await Task.yield() }
        #expect(validator.asked.all == ["a"])
        #expect(model.state == .valid)
    }

    @Test func onlyTheLastOfManyKeystrokesIsChecked() async {
        let validator = CountingValidator()
        let model = model("", validator)
        for text in ["a", "ab", "abc"] {
            model.value = text
            await clock.waitForSleepers()
            clock.advance(by: .milliseconds(100))
        }
        clock.advance(by: .milliseconds(400))
        while model.state == .validating { await Task.yield() }
        #expect(validator.asked.all == ["abc"])
    }

    @Test func settingTheSameValueChangesNothing() async {
        let validator = CountingValidator()
        let model = model("", validator)
        model.value = "a"
        await pause(model)
        model.value = "a"
        #expect(model.state == .valid)
        #expect(validator.asked.all == ["a"])
    }

    @Test func aValueThatIsSetBackIsUnchangedAgain() async {
        let model = model()
        model.value = "long"
        await pause(model)
        #expect(model.state.isInvalid)
        model.value = ""
        #expect(model.state == .unchanged)
        #expect(model.message == nil)
    }

    @Test func aSubmissionDoesNotWaitForThePause() async {
        let model = model()
        model.value = "long"
        #expect(await model.validate() == false)
        #expect(model.message == "too long")
    }

    // MARK: - Asking

    @Test func anAsynchronousValidatorIsAskedAfterTheDebounce() async {
        let validator = SlowValidator(clock: clock)
        let model = ValidationViewModel(
            "", asking: validator, debouncer: Debouncer(clock: clock), message: { "\($0)" })
        model.value = "bob"
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(500))
        while validator.asked.all.isEmpty { await Task.yield() }
        #expect(model.state == .validating)
        await pause(model, .seconds(1))
        #expect(model.message == "taken")
    }

    @Test func theAnswerAboutAnOlderValueNeverReplacesANewerOne() async {
        let validator = SlowValidator(clock: clock)
        let model = ValidationViewModel(
            "", asking: validator, debouncer: Debouncer(.zero, clock: clock))
        model.value = "bob"
        await clock.waitForSleepers()
        model.value = "eve"
        while validator.asked.all.count < 2 { await Task.yield() }
        await clock.waitForSleepers()
        #expect(model.state == .validating)
        await pause(model, .seconds(1))
        #expect(model.state == .valid)
        #expect(validator.asked.all == ["bob", "eve"])
    }

    @Test func aSubmissionWaitsForTheAnswerThatIsOnItsWay() async {
        let validator = SlowValidator(clock: clock)
        let model = ValidationViewModel(
            "", asking: validator, debouncer: Debouncer(.zero, clock: clock))
        model.value = "eve"
        await clock.waitForSleepers()
        let submission = Task { await model.validate() }
        while !model.isTouched { await Task.yield() }
        #expect(model.state == .validating)
        clock.advance(by: .seconds(1))
        #expect(await submission.value)
        #expect(model.state == .valid)
        #expect(validator.asked.all == ["eve"])
    }

    @Test func aCallerThatIsCancelledStopsWaitingAndTheCheckGoesOn() async {
        let validator = SlowValidator(clock: clock)
        let model = ValidationViewModel(
            "", asking: validator, debouncer: Debouncer(clock: clock))
        model.value = "eve"
        let submission = Task { await model.validate() }
        while validator.asked.all.isEmpty { await Task.yield() }
        submission.cancel()
        #expect(await submission.value == false)
        #expect(model.state == .validating)
        await pause(model, .seconds(1))
        #expect(model.state == .valid)
    }
}
