// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

extension PluginTable {
    /// Checks that records can have values for every rule: one without would fail all that there is,
    /// and no message could say what it wants.
    ///
    /// - Throws: An error of stage table.
    func checkKinds() throws(StageError) {
        let plugin = raw
        for index in 0..<Int(plugin.rule_count) {
            guard let rule = plugin.rules?[index],
                rule.pointee.kinds == 1 << ASSAY_BYTES
            else { continue }
            throw StageError(
                table: "a rule for ASSAY_BYTES alone (rule \(index): kinds)",
                expected: "a kind of value that records have",
                remedy: "accept ASSAY_STR: texts of any format are strings, and no reader makes "
                    + "ASSAY_BYTES yet")
        }
    }
}
