// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

@Suite struct CodeSelectionTests {
    @Test(
        arguments: [
            ([], [], "length.tooShort", true), (["length"], [], "length.tooShort", true),
            (["length"], [], "lengthy.tooShort", false), (["length.tooShort"], [], "length", false),
            (["range"], [], "length.tooShort", false), ([], ["length"], "length.tooShort", false),
            ([], ["length.tooShort"], "length.tooLong", true),
            (["length"], ["length.tooShort"], "length.tooShort", false),
            (["length"], ["length.tooShort"], "length.tooLong", true),
            (["acme.taxId.bad"], ["acme"], "acme.taxId.bad", true),
            (["length"], ["length"], "length.tooShort", false),
            (["range"], [], "record.malformed", true), ([], ["record"], "record.malformed", true),
            ([], ["record"], "record.unknownField", false),
        ] as [([String], [String], String, Bool)])
    func longestNameDecides(
        selected: [String], ignored: [String], code: String, isIncluded: Bool
    ) {
        let selection = CodeFilter(selected: selected, ignored: ignored)
        #expect(selection.includes(code) == isIncluded)
    }

    @Test(
        arguments: [
            (["regex"], [], true), (["fault"], [], true), (["fault.matchLimit"], [], true),
            (["length"], [], false), ([], ["fault"], true), ([], ["regex"], false),
            (["regex"], ["fault.matchLimit"], true), (["length"], ["fault"], false),
        ] as [([String], [String], Bool)])
    func faultGoesByItsCodeAndItsRule(selected: [String], ignored: [String], isIncluded: Bool) {
        let selection = CodeFilter(selected: selected, ignored: ignored)
        #expect(selection.includes("fault.matchLimit", rule: "regex") == isIncluded)
    }
}
