// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ruleshell

/// Texts of plugins in Markdown.
@Suite struct MarkdownTests {
    @Test(arguments: [
        ("plain text, 1.5 (a) {b}", "plain text, 1.5 (a) {b}"),
        ("a | b", "a &#124; b"),
        (#"a\| b"#, "a&#92;&#124; b"),
        ("`code`", "&#96;code&#96;"),
        ("<b>&amp;", "&#60;b&#62;&#38;amp;"),
        ("*a* _b_ ~c~ $d$", "&#42;a&#42; &#95;b&#95; &#126;c&#126; &#36;d&#36;"),
        ("[a](b) ![c](d)", "&#91;a&#93;(b) !&#91;c&#93;(d)"),
        ("# a", "&#35; a"), ("- a", "&#45; a"), ("+ a", "&#43; a"), ("=== a", "&#61;== a"),
        ("1. a", "1&#46; a"), ("12) a", "12&#41; a"), ("1.2", "1.2"),
        ("    indented ", "indented"),
        ("two\nlines\r\n\tand more", #"two&#92;nlines&#92;r&#92;n&#92;tand more"#),
        ("\u{1B}[2J\u{202E}\u{0}", "&#92;u001b&#91;2J&#92;u202e&#92;u0000"),
        ("https://a.example www.b.example", "https:&#47;/a.example www&#46;b.example"),
        ("@user #12", "&#64;user &#35;12"),
        ("", ""),
    ])
    func textIsNoMarkup(text: String, markdown: String) {
        #expect(Markdown.text(text) == markdown)
    }

    @Test(arguments: [
        ("a(1...2)", "`a(1...2)`"),
        ("<b> *a*", "`<b> *a*`"),
        ("a|b", "<code>a&#124;b</code>"),
        ("`a`", "<code>&#96;a&#96;</code>"),
        (#"a\"#, "<code>a&#92;</code>"),
        ("a\nb", "<code>a&#92;nb</code>"),
        (" a", "<code>&#32;a</code>"),
        ("|</code><script>", "<code>&#124;&#60;&#47;code&#62;&#60;script&#62;</code>"),
        ("", "<code></code>"),
    ])
    func codeIsShownAsItIs(text: String, markdown: String) {
        #expect(Markdown.code(text) == markdown)
    }

    @Test(arguments: [
        ("https://a.example/b?c=d", "<https://a.example/b?c=d>"),
        ("javascript:alert(1)", "javascript:alert(1)"),
        ("https://a b", "https:&#47;/a b"),
        ("https://a>b", "https:&#47;/a&#62;b"),
    ])
    func onlyAddressesOfTheWebAreLinks(address: String, markdown: String) {
        #expect(Markdown.link(address) == markdown)
    }
}
