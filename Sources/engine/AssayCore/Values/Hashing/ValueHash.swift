// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Hashes of borrowed values: values that are equal as JSON have equal hashes, whatever their
/// representation and the order of members.
///
/// Linear in the size of the value, and without recursion.
package struct ValueHash {
    private let keyed = KeyedHash.process
    private var open: [Container] = []

    /// An array or object whose contents are being hashed.
    private struct Container {
        let value: UnsafePointer<assay_value>
        /// The members of an object by key, or `nil` for an array.
        let table: MemberTable?
        var next = 0
        var hash: UInt64
    }

    package static func hash(_ value: FieldValue) -> UInt64 {
        var hasher = ValueHash()
        return hasher.run(value.unsafePointer)
    }

    private mutating func run(_ root: UnsafePointer<assay_value>) -> UInt64 {
        guard isContainer(root) else { return scalar(root) }
        enter(root)
        while true {
            let last = open.count - 1
            if let child = nextChild(of: last) {
                if isContainer(child) { enter(child) } else { add(scalar(child), to: last) }
                continue
            }
            let hash = closed(open.removeLast())
            guard last > 0 else { return hash }
            add(hash, to: last - 1)
        }
    }

    private func isContainer(_ value: UnsafePointer<assay_value>) -> Bool {
        value.pointee.kind == ASSAY_ARRAY || value.pointee.kind == ASSAY_OBJECT
    }

    private mutating func enter(_ value: UnsafePointer<assay_value>) {
        let isObject = value.pointee.kind == ASSAY_OBJECT
        open.append(
            Container(
                value: value, table: isObject ? MemberTable(value) : nil, hash: 0))
    }

    /// The next element, or the next member that no later one replaces.
    private mutating func nextChild(of index: Int) -> UnsafePointer<assay_value>? {
        let value = open[index].value
        while open[index].next < Int(value.pointee.len) {
            let place = open[index].next
            open[index].next += 1
            guard let table = open[index].table else {
                return value.pointee.as.items.map { $0 + place }
            }
            if table.isLast(place) { return table.value(place) }
        }
        return nil
    }

    /// Elements have an order; members have none, so that their hashes are added up.
    private mutating func add(_ hash: UInt64, to index: Int) {
        guard let table = open[index].table else {
            open[index].hash = keyed.appending(hash, to: open[index].hash)
            return
        }
        let key = keyed.bytes(table.key(open[index].next - 1))
        open[index].hash &+= keyed.appending(hash, to: key)
    }

    private func closed(_ container: Container) -> UInt64 {
        let count = container.table?.keyCount ?? Int(container.value.pointee.len)
        let kind = UInt64(container.value.pointee.kind)
        return keyed.appending(UInt64(count) << 8 | kind, to: container.hash)
    }

    private func scalar(_ value: UnsafePointer<assay_value>) -> UInt64 {
        let field = FieldValue(unsafePointer: value)
        switch field.kind {
        case .integer: return integer(value.pointee.as.i64)
        case .unsignedInteger, .number, .decimal:
            return NumberText.with(field) { $0.map(number) ?? 0 }
        case .bool: return keyed.word(value.pointee.as.i64 == 0 ? 0 : 1, salt: 1 << 40)
        case .string: return keyed.bytes(field.unsafeBytes)
        default: return keyed.word(UInt64(value.pointee.kind), salt: 1 << 41)
        }
    }

    /// Hashes an integer as `number` hashes the same digits.
    private func integer(_ integer: Int64) -> UInt64 {
        guard integer != 0 else { return finished(0, 0, false, DecimalExponent(0), 0) }
        var digits = integer.magnitude
        var zeros = 0
        while digits % 10 == 0 {
            digits /= 10
            zeros += 1
        }
        var (count, power) = (1, UInt64(10))
        while count < 19, digits >= power {
            count += 1
            power = power &* 10
        }
        return finished(0, digits, integer < 0, DecimalExponent(count + zeros), count)
    }

    /// Digits are taken in words of 19.
    private func number(_ number: NumberText) -> UInt64 {
        var (hash, word, count) = (UInt64(0), UInt64(0), 0)
        number.forEachDigit { digit in
            if count > 0, count % 19 == 0 {
                hash = keyed.appending(word, to: hash)
                word = 0
            }
            word = word &* 10 &+ UInt64(digit)
            count += 1
        }
        return finished(hash, word, number.isNegative, number.exponent, count)
    }

    private func finished(
        _ hash: UInt64, _ word: UInt64, _ isNegative: Bool, _ exponent: DecimalExponent,
        _ count: Int
    ) -> UInt64 {
        let sign: UInt64 = isNegative ? 1 : 0
        let digits = keyed.appending(word, to: hash)
        return exponent.appended(
            to: keyed.appending(UInt64(count) << 1 | sign, to: digits), keyed)
    }
}
