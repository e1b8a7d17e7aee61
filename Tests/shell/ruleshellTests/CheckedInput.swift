// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

@testable import ruleshell

/// An input of any bytes that goes the whole way: the reader in chunks of any size, the session, places, a format of
/// `ruleshell validate`.
struct CheckedInput {
    private let file: UnnamedFile
    private let options: ReaderOptions
    private let rules: CheckedRules
    private let format: FormatName

    /// Reads the rest of the bytes as the first four choose.
    ///
    /// Letters choose as well as any other byte, so that seeds can be text. Nil for fewer bytes.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 4 else { return nil }
        var options = ReaderOptions()
        options.format = [nil, .ndjson, .json, .csv][Int(bytes[0]) % 4]
        options.chunkBytes = 1 + Int(bytes[1]) % 64
        options.maximumRecordBytes = 1 << (4 + Int(bytes[2]) % 16)
        options.maximumDepth = 8
        options.hasHeader = bytes[2] < 128
        if options.format == .csv {
            options.csv = Self.dialects[Int(bytes[0]) / 4 % Self.dialects.count]
        }
        self.options = options
        rules = CheckedRules.all[Int(bytes[3]) % CheckedRules.all.count]
        format = FormatName.allCases[Int(bytes[3]) / 4 % FormatName.allCases.count]
        file = UnnamedFile(UnsafeBufferPointer(rebasing: bytes[4...]))
    }

    /// RFC 4180, and what differs from it.
    private static let dialects: [CSVDialect] = {
        var all = Array(repeating: CSVDialect(), count: 5)
        all[1].quote = .off
        all[1].skippedLines = 1
        all[2].comment = UInt8(ascii: "#")
        all[2].escape = UInt8(ascii: "\\")
        all[2].skippedLastLines = 1
        all[3].allowsLazyQuotes = true
        all[3].skipsInitialSpace = true
        all[4].isSingleLine = true
        all[4].missingTexts = ["x"]
        return all
    }()

    /// What does not hold of the input that must hold of all; nil if everything does.
    var problem: String? {
        let one = report(format, options, threads: 1)
        return problemOfThreads(one) ?? problemOfText(one) ?? problemOfChunks
    }

    private func report(
        _ format: FormatName, _ options: ReaderOptions, threads: Int
    ) -> CheckedReport {
        CheckedReport(of: file, rules: rules, format: format, options, threads: threads)
    }

    /// Four threads write what one does.
    private func problemOfThreads(_ one: CheckedReport) -> String? {
        let four = report(format, options, threads: 4)
        return four == one ? nil : "one thread: \(one)\nfour threads: \(four)"
    }

    /// The size of chunks changes neither what is found nor where, and all of it is in the input.
    ///
    /// Unless the first chunk tells the format: a smaller one may tell another.
    private var problemOfChunks: String? {
        guard options.format != nil else { return nil }
        let small = report(.ndjson, options, threads: 1)
        var options = options
        options.chunkBytes = ReaderOptions().chunkBytes
        let large = report(.ndjson, options, threads: 1)
        guard small == large else {
            return "chunks of \(self.options.chunkBytes) bytes: \(small)\nof more: \(large)"
        }
        for place in small.places where place.lowerBound < 0 || place.upperBound > file.count {
            return "a finding at \(place) of \(file.count) bytes: \(small)"
        }
        return nil
    }

    /// Output is UTF-8 and neither drives a terminal nor hides or reorders text.
    private func problemOfText(_ report: CheckedReport) -> String? {
        guard let text = String(validating: report.bytes, as: UTF8.self) else {
            return "\(format) is not UTF-8: \(report.bytes)"
        }
        if let harmful = text.unicodeScalars.first(where: \.isHarmful) {
            return "\(format) writes U+\(String(harmful.value, radix: 16)): \(text)"
        }
        guard format == .concise || format == .full else { return nil }
        return text.split(separator: "\n").first { $0.hasPrefix("::") }.map {
            "\(format) begins a line with a command: \($0)"
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isHarmful: Bool {
        switch value {
        case 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
