// SPDX-License-Identifier: Apache-2.0
import Assay
import Synchronization

/// The messages that findings are reported with.
enum ShownMessages {
    private static let catalogue = Locked<MessageCatalogue?>(nil)

    /// Uses messages for all findings from now on, or the English ones of the rules if they are
    /// `nil`.
    static func use(_ messages: MessageCatalogue?) {
        catalogue.withLock { $0 = messages }
    }

    static var current: MessageCatalogue? { catalogue.withLock { $0 } }
}
