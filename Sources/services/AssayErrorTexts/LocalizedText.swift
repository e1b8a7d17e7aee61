// SPDX-License-Identifier: Apache-2.0
// `LocalizedError` is Foundation's; the modules of the engine and of forms do without Foundation.
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The text that an error has for users.
///
/// - Parameter error: Any error.
/// - Returns: Its `errorDescription` as a `LocalizedError`; nil if it is none, or has none.
package func localizedText(of error: any Error) -> String? {
    (error as? any LocalizedError)?.errorDescription
}
