// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

struct NetworkRuleTests {
    @Test(
        arguments: [
            ("a@b", []), ("a.b.@c.d", []), ("..@c.d", []), ("a@b.", ["email.syntax"]),
            ("", ["email.syntax"]), ("@", ["email.syntax"]), ("a@", ["email.syntax"]),
            ("a b@c.d", ["email.syntax"]), ("a@c..d", ["email.syntax"]),
            ("a@c.d\n", ["email.syntax"]),
            ("a@b_c.d", ["email.syntax"]), ("a@b-.c", ["email.syntax"]),
            ("é@b.c", ["email.syntax"]),
            ("a@é.c", ["email.syntax"]), ("\"a\"@b.c", ["email.syntax"]),
            ("a@[127.0.0.1]", ["email.syntax"]), ("a\u{0}@b.c", ["email.syntax"]),
            ("!#$%&'*+-/=?^_`{|}~@b.c", []), ("a@1.2", []),
        ] as [(String, [String])])
    func addressesOfBrowsers(_ text: String, _ expected: [String]) throws {
        #expect(try codes(.string(text), "email") == expected)
    }

    @Test func labelsAndAddressesHaveTheirLimits() throws {
        let label = String(repeating: "a", count: 63)
        #expect(try codes(.string("a@" + label + ".c"), "email") == [])
        #expect(try codes(.string("a@" + label + "a.c"), "email") == ["email.syntax"])
        let local = String(repeating: "a", count: 251)
        #expect(try codes(.string(local + "@bc"), "email") == [])
        #expect(try codes(.string(local + "@bcd"), "email") == ["email.tooLong"])
        let name = String(repeating: "a", count: 64)
        #expect(try codes(.string(name + "@b.c"), "email(mode=rfc5321)") == [])
        #expect(try codes(.string(name + "a@b.c"), "email(mode=rfc5321)") == ["email.syntax"])
    }

    @Test(
        arguments: [
            ("a@1.2", "email(requireTLD=true)", ["email.noTopLevelDomain"]),
            ("a@[IPv6:::ffff:192.0.2.1]", "email(mode=rfc5321)", []),
            ("a@[IPv6:1::2::3]", "email(mode=rfc5321)", ["email.syntax"]),
            ("a@[1.2.3.4]", "email(mode=rfc5321, addressLiteral=false)", ["email.syntax"]),
            ("a@[1.2.3.4]", "email(addressLiteral=true)", []),
            ("\"a@b.c", "email(mode=rfc5321)", ["email.syntax"]),
            ("\"\\", "email(mode=rfc5321)", ["email.syntax"]),
            ("<a@b.c>", "email(displayName=allowed)", ["email.displayName"]),
            ("\"x, y\" <a@b.c>", "email(displayName=required)", []),
            ("x <<a@b.c>", "email(displayName=allowed)", ["email.displayName"]),
            ("x <a@b.c", "email(displayName=allowed)", ["email.syntax"]),
            ("", "email(displayName=allowed)", ["email.syntax"]),
        ] as [(String, String, [String])])
    func optionsOfAddresses(_ text: String, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(.string(text), rule) == expected)
    }

    @Test(
        arguments: [
            ("https://a.b", "url", []), ("HTTPS://A.B", "url", []),
            ("http://localhost:8080", "url", []),
            ("http://", "url", ["url.host"]), ("http:///a", "url", ["url.host"]),
            ("http:a", "url", ["url.syntax"]), ("", "url", ["url.syntax"]),
            ("http://1.2.3", "url", ["url.host"]), ("http://1.2.3.4", "url", []),
            ("http://1.2.3.400", "url", ["url.host"]), ("http://a_b.c", "url", ["url.host"]),
            ("http://a_b.c", "url(underscores=true)", []), ("http://a.b.", "url", []),
            ("http://a..b", "url", ["url.host"]), ("http://a.b:0", "url", []),
            ("http://a.b:65536", "url", ["url.port"]), ("http://a.b:", "url", []),
            ("http://a.b:99999999999999999999", "url", ["url.port"]),
            ("http://a.b", "url(requirePort=true)", ["url.port"]),
            ("http://a.b/ü", "url", ["url.syntax"]), ("http://a.b/%zz", "url", ["url.syntax"]),
            ("http://[::1", "url", ["url.syntax"]),
            ("http://[::1]", "url(privateHosts=false)", ["url.forbiddenHost"]),
            ("http://localhost.", "url(privateHosts=false)", ["url.forbiddenHost"]),
            ("http://x.b.c", "url(allowHosts=[\"b.c\"])", []),
            ("http://xb.c", "url(allowHosts=[\"b.c\"])", ["url.forbiddenHost"]),
            ("http://B.c", "url(denyHosts=[\"b.c\"])", ["url.forbiddenHost"]),
            ("ws://b.c", "url(schemes=[\"ws\"])", []),
            ("//b.c", "url(requireScheme=false)", ["url.host"]),
            ("javascript:alert(1)", "url", ["url.syntax"]),
        ] as [(String, String, [String])])
    func linksAreChecked(_ text: String, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(.string(text), rule) == expected)
    }
}
