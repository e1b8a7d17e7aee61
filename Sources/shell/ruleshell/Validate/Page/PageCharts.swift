// SPDX-License-Identifier: Apache-2.0

/// Charts inside the page, a ring as SVG and bars, in the colors of the page's style.
enum PageCharts {
    private static let mostBars = 15
    private static let longestLabel = 120

    /// Returns a ring with the share of valid records.
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

    /// Returns a list with a horizontal bar for each line, the longest for the largest number.
    ///
    /// On a narrow page, labels are above their bars.
    ///
    /// - Parameters:
    ///   - lines: Labels and numbers, the largest first.
    ///   - label: The description of the chart, for screen readers.
    ///   - id: The `id` of the list.
    /// - Returns: The HTML of the list.
    static func bars(_ lines: [(String, Int)], label: String, id: String) -> String {
        let shown = lines.prefix(mostBars)
        let largest = max(1, shown.first?.1 ?? 1)
        let rows = shown.map { bar($0, largest: largest) }.joined()
        let more = lines.count - shown.count
        return "<ul class=\"bars\" id=\"\(id)\" aria-label=\"\(label)\">\n\(rows)</ul>\n"
            + (more > 0 ? "<p>and \(more) more</p>\n" : "")
    }

    private static func bar(_ line: (label: String, count: Int), largest: Int) -> String {
        let share = Double(line.count) / Double(largest)
        let label =
            line.label.utf8.count > longestLabel && line.label.count > longestLabel
            ? line.label.prefix(longestLabel - 1) + "…" : line.label
        return "<li><span class=\"label\">\(HTML.text(label))</span><span class=\"bar\">"
            + "<i style=\"flex-grow:\(Decimals.text(share, digits: 4))\"></i>"
            + "<span class=\"count\" data-count=\"\(line.count)\">\(Grouped.text(line.count))</span>"
            + "<i class=\"rest\" style=\"flex-grow:\(Decimals.text(1 - share, digits: 4))\"></i>"
            + "</span></li>\n"
    }
}
