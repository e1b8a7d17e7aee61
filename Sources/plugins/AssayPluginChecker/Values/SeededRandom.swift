// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Numbers that look random and are the same for the same seed (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func index(below count: Int) -> Int {
        Int(next() % UInt64(max(1, count)))
    }
}

extension SeededRandom {
    /// The number of outer levels in which elements and members are doubled.
    ///
    /// If every level doubled its elements or members, each would double everything below it.
    private static let doubledLevels = 3

    /// A value that resembles another one.
    ///
    /// - Parameters:
    ///   - value: The other one.
    ///   - level: The number of arrays and objects around it.
    /// - Returns: A value of at most eight times its size.
    mutating func variation(of value: Value, level: Int = 0) -> Value {
        if next() % 16 == 0 { return SingleEdits.otherKind(than: value, at: index(below: 6)) }
        return switch value {
        case .integer(let integer): .integer(integer &+ Int64(truncatingIfNeeded: next() % 19) &- 9)
        case .number(let number): .number(finite(number * Double(index(below: 2000)) / 1000))
        case .string(let text): .string(variation(of: text))
        case .array(let elements): .array(variation(of: elements, level: level))
        case .object(let object): .object(variation(of: object, level: level))
        default: value
        }
    }

    private func finite(_ number: Double) -> Double {
        number.isFinite ? number : Double.greatestFiniteMagnitude
    }

    private mutating func variation(of elements: [Value], level: Int) -> [Value] {
        guard !elements.isEmpty else { return [.integer(0)] }
        var elements = elements
        let index = index(below: elements.count)
        elements[index] = variation(of: elements[index], level: level + 1)
        if level < Self.doubledLevels, next() % 4 == 0 { elements.append(elements[index]) }
        return elements
    }

    private mutating func variation(of object: Value.Object, level: Int) -> Value.Object {
        guard !object.members.isEmpty else { return object }
        var object = object
        let index = index(below: object.members.count)
        let member = object.members[index]
        switch next() % 8 {
        case 0: object.members.remove(at: index)
        case 1: object.members[index].key += "x"
        case 2: object.members[index].value = .null
        case 3 where level < Self.doubledLevels: object.members.append(member)
        default: object.members[index].value = variation(of: member.value, level: level + 1)
        }
        return object
    }

    /// Up to three scalars removed, doubled or replaced.
    private mutating func variation(of text: String) -> String {
        var scalars = Array(text.unicodeScalars.prefix(1000))
        for _ in 0...index(below: 3) {
            let place = index(below: scalars.count)
            switch next() % 6 {
            case 4..<6 where !scalars.isEmpty:
                let others = SingleEdits.replacements(for: scalars[place])
                scalars[place] = others[index(below: others.count)]
            case 0 where !scalars.isEmpty: scalars.remove(at: place)
            case 1 where !scalars.isEmpty: scalars.insert(scalars[place], at: place)
            case 2 where !scalars.isEmpty: scalars[place] = scalar()
            default: scalars.insert(scalar(), at: place)
            }
        }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: scalars)
        return String(result)
    }

    /// Mostly ASCII.
    private mutating func scalar() -> Unicode.Scalar {
        let number = UInt32(truncatingIfNeeded: next())
        let limit: UInt32 = number % 3 == 0 ? 0x11_0000 : 0x7F
        return Unicode.Scalar((number >> 8) % limit) ?? "\u{FFFD}"
    }
}
