// SPDX-License-Identifier: Apache-2.0
import Assay

/// The counters of the plugins of a run, as a table of text.
///
///     counters of plugins
///       1200  wordList  words
struct CountersText {
    let counters: [PluginCounter]

    /// A heading and a line for each counter; nothing without counters.
    var text: String {
        guard !counters.isEmpty else { return "" }
        let rows = counters.map { ["\($0.value)", $0.plugin, $0.name] }
        return "counters of plugins\n" + TextTable(rows).text
    }
}
