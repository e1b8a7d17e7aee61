// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import AssayRules
import Glibc
import Testing

/// Values from the standards of the rules, and wrong ones like them.
struct NetworkFormTests {
    struct Table: Sendable, CustomTestStringConvertible {
        let rule: String
        let valid: [String]
        let invalid: [String]

        var testDescription: String { rule }
    }

    static let label = String(repeating: "a", count: 63)

    static let tables: [Table] = [
        Table(
            rule: "idnHostname",
            valid: [
                "example.com", "EXAMPLE.com", "localhost", "a", "xn--ihqwcrb4cv8a8dqg056pqjye",
                "실례.테스트", "bücher.example", "faß.de", "παράδειγμα.δοκιμή", "例え.テスト",
                "пример.испытание", "उदाहरण.परीक्षा", "مثال.إختبار", "דוגמה.טעסט", "l·l.cat",
                "א׳ב", "クリック・ヘア", "क्\u{200D}ष", "a。b", "a．b", "a｡b", label, "1.a", "אב",
                "xn--bcher-kva.example", "ü-ü", "א٠", "ς",
            ],
            invalid: [
                "", ".", "a.", ".a", "a..b", "-a", "a-", "a b", "a_b", "a\u{A0}b", "a\u{2006}b",
                "a\u{200B}b", "a\u{202E}b", "ａ", "A\u{308}", "u\u{308}", "\u{308}u", "Bücher",
                "a·b", "·l", "'א׳", "׳א", "0a.א", "٠۰", "a\u{200D}b", "\u{200C}", "xn--X", "xn--",
                "ab--ü", "💩.la", "☃.net", "〱", "〮", "ـא", "1.2", "a\u{0}b", label + "a",
                "\u{302E}a",
                "ß\u{AD}", "\u{E000}", "\u{10FFFF}",
            ]),
        Table(
            rule: "hostAndPort",
            valid: [
                "example.com:80", "EXAMPLE.com:0", "localhost:65535", "a:1", "127.0.0.1:8080",
                "0.0.0.0:80", "255.255.255.255:1", "[::1]:80", "[::]:443", "[2001:db8::1]:8080",
                "[::ffff:192.0.2.1]:1", "[FE80::1]:53", "a-b.c:22", "1a:2", "1.a:2", "xn--4ca.b:1",
                "a.b.c.d.e:1", label + ":1", "3com.com:25", "[1:2:3:4:5:6:7:8]:9",
            ],
            invalid: [
                "", ":", ":80", "a", "a:", "a:b", "a:65536", "a:-1", "a:+1", "a:080", "a: 80",
                "a :80", "a:80 ", "a:99999999999999999999", "a:８０", "-a:80", "a-:80", "a..b:80",
                "a.:80", "a_b:80", "256.0.0.1:80", "1.2.3:80", "01.2.3.4:80", "0:80", "::1:80",
                "::1", "[::1]", "[::1]80", "[::1]:", "[::1:80", "::1]:80", "[a]:80",
                "[127.0.0.1]:80",
                "[::1%eth0]:80", "[]:80", "[::1]:80:90", "a:80:90", "a:80/", "http://a:80",
                "u@a:80", "ü.de:80", "a\u{0}:80", "a\n:80", "xn--a:80", label + "a:80",
            ]),
        Table(
            rule: "ipRange",
            valid: [
                "0.0.0.0-255.255.255.255", "10.0.0.0-10.0.0.0", "192.0.2.1-192.0.2.2",
                "1.2.3.4-1.2.4.0",
                "10.0.0.255-10.0.1.0", "127.0.0.1-127.0.0.2", "169.254.0.0-169.254.255.255",
                "224.0.0.0-239.255.255.255", "9.9.9.9-10.0.0.0", "0.0.0.0-0.0.0.0", "::-::",
                "::-::1",
                "::1-1::", "2001:db8::-2001:db8::ffff", "fe80::-febf:ffff::",
                "::ffff:1.2.3.4-::ffff:1.2.3.5",
                "1:2:3:4:5:6:7:8-1:2:3:4:5:6:7:9", "A::-b::", "0:0:0:0:0:0:0:0-::",
                "ff00::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            ],
            invalid: [
                "", "-", "1.2.3.4", "1.2.3.4-", "-1.2.3.4", "1.2.3.4--1.2.3.5", "1.2.3.5-1.2.3.4",
                "1.2.3.4 - 1.2.3.5", "1.2.3.4-5", "1.2.3-1.2.4", "1.2.3.4-1.2.3.256",
                "01.2.3.4-1.2.3.5",
                "1.2.3.4-::1", "::1-1.2.3.4", "::2-::1", "b::-A::", "::1%a-::2", "[::1]-[::2]",
                "1.2.3.4/8-1.2.3.5", "1.2.3.4-1.2.3.5-1.2.3.6", "1.2.3.4–1.2.3.5",
                "1.2.3.4-1.2.3.5\n",
                "1.2.3.4-1.2.3.５", ":-:", "1:2-3:4", "1.2.3.4\u{0}-1.2.3.5",
            ]),
        Table(
            rule: "origin",
            valid: [
                "null", "http://example.com", "https://example.com", "http://example.com:80",
                "https://example.com:8443", "http://localhost", "http://127.0.0.1",
                "http://127.0.0.1:1",
                "http://[::1]", "http://[2001:db8::1]:80", "https://xn--bcher-kva.example",
                "ws://a.b",
                "wss://a.b:1", "chrome-extension://abcdefghijklmnop", "app://a", "ftp://a.b",
                "moz-extension://a-b-c", "https://a.b.c.d", "http://1.2", "HTTPS://EXAMPLE.COM",
            ],
            invalid: [
                "", "Null", "NULL", "null ", "*", "example.com", "//example.com", "http:",
                "http://",
                "http:///", "http://example.com/", "http://example.com?", "http://example.com#",
                "http://example.com/a", "http://u@example.com", "http://u:p@example.com",
                "http://a:",
                "http://a:65536", "http://a:b", "http://a b", " http://a", "http://a ", "http://-a",
                "http://a..b", "http://1.2.3.400", "http://[::1", "http://ü.de", "http://xn--a",
                "http://a,http://b", "http://a http://b", "data:,a", "file:///", "http://a\u{0}",
                "http://a\n", "http:\\\\a",
            ]),
        Table(
            rule: "mailto",
            valid: [
                "mailto:chris@example.com", "mailto:infobot@example.com?subject=current-issue",
                "mailto:infobot@example.com?body=send%20current-issue",
                "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index",
                "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E",
                "mailto:majordomo@example.com?body=subscribe%20bamboo-l",
                "mailto:joe@example.com?cc=bob@example.com&body=hello",
                "mailto:gorby%25kremvax@example.com",
                "mailto:unlikely%3Faddress@example.com?blat=foop",
                "mailto:Mike%26family@example.org", "mailto:%22not%40me%22@example.org",
                "mailto:%22oh%5C%5Cno%22@example.org",
                "mailto:%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org",
                "mailto:user@example.org?subject=caf%C3%A9",
                "mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO",
                "mailto:?to=addr1@an.example,addr2@an.example",
                "mailto:addr1@an.example,addr2@an.example",
                "mailto:", "MAILTO:a@b.c", "mailto:a+b@c.d", "mailto:a@%5B192.0.2.1%5D",
                "mailto:?subject=",
            ],
            invalid: [
                "", "mailto", "mailto:a", "mailto:@b", "mailto:a@", "mailto:a@b@c",
                "mailto:a b@c.d",
                "mailto:a@b.c,", "mailto:,a@b.c", "mailto:a@b.c,d", "mailto:a@-b.c",
                "mailto:a..b@c.d",
                "mailto:a@b.c?", "mailto:a@b.c?subject", "mailto:a@b.c?a=b&", "mailto:a@b.c?a=b=c",
                "mailto:a@b.c?a=b&&c=d", "mailto:a@b.c?a=b c", "mailto:a@b.c#d", "mailto:a@b.c?a=%",
                "mailto:a@b.c?a=%zz", "mailto:a@[192.0.2.1]", "mailto:<a@b.c>", "mailto:a&b@c.d",
                "mailto://a@b.c", "mailto:ü@b.c", "mailto:%FF@b.c", "mailto:a@%E2%80%AEb.c",
                "mailto:a%00@b.c", "mailto:a%20b@c.d", "mailto:a@b.c?a=b?c", "mailto:a@b.c\n",
                "http://a@b.c", " mailto:a@b.c",
            ]),
        Table(
            rule: "topLevelDomain",
            valid: [
                "com", "COM", "org", "net", "de", "uk", "arpa", "museum", "info", "io", "dev",
                "photography", "xn--p1ai", "XN--P1AI", "рф", "中国", "xn--fiqs8s", "भारत", "الجزائر",
                "bv",
            ],
            invalid: [
                "", ".", ".com", "com.", "co.uk", "example.com", "localhost", "local", "internal",
                "test",
                "example", "invalid", "onion", "comm", "co m", " com", "com ", "com\n", "c", "ｃｏｍ",
                "com\u{0}", "-com", "123", "xn--a", "РФ", "zz", "aaaa",
            ]),
        Table(
            rule: "dataURI",
            valid: [
                "data:,", "data:,A%20brief%20note", "data:text/plain,a",
                "data:text/html;charset=utf-8,%3Ch1%3E",
                "data:;charset=utf-8,a", "data:;base64,", "data:;base64,QQ==", "data:;base64,QUI=",
                "data:;base64,QUJD", "data:text/plain;charset=iso-8859-7,%be%d3%be", "DATA:,a",
                "data:image/gif;base64,R0lGODdhMAAwAPAAAAAAAP///ywAAAAAMAAw",
                "data:application/vnd-xxx-query,select_vcount,fcol_from_fieldtable/local",
                "data:text/plain;base64,SGVsbG8sIFdvcmxkIQ%3D%3D", "data:image/svg+xml;utf8=a,b",
                "data:text/vnd-example+xyz;foo=bar;base64,R0lGODdh", "data:,a?b", "data:,a,b",
                "data:,a:b@c/d",
                "data:text/javascript,alert('x')", "data:;BASE64,QUJD", "data:text/plain;a=%20,b",
                "data:text/plain;a=b;c=d,e",
            ],
            invalid: [
                "", "data", "data:", "data:text/plain", "data:text/plain;base64", "dat:,a",
                " data:,a",
                "data:,a b", "data:,ü", "data:,%", "data:,%zz", "data:,a#b", "data:,<a>",
                "data:,\"",
                "data:text,a", "data:text/,a", "data:/plain,a", "data:text/plain;charset,a",
                "data:;,a",
                "data:text/plain;=a,b", "data:text/plain;a=,b", "data:;base64,Q", "data:;base64,QQ",
                "data:;base64,QQ=", "data:;base64,Q===", "data:;base64,QQ==QQ==",
                "data:;base64,Q Q=",
                "data:;base64,Q-_=", "data:;base64;a=b,QQ==", "data:text/plain;a=%zz,b",
                "data:base64,QQ==",
                "data:,a\u{0}", "data:,a\n", "data:te xt/plain,a", "data:text/pl\u{E4}in,a",
            ]),
        Table(
            rule: "urn",
            valid: [
                "urn:isbn:0451450523", "URN:isbn:0451450523", "urn:ISBN:0451450523",
                "urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66", "urn:ietf:rfc:2648",
                "urn:example:a123,z456", "URN:example:a123,z456", "urn:EXAMPLE:a123,z456",
                "urn:example:a123,z456?+abc", "urn:example:a123,z456?=xyz",
                "urn:example:a123,z456#789",
                "urn:example:a123%2Cz456", "urn:example:A123,z456", "urn:example:a123,z456/foo",
                "urn:example:weather?=op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z",
                "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk", "urn:example:a?+b?=c#d",
                "urn:lex:eu:a@b",
                "urn:oid:2.16.840", "urn:example:1/406/47452/2", "urn:nbn:de:bvb:19-146642",
                "urn:a1:b",
                "urn:example:a?+b?c", "urn:" + String(repeating: "a", count: 32) + ":b",
                "urn:example:a#",
            ],
            invalid: [
                "", "urn", "urn:", "urn::", "urn:a", "urn:a:", "urn:a:b", "urn:isbn", "urn:isbn:",
                "isbn:1",
                "urn:-ab:c", "urn:ab-:c", "urn:a_b:c", "urn:a.b:c", "urn:ab:/c", "urn:ab:c d",
                "urn:ab:ü",
                "urn:ab:%", "urn:ab:%zz", "urn:ab:c?", "urn:ab:c?d", "urn:ab:c?+", "urn:ab:c?=",
                "urn:ab:c?+?=d",
                "urn:ab:c?=d?+e#\u{20}", "urn:ab:?+c", "urn:ab:#c", "urn:ab:c#d#e", "urn:ab:<c>",
                "urn:ab:c\\d",
                "urn:" + String(repeating: "a", count: 33) + ":b", "urn:ab:c\n", "urn:ab:c\u{0}",
                " urn:ab:c",
                "urn:ab:c?+/d", "urn:ab:c[", "urn:äb:c",
            ]),
        Table(
            rule: "uriTemplate",
            valid: [
                "", "a", "{var}", "O{empty}X", "{x,y}", "{x,hello,y}", "?{x,empty}", "{var:3}",
                "{list*}",
                "{+path:6}here", "{#path,x}", "X{.var:3}", "{/var:1,var}", "{;hello:5}",
                "{?x,y,empty}",
                "?fixed=yes{&x}", "{a.b}", "{_a}", "{%41b}", "{var:9999}", "http://a.b/{+c}{?d*,e}",
                "ü{x}",
                "a'b", "a%20b", "\u{E000}",
            ],
            invalid: [
                "{", "}", "{}", "{a", "a}", "{{a}}", "{a}}", "{a,}", "{,a}", "{a,,b}", "{a b}",
                "{ a}", "{a }",
                "{a-b}", "{.}", "{a.}", "{.a.}", "{a..b}", "{a:}", "{a:0}", "{a:01}", "{a:10000}",
                "{a:x}",
                "{a*:1}", "{a:1*}", "{a**}", "{*a}", "{=a}", "{!a}", "{@a}", "{|a}", "{$a}",
                "{??a}", "{%4}",
                "{ü}", "a b", "a<b", "a>b", "a\\b", "a^b", "a`b", "a|b", "a\"b", "a%b", "a\u{0}",
                "a\n",
                "{a}\u{7F}",
            ]),
        Table(
            rule: "magnet",
            valid: [
                "magnet:?xt=urn:btih:06E2A9683BF4DA92C73A661AC56F0ECC9C63C5B4",
                "magnet:?xt=urn:btih:06e2a9683bf4da92c73a661ac56f0ecc9c63c5b4&dn=a&tr=udp%3A%2F%2Fa.b%3A80",
                "magnet:?xt=urn:btih:YNCKHTQCWBTRNJIV4WNAE52SJUQCZO5C",
                "magnet:?xt=urn:sha1:YNCKHTQCWBTRNJIV4WNAE52SJUQCZO5C&xl=10826029",
                "magnet:?dn=a&xt=urn:btih:06E2A9683BF4DA92C73A661AC56F0ECC9C63C5B4",
                "magnet:?xt.1=urn:sha1:YNCKHTQCWBTRNJIV4WNAE52SJUQCZO5C&xt.2=urn:sha1:TXGCZQTH26NL6OUQAJJPFALHG2LTGBC7",
                "magnet:?xt=urn:ed2k:354B15E68FB8F36D7CD88FF94116CDC1",
                "magnet:?xt=urn:md5:354b15e68fb8f36d7cd88ff94116cdc1",
                "magnet:?xt=urn:tree:tiger:7N5OAMRNGMSSEUE3ORHOKWN4WWIQ5X4EBOOTLJY",
                "magnet:?xt=urn:btmh:1220caf1e1c30e81cb361b9ee167c4aa64228a7fa4fa9f6105232b28ad099f3a302e",
                "magnet:?xt=urn:aich:YNCKHTQCWBTRNJIV4WNAE52SJUQCZO5C", "MAGNET:?xt=urn:abc:d",
                "magnet:?xt=URN:BTIH:06E2A9683BF4DA92C73A661AC56F0ECC9C63C5B4",
                "magnet:?xt=urn:kzhash:abc",
                "magnet:?xt=urn:bitprint:a.b", "magnet:?xt=urn:crc32:123",
                "magnet:?xt=urn:abc:d&dn=",
                "magnet:?xt=urn:abc:d&x.pe=1.2.3.4:5", "magnet:?xt=urn:abc:d&so=0,2",
                "magnet:?XT=urn:abc:d",
            ],
            invalid: [
                "", "magnet", "magnet:", "magnet:?", "magnet:xt=urn:abc:d", "magnet:?xt",
                "magnet:?xt=",
                "magnet:?xt=urn:", "magnet:?xt=urn:btih:", "magnet:?xt=urn:btih:06E2A968",
                "magnet:?dn=a",
                "magnet:?xt=btih:06E2A9683BF4DA92C73A661AC56F0ECC9C63C5B4",
                "magnet:?xt=urn:btih:06E2A9683BF4DA92C73A661AC56F0ECC9C63C5BG",
                "magnet:?xt=urn:btih:06E2A9683BF4DA92C73A661AC56F0ECC9C63C5B4A",
                "magnet:?xt=urn:btih:1NCKHTQCWBTRNJIV4WNAE52SJUQCZO5C",
                "magnet:?xt=urn:btmh:1220caf1", "magnet:?xt=urn:btmh:",
                "magnet:?xt=urn:btmh:1114c12fe1c06bba254a9dc9f519b335aa7c1367a88a",
                "magnet:?xt=urn:btmh:1240caf1e1c30e81cb361b9ee167c4aa64228a7fa4fa9f6105232b28ad099f3a302e",
                "magnet:?xt=urn:BTMH:1221caf1e1c30e81cb361b9ee167c4aa64228a7fa4fa9f6105232b28ad099f3a302e",
                "magnet:?xt=urn:btih:06E2A9683BF4DA92C73A661AC56F0ECC9C63C5B4&xt=urn:btmh:1220",
                "magnet:?xt=urn:md5:354b", "magnet:?xt=urn:abc:d&", "magnet:?&xt=urn:abc:d",
                "magnet:?=a",
                "magnet:?xt=urn:abc:d dn=a", "magnet:?xt=urn:abc:d&dn=ü",
                "magnet:?xt=urn:abc:d&dn=%",
                "magnet:?xt.=urn:abc:d", "magnet:?xt.a=urn:abc:d", "magnet:?xtt=urn:abc:d",
                "magnet:?xt=urn:abc:d\n", "magnet:?xt=urn:abc:d\u{0}", " magnet:?xt=urn:abc:d",
                "http://a.b/?xt=urn:abc:d",
            ]),
        Table(
            rule: "httpHeaderName",
            valid: [
                "Accept", "Accept-Encoding", "content-type", "DNT", "ETag", "Host", "TE",
                "WWW-Authenticate",
                "X-Requested-With", "X_a", "a", "1", "-", "!", "#$%&'*+-.^_`|~", "Sec-CH-UA", "~a",
                "Content-MD5", "a.b", String(repeating: "a", count: 5000),
            ],
            invalid: [
                "", " ", "a b", " a", "a ", "a:", ":method", "a/b", "a(b", "a)b", "a<b", "a>b",
                "a@b", "a,b",
                "a;b", "a\\b", "a\"b", "a[b", "a]b", "a?b", "a=b", "a{b", "a}b", "a\tb", "a\r\n",
                "a\u{0}",
                "a\u{7F}", "ä", "ａ", "a\u{301}",
            ]),
        Table(
            rule: "httpHeaderValue",
            valid: [
                "", "a", "text/html", "text/html; charset=utf-8", "gzip, deflate", "\"abc\"",
                "a\tb", "a  b",
                "W/\"67ab43\"", "bytes=0-499", "Mon, 01 Jan 2024 00:00:00 GMT", "max-age=0", "*",
                "(comment)",
                "ü", "a=b; Path=/; HttpOnly", "Basic QWxhZGRpbg==",
                "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
                "\u{10FFFF}", String(repeating: "a", count: 5000),
            ],
            invalid: [
                " ", "\t", " a", "a ", "\ta", "a\t", "a\r", "a\n", "a\r\nb", "\n", "a\u{0}b",
                "\u{0}", "a\u{1}",
                "a\u{8}b", "a\u{B}b", "a\u{C}b", "a\u{1F}b", "a\u{7F}b", "a\r\n b", "\u{1B}[1m",
            ]),
        Table(
            rule: "mimeType",
            valid: [
                "text/plain", "text/html; charset=utf-8", "text/html;charset=\"utf-8\"",
                "TEXT/HTML",
                "application/ld+json", "application/vnd.ms-excel", "image/svg+xml", "video/mp4",
                "audio/ogg",
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
                "font/woff2",
                "multipart/form-data; boundary=\"a b\"", "application/x-www-form-urlencoded", "a/b",
                "1/2",
                "model/gltf-binary", "application/json ;a=b", "text/plain;format=flowed;delsp=yes",
                "a/b!#$&-^_.+",
                "text/plain; a=\"\\\"\"", "text/plain;\ta=b", "text/plain;", "text/plain; ;",
                "text/plain;;a=b",
                "a/" + String(repeating: "b", count: 127),
            ],
            invalid: [
                "", "/", "text", "text/", "/plain", "text/plain/x", "text plain", " text/plain",
                "text/plain ",
                "text /plain", "text/ plain", "*/*", "text/*",
                "text/plain;a",
                "text/plain;a=", "text/plain;=b", "text/plain; a = b", "text/plain;a=\"b",
                "text/plain;a=b c",
                "text/plain; a", "text/plain;;a",
                "text/plain,text/html", "-a/b", "a/.b", "täxt/plain", "text/plain\n",
                "text/plain\u{0}",
                "text/plain;a=\"\n\"", "a/" + String(repeating: "b", count: 128),
                "a/b(c)",
            ]),
    ]

    @Test(arguments: tables)
    func valuesOfTheStandardAreValid(_ table: Table) throws {
        #expect(table.valid.count >= 20 && table.invalid.count >= 20)
        for value in table.valid {
            #expect(try codes(.string(value), table.rule) == [], "\(value.debugDescription)")
        }
    }

    @Test(arguments: tables)
    func valuesThatBreakTheStandardAreInvalid(_ table: Table) throws {
        for value in table.invalid {
            let found = try codes(.string(value), table.rule)
            #expect(found.count == 1, "\(value.debugDescription)")
            #expect(found.allSatisfy { $0.hasPrefix(table.rule + ".") }, "\(found)")
        }
    }

    @Test(arguments: tables.map(\.rule))
    func valuesOfOtherKindsAreInvalid(_ rule: String) throws {
        for value: Value in [1, 2.5, true, [], [:], ["a"]] {
            #expect(try codes(value, rule) == [rule + ".kind"])
        }
        #expect(try codes(.null, rule) == [])
    }

    /// The costs of each rule for a value of 60 kB and of 240 kB of its worst characters.
    ///
    /// Time of the processor, the least of some runs: what grows with the square takes 16 times as long.
    @Test(
        arguments: tables.map(\.rule) + ["url(idn=true, maxLength=1000000)", "email(mode=rfc6531)"])
    func costGrowsWithTheLength(_ rule: String) throws {
        let name = String(rule.prefix { $0 != "(" })
        let prefix = Self.prefixes[name] ?? ""
        for part in [
            "a", ".", "-", ":", "%41", "ü", "\u{308}", "&a=b", ",a@b", "{a}", "?+", ";a=b", "0",
            "[", "٠",
        ] {
            let manager = try ValidatorsManager(
                RuleSet(Field("value", RuleExpression(parsing: rule))), registry: standardRules)
            let short = String(repeating: part, count: 60_000 / part.utf8.count)
            let long = String(repeating: part, count: 240_000 / part.utf8.count)
            let few = Self.cost(of: prefix + short, manager)
            let many = Self.cost(of: prefix + long, manager)
            #expect(many <= max(few, 1_000_000) * 10, "\(part): \(few) ns, \(many) ns")
        }
    }

    static let prefixes = [
        "dataURI": "data:text/plain,", "urn": "urn:ab:c", "mailto": "mailto:a@b",
        "magnet": "magnet:?xt=urn:ab:c",
        "mimeType": "a/b;a=\"", "origin": "http://a", "url": "http://a",
    ]

    private static func cost(of text: String, _ manager: ValidatorsManager) -> Int {
        let record = ValidationRecord(Value.Object([("value", .string(text))]))
        return (0..<3).map { _ in
            let start = processorTime()
            _ = manager.validate(record)
            return processorTime() - start
        }.min() ?? 0
    }

    private static func processorTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
