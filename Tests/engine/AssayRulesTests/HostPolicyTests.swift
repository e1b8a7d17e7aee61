// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

/// Ways to write a host that must not be reached, and hosts that must be (SSRF).
struct HostPolicyTests {
    /// Loopback, private, link-local, metadata and other special addresses and names.
    static let special: [String] = [
        // Loopback as a name.
        "localhost", "LOCALHOST", "LocalHost", "localhost.", "a.localhost", "a.b.localhost.",
        "%6c%6f%63%61%6c%68%6f%73%74", "l%6Fcalhost", "localhos%74%2e", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
        "ｌｏｃａｌｈｏｓｔ", "𝓁𝓸𝓬𝓪𝓵𝓱𝓸𝓼𝓽", "loc\u{AD}alhost", "local\u{200B}host", "LOCALHOST。",
        "%E2%93%9Bocalhost", "lºcalhost", "localhoſt", "a｡localhost", "localhost．",
        // Names of private networks.
        "router.local", "db.internal", "metadata.google.internal", "metadata.google.internal.",
        "METADATA.GOOGLE.INTERNAL", "nas.lan", "printer.home", "wiki.corp", "wiki.intranet",
        "x.private", "a.test", "TEST.", "a.invalid", "abcdef.onion.", "a.alt", "gateway.home.arpa",
        "localhost.localdomain", "localhost6.localdomain6",
        "kubernetes.default.svc.cluster.local", "instance-data", "metadata", "kubernetes",
        "intranet", "instance-data.ec2.internal", "ｄｂ.internal", "db%2Einternal",
        // 127.0.0.1 in decimal, octal, hexadecimal and short forms.
        "127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "127.1.", "2130706433", "2130706433.",
        "0x7f000001", "0X7F000001", "0x7F.1", "0x7f.0.0.1", "0x7f.0x0.0x0.0x1", "0x7f.0.1",
        "0177.0.0.1", "0177.1", "0177.0.1", "017700000001", "0177.0x0.0.01", "127.0x1",
        "127.0.0.0x1", "127.0.0.01", "127.000.000.001", "00000177.0.0.1",
        "0x000000007f000001", "127.0.0.000000001", "127.65535", "127.16777215", "127.0x", "127.00",
        "%31%32%37.0.0.1", "127%2E0%2E0%2E1", "%30%78%37%66.1", "１２７.０.０.１", "①②⑦.⓪.⓪.①",
        "127。0。0。1", "127｡1", "127．0．0．1", "𝟏𝟐𝟕.𝟎.𝟎.𝟏", "0ｘ7f.1", "127.0.0.%31",
        "%EF%BC%91%32%37.1", "127.0.0.¹", "²130706433", "12\u{AD}7.1",
        // The rest of 127.0.0.0/8, and 0.0.0.0/8.
        "127.255.255.255", "127.127.127.127", "127.8.8.8", "0x7fffffff", "2147483647", "0", "0.",
        "0.0.0.0", "0x0", "00", "0x", "000000", "0.0", "0.0.0.0.", "0.1.2.3", "%30", "⓪",
        // Private networks.
        "10.0.0.1", "10.1", "0xa.1", "012.1", "167772161", "0x0a000001", "10.255.255.255",
        "172.16.0.1", "172.31.255.255", "0xac100001", "2886729729", "0254.020.1", "172.1048577",
        "192.168.0.1", "192.168.1", "0300.0250.0.1", "0xc0a80001", "3232235521", "192.11010049",
        "192.168.0.0x1", "１９２.１６８.０.１", "192.168.1.1.",
        // Link-local: the metadata services of clouds.
        "169.254.169.254", "169.254.169.254.", "169.254.43518", "169.16689662", "2852039166",
        "0xa9fea9fe", "0xA9.0xFE.0xA9.0xFE", "0251.0376.0251.0376", "025177524776",
        "0xa9.254.0251.254", "169.254.169.%32%35%34", "１６９.２５４.１６９.２５４", "169.254.0.1",
        "169.254.170.2", "169。254。169。254",
        // Other special blocks of IPv4.
        "100.64.0.1", "100.127.255.255", "100.100.100.200", "192.0.0.192", "192.0.0.1",
        "192.0.2.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9",
        "192.88.99.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
        "4294967295", "0xffffffff", "037777777777",
        // IPv6.
        "[::1]", "[0:0:0:0:0:0:0:1]", "[0000:0000:0000:0000:0000:0000:0000:0001]", "[::0:1]",
        "[0::1]", "[::0.0.0.1]", "[::]", "[0:0:0:0:0:0:0:0]", "[::0.0.0.0]", "[::ffff:127.0.0.1]",
        "[::FFFF:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "[::ffff:0:0]", "[::ffff:10.0.0.1]",
        "[::ffff:a9fe:a9fe]", "[::ffff:192.168.1.1]", "[::ffff:0.0.0.0]", "[::127.0.0.1]",
        "[::7f00:1]", "[::a9fe:a9fe]", "[::8.8.8.8]", "[64:ff9b::7f00:1]", "[64:ff9b::10.0.0.1]",
        "[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::1]", "[2002:7f00:1::]", "[2002:a9fe:a9fe::1]",
        "[2002:0808:0808::1]", "[2001:0:7f00:1::]", "[2001::1]", "[fe80::1]", "[FEBF::1]",
        "[fec0::1]", "[fc00::1]", "[fd00:ec2::254]", "[fdff::1]", "[fd20:ce::254]", "[ff02::1]",
        "[ff0e::1]", "[2001:db8::1]", "[3fff::1]", "[100::1]", "[5f00::1]", "[2001:2::1]",
        "[2001:10::1]", "[4000::1]", "[::ffff:0:127.0.0.1]", "[fe80::a9fe:a9fe]",
        // What is no host at all.
        "[fe80::1%25eth0]", "[::1%25lo]", "[v1.fe80::1]", "[127.0.0.1]", "127.0.0.1..",
        "localhost..", ".localhost", "127..1", "127.0.0.1.1", "0x7f.0.0.0.1", "[::1", "::1",
        "256.256.256.256", "127.0.0.256", "4294967296", "0x100000000", "1.0x1000000", "%",
        "127.0.0.1%00", "127.0.0.1%0a", "localhost%23", "localhost%00.example.com",
    ]

