// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Testing

private struct Offline: Error, Equatable {}

/// An error of an HTTP client that carries the server's findings.
private struct Rejected: ServerErrorsProviding {
    var serverErrors: ServerErrors
}

/// Submitting: valid forms only, one at a time, and no error is lost.
@MainActor
struct FormSubmissionTests {
    @Test func anInvalidFormIsNotSubmittedAndItsErrorsAreThrown() async throws {
        let desk = OrderDesk()
        let controller = try FormController(
            Order.valid { order in
                await desk.pass(order)
                return 1
            })
        controller.form.email = "ann"
        let error = await #expect(throws: FormInvalid.self) { try await controller.submit() }
        #expect(
            error?.description == "the form is not valid\nemail: must be an e-mail address")
        #expect(await desk.sent == [])
        #expect(!controller.isLoading)
        #expect(controller.state.error == nil)
        #expect(controller.errors.map(\.field) == ["email"])
    }

    @Test func aValidFormIsLoadingThenSuccessful() async throws {
        let desk = OrderDesk()
        let controller = try FormController(
            Order.valid { order in
                await desk.pass(order)
                return 7
            })
        controller.form.note = "a"
        let submission = Task { try await controller.submit() }
        await desk.arrival()
        #expect(controller.isLoading)
        #expect(!controller.canSubmit)
        #expect(controller.requestDismissal() == .askFirst)
        await desk.open()
        #expect(try await submission.value == 7)
        #expect(controller.state.isSuccess)
        #expect(!controller.isDirty)
        #expect(!controller.canSubmit)
        #expect(!controller.form.$email.isDirty)
    }

    @Test func whatIsEditedMeanwhileStaysDirty() async throws {
        let desk = OrderDesk()
        let controller = try FormController(
            Order.valid { order in
                await desk.pass(order)
                return 1
            })
        let submission = Task { try await controller.submit() }
        await desk.arrival()
        controller.form.email = "bob@mail.example"
        await desk.open()
        _ = try await submission.value
        #expect(controller.isDirty)
        #expect(controller.form.email == "bob@mail.example")
        controller.reset()
        #expect(controller.form.email == "ann@mail.example")
    }

    @Test func anErrorIsThrownOnAndKept() async throws {
        let controller = try FormController(Order.valid { _ in throw Offline() })
        await #expect(throws: Offline()) { try await controller.submit() }
        #expect(controller.state.error is Offline)
        #expect(controller.errors == [])
        #expect(controller.form.email == "ann@mail.example")
    }

    @Test func aServersErrorsAreMappedToFieldsAndThrownOn() async throws {
        let errors = ServerErrors(["email": ["is taken"], "plan": ["is full"]])
        let controller = try FormController(Order.valid { _ in throw errors })
        await #expect(throws: errors) { try await controller.submit() }
        #expect(controller.form.$email.messages == ["is taken"])
        #expect(controller.formErrors.map(\.message) == ["is full"])
        #expect(controller.summary.map(\.text) == ["is taken", "is full"])
        // Only the server knows whether its errors still apply.
        await #expect(throws: errors) { try await controller.submit() }
        controller.form.email = "bob@mail.example"
        #expect(controller.errors == [])
    }

    @Test func problemDetailsOfAnHTTPClientAreMappedByPointer() async throws {
        let problem = """
            {"type": "about:blank", "title": "Unprocessable Content", "status": 422,
             "errors": [{"detail": "is weak", "pointer": "#/account/password"}]}
            """
        let errors = try ServerErrors(problem: problem)
        let controller = try FormController(
            Order.valid { _ in throw Rejected(serverErrors: errors) })
        await #expect(throws: Rejected.self) { try await controller.submit() }
        #expect(controller.errors.map(\.field) == ["account.password"])
        #expect(controller.summary.map(\.text) == ["is weak"])
    }

    @Test func aServersErrorAboutAnOlderValueIsNotShownAtTheNewOne() async throws {
        let desk = OrderDesk()
        let controller = try FormController(
            Order.valid { order in
                await desk.pass(order)
                throw ServerErrors(["email": ["is taken"], "account.password": ["is weak"]])
            })
        let submission = Task { try await controller.submit() }
        await desk.arrival()
        controller.form.email = "bob@mail.example"
        await desk.open()
        await #expect(throws: ServerErrors.self) { try await submission.value }
        #expect(controller.errors.map(\.field) == ["account.password"])
    }

    // MARK: - More than one

    @Test func aSecondSubmissionIsRejected() async throws {
        let desk = OrderDesk()
        let controller = try FormController(
            Order.valid { order in
                await desk.pass(order)
                return 1
            })
        let first = Task { try await controller.submit() }
        await desk.arrival()
        await #expect(throws: FormError.submissionInProgress) { try await controller.submit() }
        #expect(controller.isLoading)
        await desk.open()
        #expect(try await first.value == 1)
        #expect(await desk.sent.count == 1)
    }

    @Test func aSecondSubmissionJoinsTheFirst() async throws {
        let desk = OrderDesk()
        let order = Order.valid { order in
            await desk.pass(order)
            return 1
        }
        let controller = try FormController(order, concurrentSubmission: .joined)
        let first = Task { try await controller.submit() }
        await desk.arrival()
        var hasJoined = false
        let second = Task {
            hasJoined = true
            return try await controller.submit()
        }
        while !hasJoined { await Task.yield() }
        await desk.open()
        #expect(try await first.value == 1)
        #expect(try await second.value == 1)
        #expect(await desk.sent.count == 1)
    }

    // MARK: - Cancelling

    @Test func aCancelledSubmissionLeavesTheFormAsItWas() async throws {
        let clock = VirtualClock()
        let controller = try FormController(
            Order.valid { _ in
                try await clock.sleep(for: .seconds(10))
                return 1
            })
        controller.form.note = "a"
        let before = controller.form
        #expect(before.$email.state == .unchanged)
        let submission = Task { try await controller.submit() }
        await clock.waitForSleepers()
        #expect(controller.form.$email.state == .valid)
        submission.cancel()
        await #expect(throws: CancellationError.self) { try await submission.value }
        #expect(controller.form == before)
        #expect(controller.form.$email.state == .unchanged)
        #expect(!controller.form.$email.isTouched)
        #expect(!controller.isLoading)
        #expect(controller.state.error == nil)
        #expect(controller.isDirty)
    }

    @Test func theControllerCancelsToo() async throws {
        let clock = VirtualClock()
        let controller = try FormController(
            Order.valid { _ in
                try await clock.sleep(for: .seconds(10))
                return 1
            })
        let submission = Task { try await controller.submit() }
        await clock.waitForSleepers()
        controller.cancelSubmission()
        await #expect(throws: CancellationError.self) { try await submission.value }
        #expect(!controller.isLoading)
    }

    @Test func aResetFormIsNotChangedByTheSubmissionBefore() async throws {
        let desk = OrderDesk()
        let controller = try FormController(
            Order.valid { order in
                await desk.pass(order)
                throw ServerErrors(["email": ["is taken"]])
            })
        let submission = Task { try await controller.submit() }
        await desk.arrival()
        controller.reset()
        #expect(!controller.isLoading)
        await desk.open()
        await #expect(throws: ServerErrors.self) { try await submission.value }
        #expect(controller.errors == [])
        #expect(controller.state.error == nil)
    }
}

