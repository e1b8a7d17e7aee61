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
            ("a@[1.2.3.4]", "email(mode=rfc5321, requireTLD=true)", []),
            ("a@b.cmo", "email(knownTLD=true)", ["email.unknownTopLevelDomain"]),
            ("a@com", "email(knownTLD=true)", ["email.noTopLevelDomain"]),
            ("a@b.1", "email(knownTLD=true)", ["email.noTopLevelDomain"]),
            ("a@b.CoM", "email(knownTLD=true)", []),
            ("a@[1.2.3.4]", "email(mode=rfc5321, knownTLD=true)", []),
            ("a@b.\u{440}\u{444}", "email(mode=rfc6531, knownTLD=true)", []),
            ("a@ab--c.de", "email(mode=rfc6531)", ["email.syntax"]),
            ("a@\u{FC}.AB--c.de", "email(mode=rfc6531)", ["email.syntax"]),
            ("a@XN--BCHER-KVA.de", "email(mode=rfc6531)", []),
            ("a@ab--c.de", "email", []),
            ("a\u{37E}b@c.d", "email(mode=rfc6531)", ["email.syntax"]),
            ("\u{37E}@c.d", "email(mode=rfc6531)", ["email.syntax"]),
            ("\"a\u{37E}b\"@c.d", "email(mode=rfc6531)", []),
            ("a\u{37F}\u{3CE}\u{387}b@c.d", "email(mode=rfc6531)", []),
            ("x\u{37E} <a@b.c>", "email(displayName=allowed)", ["email.displayName"]),
            ("a@b\u{37E}c.d", "email(mode=rfc6531)", ["email.syntax"]),
        ] as [(String, String, [String])])
    func optionsOfAddresses(_ text: String, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(.string(text), rule) == expected)
    }

    /// Two code points whose composed form has three: nothing is written beyond the label or the name.
    @Test(arguments: [1, 2, 21, 31, 32, 62, 63, 126, 127, 254, 1000])
    func namesThatCompositionMakesLongerAreRejected(count: Int) throws {
        let text = String(repeating: "\u{1D6}\u{323}", count: count)
        #expect(try codes(.string(text), "idnHostname").count == 1)
        #expect(try codes(.string(text), "topLevelDomain").count == 1)
        #expect(try codes(.string("http://\(text)/"), "url").count == 1)
        #expect(try codes(.string("//\(text):1"), "hostAndPort").count == 1)
        #expect(try codes(.string("a@b.\(text)"), "email").count == 1)
        for rule in ["url(idn=true)", "email(mode=rfc6531)", "origin", "hostAndPort"] {
            _ = try codes(.string("http://\(text)"), rule)
            _ = try codes(.string("a@\(text)"), rule)
            _ = try codes(.string("\(text):80"), rule)
        }
    }

    /// Each label beyond ASCII is a U-label (RFC 5890 to 5893).
    @Test(
        arguments: [
            ("b\u{FC}cher.example", []), ("\u{4F8B}\u{3048}.\u{30C6}\u{30B9}\u{30C8}", []),
            ("fa\u{DF}.de", []), ("xn--bcher-kva.example", []), ("a.\u{5D0}\u{5D1}", []),
            ("l\u{B7}l.cat", []), ("\u{915}\u{94D}\u{200D}\u{937}.in", []),
            (String(repeating: "\u{FC}", count: 50) + ".de", []),
            (String(repeating: "\u{FC}", count: 60) + ".de", ["email.syntax"]),
            ("a\u{2006}b.de", ["email.syntax"]), ("a\u{A0}b.de", ["email.syntax"]),
            ("a\u{200B}b.de", ["email.syntax"]), ("a\u{202E}b.de", ["email.syntax"]),
            ("\u{FF41}.de", ["email.syntax"]), ("\u{301}a.de", ["email.syntax"]),
            ("e\u{301}.de", []), ("B\u{FC}cher.de", ["email.syntax"]),
            ("\u{1F4A9}.la", ["email.syntax"]), ("a\u{B7}b.cat", ["email.syntax"]),
            ("a\u{5D0}.de", ["email.syntax"]), ("a\u{200D}b.de", ["email.syntax"]),
            ("\u{FC}-.de", ["email.syntax"]), ("\u{FC}ab--c.de", []),
            ("ab--\u{FC}.de", ["email.syntax"]), ("xn--a.de", ["email.syntax"]),
            ("a\u{3002}de", ["email.syntax"]), ("\u{FC}.de.", ["email.syntax"]),
            ("\u{E000}.de", ["email.syntax"]),
            ("\u{661}\u{6F1}.de", ["email.syntax"]), ("a\u{AD}b.de", ["email.syntax"]),
        ] as [(String, [String])])
    func internationalDomainsOfAddresses(_ domain: String, _ expected: [String]) throws {
        #expect(try codes(.string("\u{FC}@" + domain), "email(mode=rfc6531)") == expected)
    }

    @Test(
        arguments: [
            ("https://a.b", "url", []), ("HTTPS://A.B", "url", []),
            ("http://localhost:8080", "url", []),
            ("http://", "url", ["url.host"]), ("http:///a", "url", ["url.host"]),
            ("http:a", "url", ["url.syntax"]), ("", "url", ["url.syntax"]),
            ("http://1.2.3", "url", []), ("http://1.2.3.4", "url", []),
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
            ("http://1.2.3.4", "url(requireTLD=true)", []),
            ("http://[2001:db8::1]", "url(requireTLD=true)", []),
            ("http://a", "url(requireTLD=true)", ["url.host"]),
            ("http://a.b", "url(requireTLD=true)", []),
            ("http://\u{E9}.b", "url", ["url.syntax"]), ("http://\u{E9}.b", "url(idn=true)", []),
            ("http://xn--a-\u{E4}.pt", "url(idn=true)", ["url.host"]),
            ("http://xn--a.b", "url", ["url.host"]), ("http://%C3%A9.b", "url", ["url.host"]),
            ("http://%C3%A9.b", "url(idn=true)", []),
            ("http://%FF.b", "url(idn=true)", ["url.host"]),
            ("http://b\u{FC}cher.example/\u{E9}", "url(idn=true)", []),
            ("http://a.b/\u{E9}?\u{65E5}=\u{1F600}#\u{5D0}", "url(idn=true)", []),
            ("http://a.b/\u{E9}", "url", ["url.syntax"]),
            ("http://a.b/?\u{E9}", "url", ["url.syntax"]),
            ("http://\u{E9}@a.b/", "url(idn=true)", ["url.syntax"]),
            ("http://a.b/\u{202E}c", "url(idn=true)", ["url.syntax"]),
            ("http://a.b/\u{85}", "url(idn=true)", ["url.syntax"]),
            ("http://a.b/ \u{E9}", "url(idn=true)", ["url.syntax"]),
            ("http://a.cmo", "url(knownTLD=true)", ["url.unknownTopLevelDomain"]),
            ("http://com", "url(knownTLD=true)", ["url.unknownTopLevelDomain"]),
            ("http://a.test", "url(knownTLD=true)", ["url.unknownTopLevelDomain"]),
            ("http://1.2.3.4", "url(knownTLD=true)", []),
            ("http://[::1]", "url(knownTLD=true)", []),
            ("http://a.COM.", "url(knownTLD=true)", []),
            ("http://a.\u{440}\u{444}", "url(knownTLD=true, idn=true)", []),
            ("http://\u{301}a.b", "url(idn=true)", ["url.host"]),
            ("http://\u{202E}a.b", "url(idn=true)", ["url.host"]),
            ("http://\u{1F4A9}.la", "url(idn=true)", []),
        ] as [(String, String, [String])])
    func linksAreChecked(_ text: String, _ rule: String, _ expected: [String]) throws {
        #expect(try codes(.string(text), rule) == expected)
    }

    /// A label is the same one as a U-label and as an A-label; what is no label of IDNA 2008 is still
    /// one that browsers open.
    @Test(
        arguments: [
            ("\u{1F4A9}", "xn--ls8h", true), ("\u{2603}", "xn--n3h", true),
            ("i\u{2764}", "xn--i-7iq", true), ("ab--\u{FC}", "xn--ab---3ra", true),
            ("b\u{FC}cher", "xn--bcher-kva", true), ("\u{301}a", "xn--a-wbb", false),
            ("a\u{200D}b", "xn--ab-m1t", false),
        ])
    func labelIsTheSameInEitherForm(_ unicode: String, _ ascii: String, _ isLabel: Bool) throws {
        let expected = isLabel ? [] : ["url.host"]
        #expect(try codes(.string("http://\(unicode).la"), "url(idn=true)") == expected)
        #expect(try codes(.string("http://\(ascii).la"), "url(idn=true)") == expected)
        #expect(try codes(.string("http://\(ascii).la"), "url") == expected)
    }

    /// The hosts of URIs and IRIs are held to the policies of `url`; `{}` is the arguments of each form.
    @Test(
        arguments: [
            ("http://10.0.0.1/", "privateHosts=false", "forbiddenHost"),
            ("http://0x7f.1/", "privateHosts=false", "forbiddenHost"),
            ("http://localhost%2E/", "privateHosts=false", "forbiddenHost"),
            ("http://a.onion/", "privateHosts=false", "forbiddenHost"),
            ("http://%C3%BC.internal/", "privateHosts=false", "forbiddenHost"),
            ("http://[::1]/", "privateHosts=false", "forbiddenHost"),
            ("ftp://u:p@10.0.0.1:21/", "privateHosts=false", "forbiddenHost"),
            ("http://[v1.a]/", "privateHosts=false", "host"),
            ("http:///10.0.0.1", "privateHosts=false", "host"),
            ("http:10.0.0.1", "privateHosts=false", "host"),
            ("http:/10.0.0.1", "privateHosts=false", "host"),
            ("file:///etc/passwd", "privateHosts=false", "host"),
            ("mailto:a@b.c", "allowHosts=[\"b.c\"]", "host"),
            ("javascript:alert(1)", "denyHosts=[\"b.c\"]", "host"),
            ("http://evil.com/", "denyHosts=[\"evil.com\"]", "forbiddenHost"),
            ("http://www.EVIL.com.", "denyHosts=[\"evil.com\"]", "forbiddenHost"),
            ("http://b.c@evil.com", "allowHosts=[\"b.c\"]", "forbiddenHost"),
            ("http://a.b.c/d", "allowHosts=[\"b.c\"]", nil),
            ("http://a/", "requireTLD=true", "host"), ("http://a.b/", "requireTLD=true", nil),
            ("http://a_b.c/", "requireTLD=true", "host"),
            ("http://a_b.c/", "requireTLD=true, underscores=true", nil),
            ("http://a.cmo/", "knownTLD=true", "unknownTopLevelDomain"),
            ("http://a.com/", "knownTLD=true", nil),
            ("http://8.8.8.8/", "privateHosts=false, knownTLD=true", nil),
            ("mailto:a@b.c", "underscores=true", nil),
            ("http://10.0.0.1/", "requireTLD=false", nil),
        ] as [(String, String, String?)])
    func hostsOfReferencesAreHeldToPolicies(
        _ text: String, _ arguments: String, _ code: String?
    ) throws {
        for rule in ["uri", "uriReference", "iri", "iriReference"] {
            let expected = code.map { ["\(rule).\($0)"] } ?? []
            #expect(try codes(.string(text), "\(rule)(\(arguments))") == expected, "\(rule)")
            #expect(try codes(.string(text), rule) == [], "\(rule)")
        }
    }

    /// A reference without a scheme and a host stays at the host of what it is relative to.
    @Test(
        arguments: [
            ("/a", []), ("a?b", []), ("#c", []), ("", []), ("//8.8.8.8/a", []),
            ("//10.0.0.1/a", ["forbiddenHost"]), ("///10.0.0.1", ["host"]),
            ("//a@localhost", ["forbiddenHost"]), ("\\\\10.0.0.1", ["syntax"]),
            ("/\\10.0.0.1", ["syntax"]), ("/\t/10.0.0.1", ["syntax"]),
        ] as [(String, [String])])
    func relativeReferencesAreHeldToPolicies(_ text: String, _ expected: [String]) throws {
        for rule in ["uriReference", "iriReference"] {
            #expect(
                try codes(.string(text), "\(rule)(privateHosts=false)")
                    == expected.map { "\(rule).\($0)" })
        }
    }

    @Test func hostsOfIRIsAreMapped() throws {
        let rule = "iri(denyHosts=[\"bücher.example\"])"
        for host in [
            "bücher.example", "BÜCHER.example", "xn--bcher-kva.example", "b%C3%BCcher。example",
        ] {
            #expect(try codes(.string("http://\(host)/ä"), rule) == ["iri.forbiddenHost"])
        }
        #expect(try codes("http://ｌｏｃａｌｈｏｓｔ/", "iri(privateHosts=false)") == ["iri.forbiddenHost"])
        #expect(try bindError("iri(allowHosts=[\"http://a.b\"])") != nil)
    }
}
