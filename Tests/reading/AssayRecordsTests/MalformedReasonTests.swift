// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRecords
import CRecordReader
import Testing

/// The reasons of the reader are texts that translations know.
@Suite struct MalformedReasonTests {
    /// No record is malformed for these reasons, or they have more text after them in each case.
    private static let others: Set<UInt32> = [READER_OK, READER_INTERNAL]

    @Test(arguments: 0..<READER_REASON_COUNT)
    func everyReasonIsKnown(number: UInt32) {
        let text = String(cString: reader_reason_text(number))
        let known = MalformedReason.allCases.map(\.rawValue)
        let isKnown = known.contains {
            $0 == text || $0.hasPrefix(text + ": ") || $0.hasPrefix(text + "; ")
        }
        #expect(isKnown != Self.others.contains(number), "\(text)")
    }

    @Test(arguments: [
        (InputFormat.ndjson, #"{"a": "\x"}"#), (.ndjson, #"{"a": "\u12"}"#),
        (.ndjson, #"{"a": "\ud800"}"#), (.ndjson, #"{"a": "\udc00"}"#), (.ndjson, "{"),
        (.ndjson, "7"), (.ndjson, #"{"a" 1}"#),
        (.ndjson, #"{"a":1,}"#), (.ndjson, #"{"a":}"#), (.ndjson, #"{"a"}"#), (.ndjson, "{,}"),
        (.ndjson, "{:}"), (.ndjson, #"{"a":1 "b":2}"#), (.ndjson, "{'a':1}"), (.ndjson, "{//"),
        (.ndjson, #"{"a":.5}"#), (.ndjson, #"{"a"=1}"#), (.ndjson, "{a:1}"), (.ndjson, "{\u{A0}}"),
        (.ndjson, #"{"a":NaN}"#), (.ndjson, #"{"a":-Infinity}"#), (.ndjson, #"{"a":nil}"#),
        (.json, "[{}"), (.json, "[{} {}]"),
        (.csv, "a,b\n1\n"), (.csv, "a,b\nx\"y,1\n"), (.csv, "a,b\n\"x\"y,1\n"),
        (.csv, "a,b\n \"x\",1\n"), (.csv, "a,b\n\"x,1\n"), (.csv, "a,b\n\"x\ny\"z,1\n"),
        (.csv, "a,b\nx\\\"y,1\n"), (.csv, "a,b\n\"x\\\"y\",1\n"),
    ])
    func theReasonOfARecordIsKnown(format: InputFormat, text: String) throws {
        let lines = try InputReading(text, format: format).lines
        let reasons = lines.compactMap {
            $0.firstMatch(of: #/(?:malformed:|violation \d+:\d+) (.+)$/#)?.output.1
        }
        #expect(!reasons.isEmpty, "\(lines)")
        for reason in reasons {
            let isKnown = MalformedReason.allCases.contains {
                MessageTemplate.values(of: String(reason), from: $0.rawValue) != nil
            }
            #expect(isKnown, "\(reason)")
        }
    }

    /// The words before a reason do not hide a longer one: the first text that fits is taken.
    @Test func noReasonHidesAnother() {
        let known = MalformedReason.allCases
        for (index, reason) in known.enumerated() {
            let first = known.first {
                MessageTemplate.values(of: reason.rawValue, from: $0.rawValue) != nil
            }
            #expect(first == reason, "\(index)")
        }
    }
}
