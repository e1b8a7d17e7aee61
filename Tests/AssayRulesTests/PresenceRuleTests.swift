// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

struct PresenceRuleTests {
    @Test(
        arguments: [
            (0, "required", []), (false, "required", []), (["a": nil], "required", []),
            (.absent, "required", ["required.missing"]), (nil, "required", ["required.null"]),
            ([:], "required", ["required.empty"]), ([], "required", ["required.empty"]),
            ("", "required", ["required.empty"]), ([:], "filled", ["filled.empty"]),
            ("\u{A0}\u{2003}\n", "required", ["required.empty"]),
            ("\u{A0}", "required(trim=false)", []),
            ("", "required(trim=false)", ["required.empty"]),
            ("\u{200B}", "required", []),
            ([], "filled", ["filled.empty"]), (.absent, "prohibited", []),
            (nil, "prohibited", []), (false, "prohibited", ["prohibited.present"]),
            (nil, "accepted", []), ("TRUE", "accepted", []),
            ("", "accepted", ["accepted.declined"]),
            (1.0, "accepted", []), (2, "accepted", ["accepted.declined"]),
            ([], "accepted", ["accepted.kind"]), ("off", "declined", []),
        ] as [(Value, String, [String])])
    func emptinessIsChecked(_ value: Value, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(value, rule) == expected)
    }

    @Test(
        arguments: [
            ("requiredIf(o, 1)", 1.0, ["requiredIf.missing"]),
            ("requiredIf(o, null)", nil, ["requiredIf.missing"]),
            ("requiredIf(o, 1)", nil, []),
            ("requiredUnless(o, 1)", nil, ["requiredUnless.missing"]),
            ("requiredWith(o)", "", []),
            ("requiredWith(o)", 0, ["requiredWith.missing"]),
            ("requiredWithout(o)", " ", ["requiredWithout.missing"]),
            ("requiredWithoutAll(o, p)", nil, ["requiredWithoutAll.missing"]),
            ("requiredWithAll(o, p)", 1, []),
            ("prohibitedIf(o, 1)", 1, []),
        ] as [(String, Value, [String])])
    func absenceDependsOnTheOtherField(
        _ rule: String, _ other: Value, _ expected: [String]
    ) throws {
        #expect(try codes(.absent, rule, with: ["o": other]) == expected)
    }

    @Test func laterRulesAreNotAskedAboutAMissingValue() throws {
        #expect(try codes("", "required, length(3...), email") == ["required.empty"])
        #expect(try codes("x", "integer, range(1...2)") == ["integer.kind"])
    }
}
