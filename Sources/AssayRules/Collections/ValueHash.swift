// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Hashes of borrowed values: equal values have equal hashes, whatever their representation.
enum ValueHash {
    static func hash(_ value: FieldValue, ignoreCase: Bool = false) -> Int {
        var hasher = Hasher()
        feed(value, &hasher, ignoreCase)
        return hasher.finalize()
    }

    private static func feed(_ value: FieldValue, _ hasher: inout Hasher, _ ignoreCase: Bool) {
        if value.isNumber {
            // Equal numbers have the same nearest double; those beyond its range share a hash.
            hasher.combine(value.number ?? .infinity)
            return
        }
        hasher.combine(value.kind)
        switch value.kind {
        case .bool: hasher.combine(value.bool)
        case .string: feed(value.unsafeBytes, &hasher, ignoreCase)
        case .array:
            for index in 0..<value.count {
                if let element = value.element(index) { feed(element, &hasher, false) }
            }
        case .object: hasher.combine(members(value))
        default: break
        }
    }

    private static func feed(
        _ bytes: UnsafeBufferPointer<UInt8>, _ hasher: inout Hasher, _ ignoreCase: Bool
    ) {
        guard ignoreCase else { return hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
        let text = Array(bytes)
        text.withUnsafeBufferPointer { text in
            CaseFolding.withLowercase(text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    /// A sum, since the members have no order.
    private static func members(_ object: FieldValue) -> Int {
        var sum = 0
        for index in 0..<object.count {
            guard let key = object.key(at: index), let member = object.member(at: index) else {
                continue
            }
            sum = sum &+ (key.hashValue &* 31 ^ hash(member))
        }
        return sum
    }
}
