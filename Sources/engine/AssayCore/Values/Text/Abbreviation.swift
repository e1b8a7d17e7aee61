// SPDX-License-Identifier: Apache-2.0

/// A text as messages quote it: whole, or its first characters and an ellipsis.
///
/// - Parameters:
///   - text: Of any length.
///   - limit: Code points that are kept.
/// - Returns: At most `limit` code points, and the ellipsis.
package func abbreviated(_ text: String, to limit: Int = 120) -> String {
    guard text.utf8.count > limit else { return text }
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
        end != scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
}
