// SPDX-License-Identifier: Apache-2.0

extension RuleRows {
    /// Addresses of mail and references to resources.
    static let network: [RuleRows] = [
        .init(
            "httpHeaderName",
            valid: [
                "Accept", "Content-Type", "X-Y", "a", "A", "0", "!", "#", "$", "%", "&", "'", "*",
                "+", "-", ".", "^", "_", "`", "|", "~", "ETag", "x_y",
            ],
            invalid: [
                "", "Content Type", ":", "a:", "(a)", "a/b", "a@b", "[a]", "{a}", "\"a\"", "a,b",
                "a;b", "a=b", "a?b", "<a>", "a\\b", "é", "ａ", "a\n", "a\u{0}", "a\u{7F}", " a",
                "a\t",
            ]),
        .init(
            "httpHeaderValue",
            valid: [
                "", "a", "a b", "a\tb", "text/html; charset=utf-8", "\"x\"", "!", "~", "é", "a, b",
                "gzip;q=1.0", "W/\"x\"", "0", "max-age=0", "(comment)", "{}", "*", "a=b", "日",
                "a;b='c'",
            ],
            invalid: [
                " a", "a ", "\ta", "a\t", "a\nb", "a\rb", "a\r\nb", "\u{0}", "a\u{0}", "\u{1}",
                "\u{7F}", "a\u{1F}", "\u{8}", " ", "\t", "\n", "a\u{B}b", "a\u{C}b", "a\u{1B}b",
                "\r\n a", "\u{2}x",
            ]),
        .init(
            "email",
            valid: [
                "a@b", "user@example.com", "first.last@example.com", "user+tag@example.com",
                "user_name@example.co.uk", "a.b-c@d-e.f", "1@2.example",
                "!#$%&'*+/=?^_`{|}~-@example.org", "x@localhost", "a@b.c", "A@B.C",
                "user@sub.sub.example.com", ".a@b", "a.@b", "a..b@c", "user@xn--bcher-kva.example",
                "0@0", "me@123.example", "user@a-b.example", "niceandsimple@example.com",
                "disposable.style.email.with+symbol@example.com",
            ],
            invalid: [
                "", "@", "a", "a@", "@b", "a b@c", "a@b c", "a@b@c", "a@-b", "a@b-", "a@b..c",
                "a@.b", "a@b.", "a@b_c", "\"a b\"@c", "a@[127.0.0.1]", "é@example.com",
                "a@b,.example", "a@b\n", "a,b@c", "a;b@c", "<a@b>", "a(b)@c", "a@b:80",
                "a@aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "a\u{0}@b",
                "ａ@b＠c", "a\u{301}@b",
            ]),
        .init(
            "email(mode=rfc5321)",
            valid: [
                "\"a b\"@example.com", "a@[127.0.0.1]", "a@[IPv6:::1]", "\"@\"@example.com",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@example.com",
            ],
            invalid: [
                ".a@example.com", "a.@example.com", "a..b@example.com",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@example.com",
                "a@[300.1.1.1]", "\"a@b", "a b@example.com",
            ]),
        .init(
            "email(mode=rfc6531)",
            valid: [
                "é@example.com", "用户@例子.广告", "δοκιμή@παράδειγμα.δοκιμή",
            ],
            invalid: [
                "é@", "用户",
            ]),
        .init(
            "url",
            valid: [
                "http://example.com", "https://example.com", "HTTP://EXAMPLE.COM",
                "https://example.com/", "http://a.b/c?d=e#f",
                "https://user:pass@example.com:8080/p", "http://192.0.2.1/", "http://[::1]/",
                "http://[2001:db8::1]:80/", "https://example.com?x", "https://example.com#y",
                "http://localhost", "http://a-b.example/%20", "https://xn--bcher-kva.example/",
                "http://example.com:80", "https://example.com/a/b/../c",
                "http://example.com/?q=a+b&c=d", "https://example.com/~user", "http://1.example/",
                "https://example.com/;p=1", "https://example.com/@x",
            ],
            invalid: [
                "", "http", "http:", "http:/", "http://", "http:///a", "//example.com",
                "example.com", "ftp://example.com", "mailto:a@b", "javascript:alert(1)",
                "http://exa mple.com", "http://example.com/a b", "http://-a.example", "http://a..b",
                "http://[::1", "http://[g::1]/", "http://example.com:99999",
                "http://example.com:8a", "http://256.1.1.1/", "http://example.com/%",
                "http://example.com/%zz", "http://a_b.example/", "http://example.com\n",
                "http://example.com/<x>", "http://@", "ｈttp://a.b", "http://example.com/\u{0}",
            ]),
        .init(
            "uri",
            valid: [
                "http://a", "http://example.com/", "urn:isbn:0451450523", "mailto:a@b",
                "tel:+1-816-555-1212", "ftp://ftp.is.co.za/rfc/rfc1808.txt",
                "ldap://[2001:db8::7]/c=GB?objectClass?one",
                "news:comp.infosystems.www.servers.unix", "telnet://192.0.2.16:80/",
                "urn:oasis:names:specification:docbook:dtd:xml:4.1.2", "file:///etc/hosts",
                "data:,x", "a:", "a:b", "a+b-c.d:x", "http://a/b/c/d;p?q", "http://a?x=y",
                "http://a#f", "http://[v1.x]/", "x:/", "about:blank", "http://user@a:1/%41?%42#%43",
            ],
            invalid: [
                "", "a", "/a", "//a/b", "?q", "#f", ":a", "1a:b", "a b:c", "http://a b",
                "http://a/%", "http://a/%4", "http://a/%zz", "http://a/<", "http://a/>",
                "http://a/\"", "http://a/{x}", "http://a/|", "http://a/\\", "http://a/^",
                "http://a/`", "http://[::1", "http://[g]/", "http://a#b#c", "é:a", "http://a:b/",
                "a\n:b", "http://é/",
            ]),
        .init(
            "iri",
            valid: [
                "http://a", "http://example.com/", "urn:isbn:0451450523", "mailto:a@b",
                "tel:+1-816-555-1212", "ftp://ftp.is.co.za/rfc/rfc1808.txt",
                "ldap://[2001:db8::7]/c=GB?objectClass?one",
                "news:comp.infosystems.www.servers.unix", "telnet://192.0.2.16:80/",
                "urn:oasis:names:specification:docbook:dtd:xml:4.1.2", "file:///etc/hosts",
                "data:,x", "a:", "a:b", "http://é/", "http://例え.jp/パス", "http://a/é?ü#ñ", "urn:日本",
                "http://a/ß", "x:ø", "http://a/𐀀", "http://a/?\u{E000}",
            ],
            invalid: [
                "", "a", "/a", "//a/b", "?q", "#f", ":a", "1a:b", "a b:c", "http://a b",
                "http://a/%", "http://a/%4", "http://a/%zz", "http://a/<", "http://a/>",
                "http://a/\"", "http://a/{x}", "http://a/|", "http://a/\\", "http://a/^",
                "http://a/`", "http://[::1", "http://[g]/", "http://a#b#c", "http://a/\u{E000}",
                "http://a/\u{0}", "http://a/\u{80}",
            ]),
        .init(
            "uriReference",
            valid: [
                "", "a", "/", "/a", "//a", "//a/b", "?q", "#f", ".", "..", "./a", "../a", "a/b",
                "a/b/", "a?b#c", "http://a/b", "a:b", "./a:b", "%41", "~a", "g;x=1/./y", "?", "#",
                "//a:80/?x",
            ],
            invalid: [
                " ", "a b", "%", "%4", "%zz", "<", ">", "\"", "{", "}", "|", "\\", "^", "`",
                "//[::1", "//[x]", "#a#b", ":a", "1:a", "a\n", "http://a:b", "//a b", "?a b", "[a]",
                "\u{0}", "é",
            ]),
        .init(
            "iriReference",
            valid: [
                "", "a", "/", "/a", "//a", "//a/b", "?q", "#f", ".", "..", "./a", "../a", "a/b",
                "a/b/", "a?b#c", "http://a/b", "a:b", "./a:b", "é", "日本", "/é", "?ü", "#ñ", "//例え",
            ],
            invalid: [
                " ", "a b", "%", "%4", "%zz", "<", ">", "\"", "{", "}", "|", "\\", "^", "`",
                "//[::1", "//[x]", "#a#b", ":a", "1:a", "a\n", "http://a:b", "//a b", "?a b", "[a]",
                "\u{0}", "é\u{200E}", "é\u{200F}", "\u{202A}é", "?\u{202E}é", "//a\u{202C}",
            ]),
        .init(
            "uriTemplate",
            valid: [
                "", "a", "{var}", "{+var}", "{#var}", "{.var}", "{/var}", "{;x,y}", "{?x,y}",
                "{&x}", "{var:3}", "{list*}", "http://a/{b}/c{?d,e}", "{x,hello,y}", "{+x,hello,y}",
                "{a.b}", "{%41}", "{var:9999}", "{_a1}", "/p{/x*}", "é", "%20{x}",
            ],
            invalid: [
                "{", "}", "{}", "{a", "a}", "{a b}", "{a-b}", "{ a}", "{a }", "{,a}", "{a,}",
                "{a:0}", "{a:10000}", "{a:b}", "{a*:3}", "{!a}", "{=a}", "{|a}", "{@a}", "{$a}",
                "{a..b}", "{.}", "%", "%zz", " ", "<", "{{a}}", "\"", "^", "{é}",
            ]),
        .init(
            "urn",
            valid: [
                "urn:isbn:0451450523", "urn:isan:0000-0000-2CEA-0000-1-0000-0000-Y",
                "urn:ISSN:0167-6423", "urn:ietf:rfc:2648", "urn:mpeg:mpeg7:schema:2001",
                "urn:oid:2.16.840", "urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66",
                "urn:nbn:de:bvb:19-146642", "urn:lex:eu:council:directive:2010-03-09;2010-19-UE",
                "URN:example:a", "urn:example:a123,z456", "urn:example:a?+b", "urn:example:a?=c",
                "urn:example:a?+b?=c#d", "urn:example:a#f", "urn:example:a/b", "urn:example:%41",
                "urn:a1:x", "urn:ab-cd:x", "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk",
                "urn:example:weather?=op=map&lat=39.56",
            ],
            invalid: [
                "", "urn", "urn:", "urn:a", "urn:a:", "urn:a:x", "urn::x", "urn:-ab:x", "urn:ab-:x",
                "urn:a_b:x", "urn:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:x", "urn:example:",
                "urn:example:a b", "urn:example:%", "urn:example:%zz", "urn:example:a?b",
                "urn:example:a?+", "urn:example:a?=", "urn:example:é", "http://example",
                "urn:example:a#b#c", "urn:example:/x", "urn:é:x", "urn example:a",
                "urn:example:<x>", "arn:example:a",
            ]),
        .init(
            "mailto",
            valid: [
                "mailto:", "mailto:a@b", "mailto:user@example.com", "MAILTO:user@example.com",
                "mailto:a@b,c@d", "mailto:a@b?subject=x", "mailto:?to=a@b",
                "mailto:?subject=x&body=y", "mailto:a@b?subject=caf%C3%A9",
                "mailto:infobot@example.com?body=send%20current-issue",
                "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index",
                "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E",
                "mailto:joe@example.com?cc=bob@example.com&body=hello",
                "mailto:gorby%25kremvax@example.com",
                "mailto:unlikely%3Faddress@example.com?blat=foop",
                "mailto:Mike%26family@example.org", "mailto:%22not%40me%22@example.org",
                "mailto:user@example.org?subject=caf%C3%A9&body=x",
                "mailto:addr1@an.example,addr2@an.example",
                "mailto:?to=addr1@an.example,addr2@an.example", "mailto:chris@example.com",
            ],
            invalid: [
                "", "a@b", "mailto", "http://a", "mailto:a", "mailto:a@", "mailto:@b",
                "mailto:a b@c", "mailto:a@b?", "mailto:a@b,", "mailto:,a@b", "mailto:a@b#c",
                "mailto:a@b?s=x y", "mailto:%", "mailto:a%zz@b", "mailto:é@b", "mailto:a@b?s=é",
                "mailto://a@b", "mailto:a@@b", "mail:a@b", "mailto:<a@b>", "mailto: a@b",
                "mailto:a@b?s=%",
            ]),
        .init(
            "magnet",
            valid: [
                "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a",
                "magnet:?xt=urn:btih:C12FE1C06BBA254A9DC9F519B335AA7C1367A88A",
                "MAGNET:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a",
                "magnet:?xt=urn:btih:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "magnet:?xt=urn:btih:ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
                "magnet:?xt=urn:btmh:12200000000000000000000000000000000000000000000000"
                    + "000000000000000000",
                "magnet:?dn=x&xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a",
                "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=name",
                "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&tr=udp%3A"
                    + "%2F%2Ftracker",
                "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&xl=10826029",
                "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&x.pe=1.2.3.4:80",
                "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&so=0,2,4",
                "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&xt=urn:bt"
                    + "mh:1220aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                    + "a",
                "magnet:?xt=urn:btih:0000000000000000000000000000000000000000",
                "magnet:?xt=urn:btih:ffffffffffffffffffffffffffffffffffffffff",
                "magnet:?xt.1=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a",
                "magnet:?xt=urn:btih:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&ws=http%3A%2F%2Fa",
                "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=a+b",
                "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=",
            ],
            invalid: [
                "", "magnet", "magnet:", "magnet:?", "magnet:?dn=x", "magnet:?xt=",
                "magnet:?xt=urn:btih:",
                "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88",
                "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a0",
                "magnet:?xt=urn:btih:gggggggggggggggggggggggggggggggggggggggg",
                "magnet:?xt=urn:btih:11111111111111111111111111111111",
                "magnet:xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a",
                "magnet://?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a",
                "http:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a",
                "magnet:?xt=btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a",
                "magnet:?xt=urn:btmh:12200000000000000000000000000000000000000000000000"
                    + "00000000000000000",
                "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a ",
                "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=é",
                "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=%",
                "xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a",
                "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88０",
                "magnet:?xt urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a",
            ]),
        .init(
            "origin",
            valid: [
                "http://a", "https://example.com", "http://example.com:8080", "https://a.b.c",
                "http://localhost", "http://localhost:3000", "http://127.0.0.1",
                "http://127.0.0.1:1", "http://[::1]", "http://[2001:db8::1]:65535",
                "https://xn--bcher-kva.example", "http://a-b.example", "http://1.example",
                "ftp://example.com", "chrome-extension://abcdef", "http://a:0", "http://a.b:1",
                "https://example.org", "ws://a", "app://x",
            ],
            invalid: [
                "", "http", "http:", "http://", "http://a/", "http://a?b", "http://a#b",
                "http://a/b", "//a", "a", "a:80", "http://a:", "http://a:65536", "http://a:8a",
                "http://u@a", "http://a b", "http://[::1", "http://-a", "http://a..b", "http://é",
                "http:a", "http://a,http://b", "http://a http://b", "*", "http://a\n", "1http://a",
            ]),
    ]
}
