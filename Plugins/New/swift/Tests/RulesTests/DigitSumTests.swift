// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Rules

@Suite struct DigitSumTests {
    @Test(arguments: ["", "1x", "/", ":", "\u{664}"])
    func otherTextHasNoSum(text: String) {
        #expect(digitSum(Array(text.utf8).span) == nil)
    }

    @Test(arguments: [("0", 0), ("19", 10), ("999", 27)] as [(String, Int64)])
    func digitsAreAdded(text: String, sum: Int64) {
        #expect(digitSum(Array(text.utf8).span) == sum)
    }
}