    @Test(arguments: [
        "url(privateHosts=false)", "url(privateHosts=false, idn=true)",
        "url(privateHosts=false, idn=true, underscores=true, requireTLD=true)",
    ])
    func noSpellingOfASpecialHostPasses(_ rule: String) throws {
        #expect(Set(Self.special).count >= 200)
        for host in Self.special {
            for form in ["http://\(host)/", "HTTP://\(host):80/a?b#c", "http://u:p@\(host)"] {
                #expect(try codes(.string(form), rule) != [], "\(form)")
            }
        }
    }

    /// Most are hosts, so that it is the policy that decides.
    @Test func specialHostsAreReadAndForbidden() throws {
        let forbidden = try Self.special.filter { host in
            try codes(.string("http://\(host)/"), "url(idn=true)") == []
        }
        #expect(forbidden.count >= 180)
        for host in forbidden {
            let found = try codes(.string("http://\(host)/"), "url(privateHosts=false, idn=true)")
            #expect(found == ["url.forbiddenHost"], "\(host)")
        }
    }

    @Test(arguments: [
        "example.com", "EXAMPLE.com", "example.com.", "a.b.c.example.co.uk", "8.8.8.8", "1.1.1.1",
        "8.8.8.8.", "0127.0.0.1", "0x08080808", "134744072", "8.8.2056", "0x8.8.010.8", "1.1",
        "11.0.0.1",
        "126.255.255.255", "128.0.0.1", "100.63.255.255", "100.128.0.1", "169.253.1.1",
        "172.15.255.255", "172.32.0.1", "192.167.1.1", "192.169.1.1", "192.0.0.9", "192.0.0.10",
        "192.31.196.1", "192.52.193.1", "192.175.48.1", "198.17.255.255", "198.20.0.1",
        "223.255.255.255", "[2606:4700:4700::1111]", "[2001:4860:4860::8888]",
        "[64:ff9b::8.8.8.8]", "[::ffff:8.8.8.8]", "[2620:4f:8000::1]", "[2001:1::1]",
        "[2001:20::1]", "localhost.com", "mylocalhost.com", "local.example.com", "internal.com",
        "127.0.0.1.example.com", "10.com", "0x7f.example", "xn--bcher-kva.example",
        "foo--bar.com", "xn--ls8h.la", "%65xample.com", "metadata.example.com", "1e100.net",
    ])
    func publicHostPasses(_ host: String) throws {
        #expect(try codes(.string("https://\(host)/"), "url(privateHosts=false)") == [])
    }

    @Test(arguments: [
        "evil.com", "EVIL.com", "evil.com.", "www.evil.com", "a.b.evil.com.", "%65vil.com",
        "evil%2Ecom", "e%76il.com.", "ｅｖｉｌ.com", "ⓔvil.com", "evil。com", "www｡evil．com",
        "ev\u{AD}il.com",
        "evil.com%2E", "xn--bcher-kva.example", "bücher.example", "BÜCHER.example",
        "bu\u{308}cher.example", "www.b%C3%BCcher.example.", "93.184.216.34", "0x5db8d822",
        "1572395042", "93.12113954", "0135.0270.0330.042", "[::ffff:93.184.216.34]",
        "[::ffff:5db8:d822]", "[64:ff9b::5db8:d822]", "[2002:5db8:d822::1]", "[::93.184.216.34]",
        "45.33.7.9", "45.2164489", "[2a00:1450::1]", "[2A00:1450:0:0:0:0:0:1]", "[2a01:4f8::99]",
        "[::1]", "[0:0:0:0:0:0:0:1]", "127.0.0.1", "[::ffff:127.0.0.1]", "0x7f.1",
    ])
    func noSpellingOfADeniedHostPasses(_ host: String) throws {
        let rule = """
            url(idn=true, denyHosts=["Evil.com.", "Bücher.example", "93.184.216.34", "45.33.0.0/16",
            "[2a00:1450::1]", "2a01:4f8::/32", "::1", "127.0.0.1"])
            """
        #expect(try codes(.string("http://\(host)/"), rule) == ["url.forbiddenHost"])
    }

