// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Rows that other projects wrote, read at run time from a folder beside the checkout.
enum Corpora {
    /// One row of `pcre2-match.jsonl` or `pcre2-syntax.jsonl`.
    struct Case: Decodable {
        struct Arguments: Decodable {
            let pattern: String?
            let flags: String?
        }
        let id: String
        let args: Arguments
        let value: String
        let valid: Bool
    }

    /// One row of `redos.jsonl`: the subject is prefix, pump × repeat, suffix.
    struct Pumped: Decodable {
        let id: String
        let pattern: String
        let flags: String
        let prefix: String
        let pump: String
        let `repeat`: Int
        let suffix: String
        let interpreter: String

        var subject: String { prefix + String(repeating: pump, count: `repeat`) + suffix }
    }

    /// The rows of a file; the test is skipped without the corpora.
    static func rows<Row: Decodable>(of file: String, as _: Row.Type) throws -> [Row] {
        let folder =
            ProcessInfo.processInfo.environment["ASSAY_CORPORA"] ?? "../shared/corpora"
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(file)") else {
            try Test.cancel("only with \(file) in the folder that ASSAY_CORPORA names")
        }
        return try data.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Row.self, from: $0)
        }
    }
}
