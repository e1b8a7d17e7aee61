// SPDX-License-Identifier: Apache-2.0
import AssayForms

private struct Offline: Error {}

extension FaceTableTests {
    nonisolated static let submitting = [
        Behaviour(
            "an invalid form is submitted", needs: [.submission],
            { bench in
                let submission = bench.submit()
                bench.note(await submission.value)
                bench.look("name", "password", "confirm")
                bench.note("\(bench.face.submission.isLoading) \(bench.face.isTouched("password"))")
            }, shows: ["not valid", "is required", "is required", "valid", "false true"]),
        Behaviour(
            "a valid form is submitted", needs: [.submission],
            { bench in
                bench.fill()
                let submission = bench.submit()
                await bench.settle()
                bench.look("name", "password")
                bench.note("\(bench.face.submission.isLoading)")
                await bench.answer()
                bench.note(await submission.value)
                bench.look("name", "password", "confirm")
                bench.note("\(bench.face.isDirty) \(bench.face.isTouched("name"))")
                bench.note("\(bench.face.submission.isSuccess)")
                bench.face.set("password", "other")
                bench.note("\(bench.face.submission.isSuccess) \(bench.face.isDirty)")
                bench.face.reset()
                bench.note(bench.face.text("password"))
            },
            shows: [
                "validating", "valid", "true", "sent", "unchanged", "unchanged", "unchanged",
                "false false", "true", "false true", "secret",
            ]),
        Behaviour(
            "a submission is cancelled while rules are asked", needs: [.submission],
            { bench in
                bench.fill()
                await bench.pause()
                await bench.answer()
                bench.face.set("name", "berta")
                let submission = bench.submit()
                await bench.settle()
                bench.look("name", "password")
                submission.cancel()
                bench.note(await submission.value)
                bench.look("name", "password")
                bench.note("\(bench.face.submission.isLoading) \(bench.face.submission.isSuccess)")
            }, shows: ["validating", "valid", "cancelled", "validating", "valid", "false false"]),
        Behaviour(
            "the form cancels a submission that was sent", needs: [.submission],
            { bench in
                bench.fill()
                let submission = bench.submit { try await Task.sleep(for: .seconds(600)) }
                await bench.answer()
                bench.note("\(bench.face.submission.isLoading)")
                bench.face.cancelSubmission()
                bench.note(await submission.value)
                bench.note("\(bench.face.submission.isLoading) \(bench.face.isDirty)")
            }, shows: ["true", "cancelled", "false true"]),
        Behaviour(
            "a caller that has joined is cancelled", needs: [.submission],
            { bench in
                bench.fill()
                let first = bench.submit()
                await bench.settle()
                let second = bench.submit()
                await bench.settle()
                second.cancel()
                bench.note(await second.value)
                bench.note("\(bench.face.submission.isLoading)")
                await bench.answer()
                bench.note(await first.value)
            }, shows: ["cancelled", "true", "sent"]),
        Behaviour(
            "it is reset while it is submitted", needs: [.submission],
            { bench in
                bench.fill()
                let submission = bench.submit()
                await bench.settle()
                bench.face.reset()
                bench.note(await submission.value)
                bench.look("name")
                bench.note("\(bench.face.submission.isLoading) \(bench.face.isDirty)")
            }, shows: ["cancelled", "unchanged", "false false"]),
        Behaviour(
            "a server rejects a submission", needs: [.submission],
            { bench in
                bench.fill()
                let submission = bench.submit { throw ServerErrors(["password": ["is known"]]) }
                await bench.answer()
                bench.note(await submission.value)
                bench.look("name", "password")
                bench.note("\(bench.face.submission.error is ServerErrors) \(bench.face.isValid)")
            }, shows: ["failed", "valid", "is known", "true false"]),
        Behaviour(
            "a submission fails for another reason", needs: [.submission],
            { bench in
                bench.fill()
                let submission = bench.submit { throw Offline() }
                await bench.answer()
                bench.note(await submission.value)
                bench.look("name", "password")
                bench.note("\(bench.face.submission.error is Offline)")
            }, shows: ["failed", "valid", "valid", "true"]),
        Behaviour(
            "a value changes while it is submitted", needs: [.submission],
            { bench in
                bench.fill()
                let face = bench.face
                let submission = bench.submit { await MainActor.run { face.set("password", "") } }
                await bench.answer()
                bench.note(await submission.value)
                bench.look("name", "password")
                bench.note("\(face.isDirty("password")) \(face.isDirty("name"))")
            }, shows: ["sent", "unchanged", "editing", "true false"]),
        Behaviour(
            "submissions are counted", needs: [.submission],
            { bench in
                let count = { bench.note("\(bench.face.submitCount)") }
                count()
                bench.note(await bench.submit().value)
                count()
                bench.fill()
                let cancelled = bench.submit()
                await bench.settle()
                count()
                cancelled.cancel()
                bench.note(await cancelled.value)
                count()
                let first = bench.submit()
                await bench.settle()
                let joined = bench.submit()
                await bench.answer()
                bench.note(await first.value)
                bench.note(await joined.value)
                count()
                bench.face.reset()
                count()
            },
            shows: ["0", "not valid", "1", "2", "cancelled", "1", "sent", "sent", "2", "0"]),
    ]
}

extension Bench {
    /// Submits the form; the task ends with the outcome in a word.
    func submit(
        _ operation: @escaping @Sendable () async throws -> Void = {}
    ) -> Task<String, Never> {
        Task {
            do {
                try await face.submit(operation)
                return "sent"
            } catch is CancellationError {
                return "cancelled"
            } catch is FormInvalid {
                return Task.isCancelled || face.wasCancelled ? "cancelled" : "not valid"
            } catch {
                return "failed"
            }
        }
    }
}

extension Face {
    /// A face that throws nothing cannot say that it was cancelled.
    fileprivate var wasCancelled: Bool {
        self is ContextFace && submission.error == nil && !hasErrors
    }

    private var hasErrors: Bool { fields.contains { state($0).isInvalid } }
}
