// SPDX-License-Identifier: Apache-2.0
import Assay

extension MissingFieldWarnings {
    /// The warnings as messages on standard error.
    var all: [Diagnostic] {
        texts.map { Diagnostic(Self.code, $0.message.english, help: $0.help?.english) }
    }
}