/// Asynchronous rules at properties: asked before a form is sent.
@MainActor
struct FormAsyncRuleTests {
    private struct Account: SubmittableForm, Equatable {
        @Validate(.required, .rule("test.isFree")) var user = "ann"
        static let validatedFields = [ValidatedField<Account>("user", \.$user)]
        func submit() async throws -> String { user }
    }

    /// A registry whose rule `test.isFree` asks a slow directory.
    private func registry(_ clock: VirtualClock) throws -> RuleRegistry {
        let registry = RuleRegistry.standard()
        try registry.register(
            .async(
                "test.isFree", "A name that is free", kinds: .string,
                codes: [RuleCode("test.isFree.taken", "is taken")]
            ) { value, _ in
                try await clock.sleep(for: .seconds(1))
                return .pass(if: value != "bob")
            })
        return registry
    }

    private func controller(_ clock: VirtualClock) throws -> FormController<Account> {
        try FormController(
            Account(), registry: try registry(clock), limits: AsyncLimits(clock: clock))
    }

    @Test func validatingWithoutWaitingBeginsToAsk() throws {
        let controller = try controller(VirtualClock())
        let isValid = controller.validate()
        #expect(!isValid)
        #expect(controller.form.$user.state == .validating)
    }

    @Test func aSubmissionAsksFirst() async throws {
        let clock = VirtualClock()
        let controller = try controller(clock)
        let submission = Task { try await controller.submit() }
        await clock.waitForSleepers(2)
        #expect(controller.isLoading)
        #expect(controller.form.$user.state == .validating)
        clock.advance(by: .seconds(1))
        #expect(try await submission.value == "ann")
        #expect(controller.form.$user.state == .unchanged)
        #expect(controller.isValid)
    }

    @Test func aValueThatFailsIsNotSubmitted() async throws {
        let clock = VirtualClock()
        let controller = try controller(clock)
        controller.form.user = "bob"
        let submission = Task { try await controller.submit() }
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        await #expect(throws: FormInvalid.self) { try await submission.value }
        #expect(controller.summary.map(\.text) == ["is taken"])
        #expect(!controller.isLoading)
        #expect(controller.state.error == nil)
    }

    @Test func anAnswerAboutAnOlderValueIsNotShown() async throws {
        let clock = VirtualClock()
        let controller = try controller(clock)
        controller.form.user = "bob"
        let validation = Task { await controller.validateCompletely() }
        await clock.waitForSleepers(2)
        controller.form.user = "eve"
        clock.advance(by: .seconds(1))
        #expect(await validation.value == false)
        #expect(controller.form.$user.state == .editing)
    }

    @Test func aDeadlineLeavesTheFieldUndecided() async throws {
        let clock = VirtualClock()
        let controller = try FormController(
            Account(), registry: try registry(clock),
            limits: AsyncLimits(timeout: .milliseconds(500), clock: clock))
        let validation = Task { await controller.validateCompletely() }
        await clock.waitForSleepers(2)
        clock.advance(by: .milliseconds(500))
        #expect(await validation.value == false)
        #expect(controller.form.$user.state.faults.map(\.reason) == [.deadline])
    }

    @Test func cancellingWhileAskingLeavesTheFormAsItWas() async throws {
        let clock = VirtualClock()
        let controller = try controller(clock)
        let submission = Task { try await controller.submit() }
        await clock.waitForSleepers(2)
        submission.cancel()
        await #expect(throws: CancellationError.self) { try await submission.value }
        #expect(controller.form.$user.state == .unchanged)
        #expect(!controller.isLoading)
    }
}
