// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// Whether a command's output is shown by a pager.
struct PagerOptions: ParsableArguments {
    @Flag(help: "Show long output without a pager.")
    var noPager = false

    /// Shows a text.
    ///
    /// - Returns: False, and a message on standard error, if it cannot be written.
    func show(_ text: String) -> Bool {
        if noPager { Pager.turnOff() }
        return StandardOutput.page(text)
    }
}
