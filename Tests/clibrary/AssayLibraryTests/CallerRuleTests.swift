// SPDX-License-Identifier: Apache-2.0
import AssayLibrary
import AssayPluginABI
import CAssay
import Testing

/// Rules of the caller that use the library while a check calls them.
@Suite struct CallerRuleTests {
    private static let everyFlag = [0, UInt32(ASSAY_RULE_CONCURRENT)]

    /// A box for a library whose rule needs it.
    private final class Later {
        var library: Library?
    }

    @Test(arguments: everyFlag)
    func aRuleThatChecksWithItsOwnSessionIsRejectedThere(flags: UInt32) {
        let later = Later()
        var texts: [String] = []
        let library = Library(
            "assay: 1\nfields:\n  a: own.same",
            rules: [
                "same": CallerRule(flags: flags) { _ in
                    guard let library = later.library else { return false }
                    let rc = library.check(json: "{\"a\":2}").rc
                    texts.append("\(rc) \(library.errorText)")
                    return rc == ASSAY_OK
                }
            ])
        later.library = library
        #expect(library.check(json: "{\"a\":1}").result.invalid_count == 1)
        #expect(library.findings == ["0 /a own.same.no"])
        #expect(
            texts == [
                "-38 {\"code\":\"call.busy\",\"message\":\"the session is in use, by another thread or by the "
                    + "check that this call is made in; make a session for each of them\"}"
            ])
        later.library = nil
    }

    /// A rule about a number checks the number before it, with another session of the same rules.
    @Test(arguments: everyFlag)
    func aRuleMayLeadBackToItself(flags: UInt32) {
        var sessions: [Library] = []
        let library = Library(
            "assay: 1\nfields:\n  a: own.down",
            rules: [
                "down": CallerRule(flags: flags) { number in
                    guard number > 0 else { return number == 0 }
                    let inner = sessions[Int(number) - 1].check(json: "{\"a\":\(number - 1)}")
                    return inner.rc == ASSAY_OK && inner.result.invalid_count == 0
                }
            ])
        sessions = (0..<20).map { _ in library.another() }
        #expect(library.check(json: "{\"a\":-1}").result.invalid_count == 1)
        #expect(library.check(json: "{\"a\":15}").result.invalid_count == 0)
        #expect(library.check(json: "{\"a\":16}").result.invalid_count == 1)
        #expect(
            sessions[0].errorText
                == "{\"code\":\"call.state\",\"message\":\"16 checks are open on this thread, one inside of the "
                + "other; a rule must not check records by rules that lead back to it\"}")
        #expect(library.check(json: "{\"a\":3}").result.invalid_count == 0)
        sessions = []
    }

    @Test func rulesAreAddedCompiledAndReleasedInsideOfACheck() {
        let later = Later()
        let library = Library(
            "assay: 1\nfields:\n  a: own.busy",
            rules: [
                "busy": CallerRule { number in
                    let inner = Library(
                        "assay: 1\nfields:\n  b: own.even",
                        rules: ["even": CallerRule { $0 % 2 == 0 }])
                    later.library?.add("more\(number)", CallerRule { _ in true })
                    let result = inner.check(json: "{\"b\":\(number)}").result
                    return inner.findings.count == result.finding_count && result.invalid_count == 0
                }
            ])
        later.library = library
        #expect(library.check(json: "{\"a\":1}").result.invalid_count == 1)
        #expect(library.findings == ["0 /a own.busy.no"])
        #expect(library.check(json: "{\"a\":2}").result.invalid_count == 0)
        #expect(library.errorText.isEmpty)
        later.library = nil
    }
}
