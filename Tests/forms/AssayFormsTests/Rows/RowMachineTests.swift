// SPDX-License-Identifier: Apache-2.0
@testable import AssayForms
import Testing

/// Numbers of fields that go from a row that is gone to one that comes.
@Suite struct RowMachineTests {
    @Test func whatIsAskedAboutAFieldThatIsGoneIsVoid() {
        var machine = FormMachine(fields: [FieldStatus(), FieldStatus()], dependents: [[], []])
        func ask() -> UInt64 {
            machine.effects = []
            machine.occupy(2, with: FieldStatus())
            machine.edit(2, isInitial: false) { _ in FieldResult(isDeferred: true) }
            return machine.fields[2].ticket
        }
        let first = ask()
        #expect(machine.effects == [.request(2, ticket: first)])
        #expect(machine.pendingCount == 1 && machine.dirtyCount == 1)
        machine.vacate(2)
        #expect(machine.effects.last == .cancelRequest(2))
        #expect(machine.pendingCount == 0 && machine.dirtyCount == 0)
        #expect(machine.occupied == [0, 1])
        let second = ask()
        machine.receive(field: 2, ticket: first, answer: .none)
        #expect(machine.fields[2].stage == .requesting)
        machine.receive(field: 2, ticket: second, answer: .none)
        #expect(machine.fields[2].validation == .valid)
    }

    @Test func errorsOfAServerAreNotAboutARowThatCameSince() {
        var machine = FormMachine(fields: [FieldStatus(), FieldStatus()], dependents: [[], []])
        machine.occupy(2, with: FieldStatus())
        machine.submit { _ in FieldResult() }
        #expect(machine.submission == .sending)
        machine.vacate(2)
        machine.occupy(2, with: FieldStatus())
        machine.endSubmission(
            ticket: machine.submissionTicket,
            outcome: .failed([(field: 2, errors: ValidationState.invalid("is old").violations)]))
        #expect(machine.fields[2].serverErrors.isEmpty)
    }
}
