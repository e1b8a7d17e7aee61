// SPDX-License-Identifier: Apache-2.0
import CRecordReader

// The lines of a CSV input that are no records.
extension ChunkReader {
    /// Finds out how lines end, and leaves out the first lines that are no records.
    ///
    /// - Returns: The field separator that the first line names as `sep=;`, or `nil`.
    func skipFirstLines() throws(InputError) -> UInt8? {
        notes.endsWithReturns = try endsWithReturns()
        if notes.endsWithReturns { noteReturns() }
        let heldLines = options.csv.skippedLastLines
        if notes.endsWithReturns || heldLines > 0 {
            lineReader = source.readLines(
                from: carry, replacesReturns: notes.endsWithReturns, holding: heldLines,
                mostBytes: options.maximumRecordBytes)
            carry = try source.read(count: chunkBytes)
        }
        let separator = try separatorOfFirstLine()
        notes.hasSeparatorLine = separator != nil
        for index in 0..<max(options.csv.skippedLines, separator == nil ? 0 : 1) {
            guard try skipLine() else { break }
            // The line of the separator was read.
            if index < options.csv.skippedLines { notes.skippedLines += 1 }
        }
        return separator
    }

    /// Returns `true` if the first line ends with a carriage return that no line feed follows.
    ///
    /// In quotes it does not count, except in a line that is skipped.
    private func endsWithReturns() throws(InputError) -> Bool {
        let dialect = options.csv.raw(delimiter: options.delimiter ?? 0)
        let hasQuotes = dialect.hasQuotes && options.csv.skippedLines == 0
        let quote = dialect.quote == 0 ? UInt8(ascii: "\"") : dialect.quote
        var isQuoted = false
        var offset = 0
        while true {
            while offset < carry.count {
                let byte = carry[offset]
                if byte == .lineFeed { return false }
                if byte == .carriageReturn, !isQuoted {
                    guard offset + 1 < carry.count || source.isAtEnd else { break }
                    return offset + 1 == carry.count || carry[offset + 1] != .lineFeed
                }
                if hasQuotes, byte == quote { isQuoted.toggle() }
                offset += 1
            }
            guard carry.count <= options.maximumRecordBytes, try readMore() else {
                return offset < carry.count
            }
        }
    }

    /// The field separator of a first line such as `sep=;`, or `nil` if the first line is another one.
    private func separatorOfFirstLine() throws(InputError) -> UInt8? {
        let name = Array("sep=".utf8)
        while true {
            let known = carry.prefix(name.count).map { $0 | 0x20 }
            guard known == Array(name.prefix(known.count)) else {
                // The character after the letters is no letter.
                return nil
            }
            if carry.count > name.count {
                let separator = carry[name.count]
                let rest = carry[(name.count + 1)...].prefix(2)
                let isEnd =
                    rest.first == .lineFeed || rest.elementsEqual([.carriageReturn, .lineFeed])
                let isKnown = carry.count > name.count + 2 || rest.first == .lineFeed
                if isEnd || isKnown || source.isAtEnd {
                    let isLine = isEnd || (rest.isEmpty && source.isAtEnd)
                    return isLine && Self.isSeparator(separator) ? separator : nil
                }
            }
            guard try readMore() || source.isAtEnd else { return nil }
            if source.isAtEnd, carry.count <= name.count { return nil }
        }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte > 0 && byte < 0x80 && byte != .lineFeed && byte != .carriageReturn
            && byte != UInt8(ascii: "\"")
    }

    /// Skips a line; returns `false` if there is none.
    private func skipLine() throws(InputError) -> Bool {
        var isLine = false
        while true {
            if let end = carry.firstIndex(of: .lineFeed) {
                passPreamble(end + 1)
                skippedLineBreaks += 1
                return true
            }
            isLine = isLine || !carry.isEmpty
            passPreamble(carry.count)
            guard try readMore() else { return isLine }
        }
    }

    private func readMore() throws(InputError) -> Bool {
        let more = try source.read(count: chunkBytes)
        carry += more
        return !more.isEmpty
    }
}
