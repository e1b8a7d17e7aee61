// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Testing

@MainActor
@Suite struct SubmissionTests {
    private let desk = AnswerDesk()

    private func filledForm(
        _ concurrentSubmission: ConcurrentSubmission = .rejected
    ) throws -> FormModel {
        let form = try FormModel(
            RuleSet(Field("name", .required), Field("city", .required)), debounce: .zero,
            concurrentSubmission: concurrentSubmission)
        form["name"].text = "Ada"
        form["city"].text = "London"
        return form
    }

    @Test func invalidFormThrowsItsErrorsWithoutSubmitting() async throws {
        let form = try FormModel.immediate(.signUp)
        form["email"].text = "ada"
        do {
            try await form.submit { _ in Issue.record("it is submitted") }
            Issue.record("nothing is thrown")
        } catch let error as FormInvalid {
            #expect(
                error.description == """
                    the form is not valid
                    email: must be an e-mail address
                    password: is required
                    passwordConfirm: is required
                    """)
            #expect(error.violations.map(\.field) == ["email", "password", "passwordConfirm"])
        }
        #expect(!form.submission.isLoading)
        #expect(form.summary.map(\.field) == ["email", "password", "passwordConfirm"])
        #expect(form.firstInvalidField == "email")
    }

    @Test func validFormIsSubmittedWithItsValues() async throws {
        let form = try filledForm()
        let record = try await form.submit { record in
            #expect(form.submission.isLoading)
            #expect(!form.canSubmit)
            return record
        }
        #expect(record == ["name": "Ada", "city": "London"])
        #expect(form.submission.isSuccess)
    }

    @Test func submittedValuesAreTheInitialOnesAfterwards() async throws {
        let form = try filledForm()
        try await form.submit { _ in }
        #expect(!form.isDirty)
        #expect(!form.canSubmit)
        #expect(form.dismissal == .dismiss)
        #expect(form["name"].validation == .unchanged)
        #expect(!form["name"].isTouched)
        form["name"].text = "Adam"
        #expect(form.submission.isSuccess == false)
        form.reset()
        #expect(form["name"].text == "Ada")
    }

    @Test func fieldThatIsChangedWhileTheFormIsSentStaysDirty() async throws {
        let form = try filledForm()
        try await form.submit { _ in form["name"].text = "" }
        #expect(form["name"].initialValue == "Ada")
        #expect(form["name"].isDirty)
        #expect(form["name"].validation == .editing)
        #expect(!form["city"].isDirty)
    }

    @Test func pristineFormCannotBeSubmittedByTheUser() throws {
        let form = try FormModel.immediate(.signUp)
        #expect(!form.canSubmit)
        form["email"].text = "a"
        #expect(form.canSubmit)
    }

    @Test func dismissingADirtyFormAsksFirst() throws {
        let form = try FormModel.immediate(.signUp)
        #expect(form.dismissal == .dismiss)
        form["email"].text = "a"
        #expect(form.dismissal == .askFirst)
        form["email"].text = ""
        #expect(form.dismissal == .dismiss)
    }

    @Test func errorsOfTheServerAreMappedAndThrownOn() async throws {
        let form = try filledForm()
        let errors = ServerErrors(["name": ["is taken"], "phone": ["is missing"]])
        await #expect(throws: errors) { try await form.submit { _ in throw errors } }
        #expect(form["name"].messages == ["is taken"])
        #expect(form.formErrors.map(\.message) == ["is missing"])
        #expect(form.submission.error as? ServerErrors == errors)
        #expect(form.firstInvalidField == "name")
    }

    @Test func errorThatHasServerErrorsIsMapped() async throws {
        let form = try filledForm()
        await #expect(throws: APIError.self) {
            try await form.submit { _ in
                throw APIError(body: ##"{"errors": [{"detail": "no", "pointer": "#/city"}]}"##)
            }
        }
        #expect(form["city"].messages == ["no"])
    }

    @Test func otherErrorsAreThrownOnAndLeaveTheFieldsAlone() async throws {
        let form = try filledForm()
        form.apply(errors: ["name": ["is taken"]])
        await #expect(throws: APIError.self) {
            try await form.submit { _ in throw APIError(body: "") }
        }
        #expect(form["name"].messages == ["is taken"])
        #expect(form["city"].validation == .valid)
        #expect(form.submission.error is APIError)
    }

    @Test func newAnswerOfTheServerReplacesTheOldOne() async throws {
        let form = try filledForm()
        form.apply(errors: ["name": ["is taken"], "phone": ["is missing"]])
        let errors = ServerErrors(["city": ["is unknown"]])
        await #expect(throws: errors) { try await form.submit { _ in throw errors } }
        #expect(form.summary == [FormMessage(field: "city", text: "is unknown")])
    }

    @Test func errorsOfTheServerDoNotKeepAFormFromBeingSubmitted() async throws {
        let form = try filledForm()
        form.apply(errors: ["name": ["is taken"]])
        try await form.submit { _ in }
        #expect(form.summary == [])
    }

    @Test func errorsOfTheServerAboutAValueThatHasChangedAreNotShown() async throws {
        let form = try filledForm()
        let errors = ServerErrors(["name": ["is taken"], "city": ["is unknown"]])
        await #expect(throws: errors) {
            try await form.submit { _ in
                form["name"].text = "Adam"
                throw errors
            }
        }
        #expect(form["name"].validation == .valid)
        #expect(form["city"].messages == ["is unknown"])
    }

    @Test func secondSubmissionIsRejected() async throws {
        let form = try filledForm()
        let gate = Gate()
        async let first: Int = form.submit { _ in
            await gate.wait()
            return 1
        }
        await until { form.submission.isLoading }
        await #expect(throws: FormError.submissionInProgress) { try await form.submit { _ in 2 } }
        gate.open()
        #expect(try await first == 1)
    }

    @Test func secondSubmissionJoinsTheFirst() async throws {
        let form = try filledForm(.joined)
        let gate = Gate()
        async let first: Int = form.submit { _ in
            await gate.wait()
            return 1
        }
        await until { form.submission.isLoading }
        let second = await begun {
            try await form.submit { _ in
                Issue.record("it is submitted twice")
                return 2
            }
        }
        gate.open()
        #expect(try await [first, second.value] == [1, 1])
    }

    @Test func joinedSubmissionEndsWithTheSameError() async throws {
        let form = try filledForm(.joined)
        let gate = Gate()
        let first = Task {
            try await form.submit { _ in
                await gate.wait()
                throw APIError(body: "")
            }
        }
        await until { form.submission.isLoading }
        let second = await begun { try await form.submit { _ in } }
        gate.open()
        await #expect(throws: APIError.self) { try await first.value }
        await #expect(throws: APIError.self) { try await second.value }
    }

    @Test func oneWhoHasJoinedCanLeave() async throws {
        let form = try filledForm(.joined)
        let gate = Gate()
        async let first: Int = form.submit { _ in
            await gate.wait()
            return 1
        }
        await until { form.submission.isLoading }
        let second = await begun { try await form.submit { _ in 2 } }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        gate.open()
        #expect(try await first == 1)
    }

    @Test func cancelledSubmissionLeavesTheFormAsItWas() async throws {
        let form = try FormModel(
            RuleSet(Field("name", .required), Field("city", .required)),
            initial: ValidationRecord(text: [("city", "London")]), debounce: .zero)
        form["name"].text = "Ada"
        form.apply(errors: ["name": ["is taken"]])
        let before = form.snapshot()
        let submission = Task {
            try await form.submit { _ in try await Task.sleep(for: .seconds(600)) }
        }
        await until { form.submission.isLoading }
        #expect(form["city"].validation == .valid)
        submission.cancel()
        await #expect(throws: CancellationError.self) { try await submission.value }
        #expect(form.snapshot() == before)
        #expect(form["city"].validation == .unchanged)
        #expect(!form["city"].isTouched)
        #expect(form["name"].messages == ["is taken"])
        if case .initial = form.submission {} else { Issue.record("\(form.submission)") }
    }

    @Test func formCancelsItsSubmission() async throws {
        let form = try filledForm()
        let submission = Task {
            try await form.submit { _ in try await Task.sleep(for: .seconds(600)) }
        }
        await until { form.submission.isLoading }
        form.cancelSubmission()
        await #expect(throws: CancellationError.self) { try await submission.value }
        #expect(!form.submission.isLoading)
        try await form.submit { _ in }
        #expect(form.submission.isSuccess)
    }

    @Test func submissionThatWaitsForAnswersCanBeCancelled() async throws {
        let form = try asynchronousForm()
        let submission = Task { try await form.submit { _ in Issue.record("it is submitted") } }
        await desk.waitForQuestions(1)
        #expect(form.submission.isLoading)
        form.cancelSubmission()
        await #expect(throws: CancellationError.self) { try await submission.value }
        #expect(form["name"].validation == .editing)
        desk.close()
    }

    @Test func submissionWaitsForTheLastAnswer() async throws {
        let form = try asynchronousForm()
        async let sent: ValidationRecord = form.submit { $0 }
        await desk.waitForQuestions(1)
        desk.answer("Ada", .pass)
        #expect(try await sent["name"] == "Ada")
    }

    @Test func fieldThatChangesWhileTheFormIsCheckedIsCheckedAgain() async throws {
        let form = try asynchronousForm()
        async let sent: ValidationRecord = form.submit { $0 }
        await desk.waitForQuestions(1)
        form["name"].text = "Adam"
        desk.answer("Ada", .fail())
        await desk.waitForQuestions(2)
        desk.answer("Adam", .pass)
        #expect(try await sent["name"] == "Adam")
    }

    @Test func resetEndsTheSubmission() async throws {
        let form = try asynchronousForm()
        let submission = Task { try await form.submit { _ in Issue.record("it is submitted") } }
        await desk.waitForQuestions(1)
        form.reset()
        await #expect(throws: CancellationError.self) { try await submission.value }
        #expect(form["name"].validation == .unchanged)
        #expect(!form.submission.isLoading)
        desk.close()
    }

    @Test func successAfterAResetChangesNothing() async throws {
        let form = try filledForm()
        try await form.submit { _ in form.reset() }
        #expect(form["name"].text == "")
        #expect(!form.submission.isSuccess)
    }

    private func asynchronousForm() throws -> FormModel {
        let form = try FormModel(
            RuleSet(Field("name", .required, .rule("isFree"))), registry: desk.registry,
            triggers: .onSubmit, limits: AsyncLimits(timeout: nil))
        form["name"].text = "Ada"
        return form
    }

    /// A task that has got as far as it gets without waiting.
    private func begun<Output: Sendable>(
        _ operation: @escaping @MainActor () async throws -> Output
    ) async -> Task<Output, any Error> {
        var hasBegun = false
        let task = Task {
            hasBegun = true
            return try await operation()
        }
        while !hasBegun { await Task.yield() }
        return task
    }
}

private struct APIError: ServerErrorsProviding {
    let body: String

    var serverErrors: ServerErrors { (try? ServerErrors(problem: body)) ?? ServerErrors([]) }
}

/// Lets those who wait pass when it is opened.
@MainActor
private final class Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
