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
}
