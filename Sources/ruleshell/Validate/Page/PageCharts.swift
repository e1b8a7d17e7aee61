// SPDX-License-Identifier: Apache-2.0

/// Charts as SVG inside the page; their colours are those of the page's style.
enum PageCharts {
    private static let mostBars = 15
    private static let width = 720
    private static let barsStart = 300
    private static let barsWidth = 330
    private static let rowHeight = 26
    private static let longestLabel = 42

    /// A ring with the share of valid records.
    static func share(valid: Int, of records: Int, text: String) -> String {
        let radius = 52.0
        let around = 2 * Double.pi * radius
        let part = records > 0 ? Double(valid) / Double(records) : 0
        let dash = Decimals.text(around * part, digits: 2)
        let label = records > 0 ? "\(text) of the records are valid" : "there are no records"
        return """
            <svg class="share" viewBox="0 0 140 140" role="img" aria-label="\(label)">
            <circle class="rest\(records > 0 ? "" : " none")" cx="70" cy="70" r="52"/>
            <circle class="part" cx="70" cy="70" r="52" \
            stroke-dasharray="\(dash) \(Decimals.text(around, digits: 2))" \
            transform="rotate(-90 70 70)"/>
            <text x="70" y="70" class="figure" id="share">\(text)</text>
            <text x="70" y="90" class="unit">valid</text>
            </svg>

            """
    }

    /// A horizontal bar for each line, the longest for the largest number.
    ///
    /// - Parameters:
    ///   - lines: Labels and numbers, the largest first.
    ///   - label: What the chart shows, for those who do not see it.
    ///   - id: Of the chart.
    /// - Returns: The picture.
    static func bars(_ lines: [(String, Int)], label: String, id: String) -> String {
        let shown = lines.prefix(mostBars)
        let largest = max(1, shown.first?.1 ?? 1)
        let height = shown.count * rowHeight
        let rows = shown.enumerated().map { index, line in
            bar(line, at: index * rowHeight, largest: largest)
        }.joined()
        let more = lines.count - shown.count
        return "<svg class=\"bars\" id=\"\(id)\" viewBox=\"0 0 \(width) \(height)\" role=\"img\" "
            + "aria-label=\"\(label)\">\n\(rows)</svg>\n"
            + (more > 0 ? "<p>and \(more) more</p>\n" : "")
    }

    private static func bar(_ line: (label: String, count: Int), at y: Int, largest: Int)
        -> String
    {
        let share = Double(line.count) / Double(largest)
        let length = Decimals.text(max(2, share * Double(barsWidth)), digits: 1)
        let end = barsStart + Int(share * Double(barsWidth)) + 8
        let label =
            line.label.count > longestLabel
            ? line.label.prefix(longestLabel - 1) + "…" : line.label
        return "<g><title>\(HTML.text(line.label)): \(line.count)</title>"
            + "<text class=\"label\" x=\"\(barsStart - 10)\" y=\"\(y + 18)\">\(HTML.text(label))"
            + "</text><rect x=\"\(barsStart)\" y=\"\(y + 4)\" width=\"\(length)\" height=\"18\" "
            + "rx=\"3\"/><text class=\"count\" x=\"\(end)\" y=\"\(y + 18)\" "
            + "data-count=\"\(line.count)\">\(Grouped.text(line.count))</text></g>\n"
    }
}
