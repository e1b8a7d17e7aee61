// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Observation
import Testing

/// A submission that is cancelled at the moment in which it is rejected.
@MainActor
@Suite struct RejectedSubmissionTests {
    @Test func aSubmissionThatIsCancelledAsItIsRejectedIsOver() async throws {
        let desk = AnswerDesk()
        let form = try FormModel(
            RuleSet(Field("first", .required), Field("other", .rule("isFree"))),
            registry: desk.registry, debounce: .zero, limits: AsyncLimits(timeout: nil))
        form["other"].text = "a"
        await desk.waitForQuestions(1)
        let submission = Task { try await form.submit { _ in } }
        await until { form.submission.isLoading }
        withObservationTracking {
            _ = form["other"].validation
        } onChange: {
            MainActor.assumeIsolated { form.cancelSubmission() }
        }
        desk.answer("a", .pass)
        await #expect(throws: CancellationError.self) { try await submission.value }
        #expect(!form.submission.isLoading)
        form["first"].text = "b"
        try await form.submit { _ in }
        #expect(form.submission.isSuccess)
    }
}
