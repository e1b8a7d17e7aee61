// SPDX-License-Identifier: Apache-2.0
import AssayErrorTexts

/// The text of an error for users.
enum ErrorText {
    /// Returns the text that an error has for users, as `LocalizedError` of Foundation, or else its
    /// description; `nil` if it has neither, since the name of a case is no sentence.
    static func of(_ error: any Error) -> String? {
        localizedText(of: error) ?? (error as? any CustomStringConvertible)?.description
    }
}
