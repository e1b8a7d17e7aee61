// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The fingerprints of keys: SipHash-2-4 with 128 bits over the canonical forms of the parts.
struct KeyHash: Sendable {
    /// The first byte of a part that was read as another kind of value than JSON has.
    private enum Tag {
        static let moment: UInt8 = 7
        static let day: UInt8 = 8
        static let time: UInt8 = 9
        static let address: UInt8 = 10
    }

    private var hash: SipHash

    /// Starts a key.
    init(_ key: FingerprintKey) {
        hash = SipHash(wideKey: (key.first, key.second))
    }

    /// Adds a part that is missing, which is equal to every other missing part.
    mutating func addMissing() {
        hash.add(CanonicalConstant.absent)
    }

    /// Adds a part.
    ///
    /// What was read as a moment, a day, a time, an address or a number is that value. Everything
    /// else is the value itself: numbers as numbers, texts by their bytes.
    mutating func add(_ value: FieldValue, _ read: OrderedValue?) {
        switch read {
        case .moment(let time, _)?: add(Tag.moment, time)
        case .time(let time)?: add(Tag.time, time)
        case .day(let day)?:
            hash.add(byte: Tag.day)
            hash.add(UInt64(bitPattern: Int64(day)))
        case .address(let version, let high, let low)?:
            hash.add(byte: Tag.address)
            hash.add(UInt64(version))
            hash.add(high)
            hash.add(low)
        case .number(let number)? where value.isString: hash.add(number)
        case .number?, .version?, nil: hash.add(value)
        }
    }

    private mutating func add(_ tag: UInt8, _ time: Duration) {
        let (seconds, attoseconds) = time.components
        hash.add(byte: tag)
        hash.add(UInt64(bitPattern: seconds))
        hash.add(UInt64(bitPattern: attoseconds))
    }

    /// The fingerprint of the parts so far.
    var fingerprint: Fingerprint {
        let value = hash.wideValue
        return Fingerprint(high: value.high, low: value.low)
    }
}

extension RecordsEntry {
    /// Returns the fingerprint of the key, in which missing parts are equal to each other.
    ///
    /// - Parameters:
    ///   - count: The number of parts.
    ///   - start: The hash of a key without parts.
    /// - Returns: The fingerprint, and the number of missing parts.
    func fingerprint(parts count: Int, _ start: KeyHash) -> (key: Fingerprint, missing: Int) {
        var hash = start
        var missing = 0
        for index in 0..<count {
            switch part(index) {
            case .missing:
                missing += 1
                hash.addMissing()
            case .value(let value, let read):
                hash.add(value, read)
            }
        }
        return (hash.fingerprint, missing)
    }
}
