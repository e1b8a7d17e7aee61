// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// `assay.counter/1`: named numbers of a plugin.
enum CounterService {
    static let table = assay_counter_service(
        struct_size: .size(of: assay_counter_service.self), reserved: 0,
        open: { open($0, $1, into: $2) },
        add: { counter, count in
            guard let place = CounterTable.place(counter.number),
                CounterTable.shared.add(count, to: place)
            else {
                ServiceUse.note("an unknown counter was added to")
                return ASSAY_E_PARAM
            }
            return ASSAY_OK
        })

    private static let longestName = 64

    private static func open(
        _ host: UnsafePointer<assay_host>?, _ name: assay_str,
        into counter: UnsafeMutablePointer<assay_counter>?
    ) -> assay_rc {
        guard let client = ServiceClient.named(by: host), let counter, let name = self.name(name)
        else { return ASSAY_E_PARAM }
        guard let place = client.counter(name) else { return ASSAY_E_NOMEM }
        counter.pointee.number = CounterTable.handle(place)
        return ASSAY_OK
    }

    /// Returns a name if its characters are those of the ids of codes, or `nil`.
    private static func name(_ text: assay_str) -> String? {
        guard (1...longestName).contains(Int(clamping: text.len)),
            let bytes = ServiceText.bytes(text), bytes.allSatisfy(isNamePart)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
            || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
    }
}
