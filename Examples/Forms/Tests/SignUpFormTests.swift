// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting
import Testing

@MainActor
@Suite struct SignUpFormTests {
    private static func filled(
        clock: VirtualClock = VirtualClock(),
        isFree: @escaping @Sendable (String) async throws -> Bool = { _ in true }
    ) throws -> FormModel {
        let form = try SignUpForm.make(isFree: isFree, clock: clock)
        form["userName"].text = "ada"
        form["email"].text = "ada@mail.example"
        form["password"].text = "correct horse"
        form["passwordConfirm"].text = "correct horse"
        return form
    }

    @Test func theServiceIsAskedAfterTheDebounce() async throws {
        let clock = VirtualClock()
        let form = try SignUpForm.make(isFree: { $0 != "ada" }, clock: clock)
        let name = form["userName"]
        name.text = "ada"
        #expect(name.validation == .validating)
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(300))
        await eventually { name.validation.isInvalid }
        #expect(name.messages == ["is taken"])
    }

    @Test func aServiceThatDoesNotAnswerLeavesTheFieldUndecided() async throws {
        let clock = VirtualClock()
        let form = try Self.filled(clock: clock) { _ in
            try await clock.sleep(for: .seconds(60))
            return true
        }
        async let isValid = form.validate()
        // Who asks, and who watches the time.
        await eventually { clock.deadlines.contains { $0.offset == .seconds(5) } }
        clock.advance(by: .seconds(5))
        #expect(!(await isValid))
        #expect(form["userName"].validation.faults.map(\.reason) == [.deadline])
    }

    @Test func aChangedPasswordIsComparedAgain() async throws {
        let form = try Self.filled()
        #expect(await form.validate())
        form["password"].text = "another horse"
        #expect(form["passwordConfirm"].messages == ["must be the same as Password"])
    }

    @Test func theValuesAreSubmitted() async throws {
        let form = try Self.filled()
        let name = try await form.submit { $0["userName"] }
        #expect(name == "ada")
        #expect(form.submission.isSuccess)
        #expect(!form.isDirty)
    }

    @Test func problemDetailsOfTheServerAreShownAtTheirFields() async throws {
        let form = try Self.filled()
        let problem = """
            {"type": "about:blank", "title": "Unprocessable Content", "status": 422, "errors": [
              {"detail": "is blocked", "pointer": "#/email"},
              {"detail": "is closed today", "pointer": "#/shop"}]}
            """
        await #expect(throws: ServerErrors.self) {
            try await form.submit { _ in throw try ServerErrors(problem: problem) }
        }
        #expect(form["email"].messages == ["is blocked"])
        #expect(form.formErrors.map(\.message) == ["is closed today"])
        #expect(form.firstInvalidField == "email")
        form["email"].text = "ada@post.example"
        #expect(form["email"].messages == [])
    }

    @Test func aSnapshotHasNoPasswordAndIsRestored() async throws {
        let form = try Self.filled()
        form["email"].text = "ada@"
        await form.validate()
        let json = form.snapshot().json
        #expect(!json.contains("horse"))
        let other = try SignUpForm.make(isFree: { _ in true }, clock: VirtualClock())
        try other.restore(FormSnapshot(json: json))
        #expect(other["userName"].text == "ada")
        #expect(other["email"].messages == ["must be an e-mail address"])
        #expect(other["password"].value == .absent)
    }
}