    @Test(
        arguments: [
            ("good.com.", []), ("GOOD.com", []), ("a.good.com.", []),
            ("agood.com", ["url.forbiddenHost"]),
            ("good.com.evil.com", ["url.forbiddenHost"]), ("10.1.2.3", []), ("0x0a010203", []),
            ("[::ffff:10.1.2.3]", []), ("[2002:a01:203::]", ["url.forbiddenHost"]),
            ("11.1.2.3", ["url.forbiddenHost"]), ("[fd00::1]", []),
            ("[fd01::1]", ["url.forbiddenHost"]),
        ] as [(String, [String])])
    func onlyAllowedHostsPass(_ host: String, _ expected: [String]) throws {
        let rule = "url(allowHosts=[\"Good.com\", \"10.0.0.0/8\", \"[fd00::]/16\"])"
        #expect(try codes(.string("http://\(host)/"), rule) == expected)
    }

    @Test(arguments: [
        "", " ", "http://a.b", "a.b:80", "*.a.b", ".a.b", "a b", "a/8", "10.0.0.0/33",
        "10.0.0.0/08", "10.0.0.0/", "::/129", "[::1", "[::1]:80", "1.2.3.400", "a..b", "-a.b",
        "fe80::1%eth0", "xn--a.b", "a@b.c", "\u{202E}a.b", "10.0.0.0/8/8",
    ])
    func entryThatIsNoHostIsAnError(_ entry: String) throws {
        for parameter in ["allowHosts", "denyHosts"] {
            let rule = RuleExpression.rule("url", [parameter: ["a.b", .string(entry)]])
            #expect(throws: RuleError.self) { try standardRules.bind(rule) }
        }
    }

    @Test func errorNamesTheEntryAndItsPlace() throws {
        let error = try #require(try bindError("url(denyHosts=[\"a.b\", \"http://c.d\"])"))
        #expect(
            error.description
                == "error[argument.invalid] url: argument 'denyHosts' must have names, IP addresses "
                + "and CIDR blocks; element 2 is 'http://c.d'; write a host without scheme, port and "
                + "wildcard: \"example.com\" also covers the names below it")
        #expect(error.extent == 0..<36)
    }

    /// `url(privateHosts=false)` and `ip(scope=public)` read one table.
    @Test func bothRulesHaveOneTable() throws {
        for address in Self.special
        where address.wholeMatch(of: #/[0-9.]+|\[[0-9a-fA-F:.]+\]/#) != nil {
            let text = address.trimmed(["[", "]"])
            guard try codes(.string(text), "ip") == [] else { continue }
            #expect(try codes(.string(text), "ip(scope=public)") == ["ip.scope"], "\(text)")
        }
    }

    @Test(arguments: [
        "javascript:alert(1);a=…@example.com", "javascript:alert(1);a=1@example.com",
        "mailto:foo@bar.com", "javascript:alert(1)", "javascript:1/alert(1)", "javascript:1",
        "JavaScript:1?a", "javascript:/alert(1)@example.com", "data:text/html,a@example.com",
        "vbscript:a@example.com", "tel:123", "x:y@example.com", "javascript:%61lert(1)@example.com",
        "javascript:80", "java.script:alert(1)@example.com", "file:a@example.com",
    ])
    func schemeIsNoUserName(_ text: String) throws {
        for rule in ["url(requireScheme=false)", "url(requireScheme=false, idn=true)"] {
            let found = try codes(.string(text), rule)
            #expect(found == ["url.scheme"] || found == ["url.syntax"], "\(text)")
        }
    }

    @Test(
        arguments: [
            ("example.com", []), ("example.com:8080/a", []), ("localhost:80", []),
            ("example.com:", []),
            ("user@example.com", []), ("127.0.0.1:80/a:b", []), ("[::1]:80", []), ("a.b/c:d@e", []),
            ("http:example.com", ["url.syntax"]), ("mailto:a@example.com", ["url.scheme"]),
            ("//example.com", ["url.host"]), ("example.com:80@evil.com", ["url.scheme"]),
        ] as [(String, [String])])
    func linksWithoutScheme(_ text: String, _ expected: [String]) throws {
        #expect(try codes(.string(text), "url(requireScheme=false)") == expected)
    }
}

extension String {
    fileprivate func trimmed(_ ends: Set<Character>) -> String {
        var text = Substring(self)
        while let first = text.first, ends.contains(first) { text = text.dropFirst() }
        while let last = text.last, ends.contains(last) { text = text.dropLast() }
        return String(text)
    }
}
