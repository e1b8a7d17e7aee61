// SPDX-License-Identifier: Apache-2.0

/// What a terminal shows: the part of xterm that line editors and progress bars use.
struct TerminalScreen: CustomStringConvertible {
    /// A cell holds a character with its marks; the second cell of a wide one is empty.
    private var cells: [[String]]
    private var columns: Int
    private var rows: Int
    private(set) var row = 0
    private(set) var column = 0
    /// The last column was written; the next character goes to the next line.
    private var isAtMargin = false
    private var saved = (row: 0, column: 0)
    /// Bytes of an escape sequence or of a character that are not whole yet.
    private var pending: [UInt8] = []
    /// The parameters of the private modes that are set, such as 2004.
    private(set) var modes: Set<Int> = []
    private(set) var bells = 0

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    // MARK: - Looking

    /// The lines without the blanks at their ends.
    var lines: [String] { cells.map(Self.text) }

    /// The line with the cursor, up to its last character or the cursor.
    var lineWithCursor: String {
        let line = Self.text(cells[row])
        let before = cells[row][..<column].joined()
        return line.count < before.count ? before : line
    }

    /// Whether nothing follows the cursor.
    var isCursorAtEnd: Bool { Self.text(Array(cells[row][column...])).isEmpty }

    var description: String {
        lines.enumerated().map { $0.offset == row ? "> \($0.element)" : "  \($0.element)" }
            .joined(separator: "\n")
    }

    private static func text(_ cells: [String]) -> String {
        var text = cells.joined()
        while text.last == " " { text.removeLast() }
        return text
    }

    // MARK: - Writing

    mutating func resize(columns: Int, rows: Int) {
        for index in cells.indices {
            cells[index] = Array(cells[index].prefix(columns))
            cells[index] += Array(repeating: " ", count: max(0, columns - cells[index].count))
        }
        if rows < cells.count {
            let gone = max(0, row - rows + 1)
            cells.removeFirst(gone)
            row -= gone
            cells = Array(cells.prefix(rows))
        }
        while cells.count < rows { cells.append(Array(repeating: " ", count: columns)) }
        self.columns = columns
        self.rows = rows
        column = min(column, columns - 1)
    }

    mutating func write(_ bytes: [UInt8]) {
        for byte in bytes {
            pending.append(byte)
            if isWhole { take() }
        }
    }

    private var isWhole: Bool {
        guard let first = pending.first, let last = pending.last else { return false }
        if first == 0x1B {
            if pending.count == 1 { return false }
            if pending.count == 2 { return last != UInt8(ascii: "[") && last != UInt8(ascii: "]") }
            if pending[1] == UInt8(ascii: "]") { return last == 0x07 }
            return (0x40...0x7E).contains(last)
        }
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        return pending.count >= length
    }

    private mutating func take() {
        let bytes = pending
        pending = []
        if bytes[0] == 0x1B { return escape(bytes) }
        if bytes[0] >= 0x20, bytes[0] != 0x7F {
            for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars { put(scalar) }
            return
        }
        isAtMargin = false
        switch bytes[0] {
        case 0x07: bells += 1
        case 0x08: column = max(0, column - 1)
        case 0x09: column = min(columns - 1, (column / 8 + 1) * 8)
        case 0x0A: lineFeed()
        case 0x0D: column = 0
        default: break
        }
    }

    private mutating func lineFeed() {
        guard row + 1 == rows else {
            row += 1
            return
        }
        cells.removeFirst()
        cells.append(Array(repeating: " ", count: columns))
    }

    private mutating func put(_ scalar: UnicodeScalar) {
        let width = Self.width(of: scalar)
        if width == 0 {
            let before = isAtMargin ? column : max(0, column - 1)
            let place = cells[row][before].isEmpty ? max(0, before - 1) : before
            cells[row][place].unicodeScalars.append(scalar)
            return
        }
        if isAtMargin || column + width > columns {
            column = 0
            lineFeed()
            isAtMargin = false
        }
        cells[row][column] = String(Character(scalar))
        if width == 2 { cells[row][column + 1] = "" }
        column += width
        if column >= columns {
            column = columns - 1
            isAtMargin = true
        }
    }

    private static func width(of scalar: UnicodeScalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
            0x1F900...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    // MARK: - Escape sequences

    private mutating func escape(_ bytes: [UInt8]) {
        isAtMargin = false
        guard bytes[1] == UInt8(ascii: "["), let final = bytes.last else {
            switch bytes[1] {
            case UInt8(ascii: "7"): saved = (row, column)
            case UInt8(ascii: "8"): (row, column) = saved
            default: break
            }
            return
        }
        let text = String(decoding: bytes[2..<bytes.count - 1], as: UTF8.self)
        let isPrivate = text.hasPrefix("?")
        let numbers = text.drop { $0 == "?" }.split(separator: ";").map { Int($0) ?? 0 }
        let count = max(1, numbers.first ?? 1)
        switch UnicodeScalar(final) {
        case "A": row = max(0, row - count)
        case "B": row = min(rows - 1, row + count)
        case "C": column = min(columns - 1, column + count)
        case "D": column = max(0, column - count)
        case "G": column = min(columns, count) - 1
        case "H":
            row = min(rows, count) - 1
            column = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
        case "J": eraseDisplay(numbers.first ?? 0)
        case "K": eraseLine(numbers.first ?? 0)
        case "P": deleteCells(count)
        case "@": insertCells(count)
        case "h" where isPrivate: modes.formUnion(numbers)
        case "l" where isPrivate: modes.subtract(numbers)
        default: break
        }
    }

    private mutating func eraseLine(_ part: Int) {
        let range = part == 0 ? column..<columns : part == 1 ? 0..<column + 1 : 0..<columns
        for place in range { cells[row][place] = " " }
    }

    private mutating func eraseDisplay(_ part: Int) {
        if part == 0 { eraseLine(0) }
        let range = part == 0 ? row + 1..<rows : part == 1 ? 0..<row : 0..<rows
        for place in range { cells[place] = Array(repeating: " ", count: columns) }
    }

    private mutating func deleteCells(_ count: Int) {
        let gone = min(count, columns - column)
        cells[row].removeSubrange(column..<column + gone)
        cells[row] += Array(repeating: " ", count: gone)
    }

    private mutating func insertCells(_ count: Int) {
        let new = min(count, columns - column)
        cells[row].insert(contentsOf: Array(repeating: " ", count: new), at: column)
        cells[row].removeLast(new)
    }
}
