// SPDX-License-Identifier: Apache-2.0

/// The text of a progress line, in ASCII.
///
///      42% [========>           ] 1,200,000 records, 350,000/s, 12 findings, 0:42 left
struct ProgressLine {
    var records: Int
    var findings: Int
    var recordsPerSecond: Double
    /// The share of the inputs that is read, from 0 to 1, or `nil` if it is not known.
    var share: Double?
    var secondsLeft: Double?

    private static let barWidth = 20

    /// Returns the text of the line.
    ///
    /// - Parameter columns: The width of the terminal, whose last column is left free, or `nil` for
    ///   a line of any width without a bar.
    /// - Returns: The text that fits, with the most important parts first.
    func text(columns: Int?) -> String {
        var text = share.map { Self.percent($0) + " " } ?? ""
        if let columns, let share, columns >= 80 { text += Self.bar(share) + " " }
        text += numbers.joined(separator: ", ")
        return columns.map { String(text.prefix(max(0, $0 - 1))) } ?? text
    }

    private var numbers: [String] {
        var numbers = [
            Counted.text(records, of: "record", digits: Self.grouped(records)),
            Self.grouped(Self.whole(recordsPerSecond)) + "/s",
            Counted.text(findings, of: "finding", digits: Self.grouped(findings)),
        ]
        if let secondsLeft { numbers.append(Self.time(Self.whole(secondsLeft)) + " left") }
        return numbers
    }

    private static func percent(_ share: Double) -> String {
        let digits = "\(whole(share * 100))"
        return String(repeating: " ", count: max(0, 3 - digits.count)) + digits + "%"
    }

    private static func bar(_ share: Double) -> String {
        let filled = min(barWidth, whole(share * Double(barWidth)))
        let head = filled < barWidth ? ">" : ""
        let rest = String(repeating: " ", count: barWidth - filled - head.count)
        return "[" + String(repeating: "=", count: filled) + head + rest + "]"
    }

    /// 1234567 as 1,234,567.
    private static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    /// 3725 as 1:02:05.
    private static func time(_ seconds: Int) -> String {
        let parts = [seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let hours = seconds / 3600
        return hours > 0 ? "\(hours):\(parts[0]):\(parts[1])" : "\(seconds / 60):\(parts[1])"
    }

    private static func whole(_ number: Double) -> Int {
        number.isFinite ? Int(min(max(0, number), 1e15)) : 0
    }
}
