// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The option to show output without a pager.
struct PagerOptions: ParsableArguments {
    @Flag(help: "Show long output without a pager.")
    var noPager = false

    /// Shows a text.
    ///
    /// - Returns: `false`, after a message on standard error, if it cannot be written.
    func show(_ text: String) -> Bool {
        if noPager { Pager.turnOff() }
        return StandardOutput.page(text)
    }
}
