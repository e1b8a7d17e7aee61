// SPDX-License-Identifier: Apache-2.0
import Assay
import Synchronization

/// The words in which findings are told.
enum ShownMessages {
    private static let catalogue = Locked<MessageCatalogue?>(nil)

    /// Takes messages for all findings from now on; nil: those of the rules, in English.
    static func use(_ messages: MessageCatalogue?) {
        catalogue.withLock { $0 = messages }
    }

    static var current: MessageCatalogue? { catalogue.withLock { $0 } }
}
