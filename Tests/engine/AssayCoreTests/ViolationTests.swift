// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

struct ViolationTests {
    private let tooSmall = Violation(
        pointer: "/age", field: "age", rule: "range", code: "range.tooSmall",
        parameters: [MessageParameter("min", 18)], value: 17, template: "must be at least {min}")

    @Test func itsDescriptionSaysWhereWhatAndWhichCode() {
        #expect("\(tooSmall)" == "/age: must be at least 18 (range.tooSmall)")
    }

    @Test func whatIsWrongWithTheWholeRecordHasNoPlace() {
        let violation = Violation(
            pointer: "", field: "", rule: "record", code: "record.empty", template: "is empty")
        #expect("\(violation)" == "is empty (record.empty)")
    }

    @Test func aChangedCopyLeavesTheOthers() {
        var copy = tooSmall
        copy.severity = .warning
        copy.field = "years"
        #expect(tooSmall.severity == .error && tooSmall.field == "age")
        #expect(copy.severity == .warning && copy.field == "years" && copy.code == tooSmall.code)
        #expect(copy != tooSmall)
    }

    @Test func itsPlaceAndParametersAreItsOwn() {
        var copy = tooSmall
        copy.pointer = "/years"
        copy.parameters = [MessageParameter("min", 21)]
        #expect(tooSmall.pointer == "/age" && tooSmall.message == "must be at least 18")
        #expect(copy.pointer == "/years" && copy.message == "must be at least 21")
        #expect(copy.code == tooSmall.code && copy.value == tooSmall.value)
        #expect(copy != tooSmall)
        copy.pointer = "/age"
        #expect(copy != tooSmall)
        // Equal parts make equal violations, whether they share them or not.
        copy.parameters = tooSmall.parameters
        #expect(copy == tooSmall)
    }
}
