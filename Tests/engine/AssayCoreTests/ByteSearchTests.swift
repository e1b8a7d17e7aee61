// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

struct ByteSearchTests {
    @Test(arguments: [
        ("", "", true), ("a", "", true), ("", "a", false), ("ab", "abc", false),
        ("abc", "bc", true), ("aab", "ab", true), ("é", "e", false), ("e\u{301}", "e", true),
        ("/a.so.1", ".so.", true),
    ])
    func bytesAreFoundInBytes(_ text: String, _ part: String, _ isFound: Bool) {
        #expect(text.contains(bytesOf: part) == isFound)
    }

    @Test(arguments: [
        ("", "x", "y", ""), ("aaa", "aa", "b", "ba"), ("$O/lib:$O", "$O", "/opt", "/opt/lib:/opt"),
        ("abc", "", "x", "abc"), ("abc", "abc", "", ""), ("xx", "x", "xx", "xxxx"),
    ])
    func bytesAreReplacedOnceEach(
        _ text: String, _ part: String, _ replacement: String, _ result: String
    ) {
        #expect(text.replacing(bytesOf: part, with: replacement) == result)
    }
}
