// SPDX-License-Identifier: Apache-2.0
package import Assay

/// A value with the other fields of its record that rules name.
package struct ExampleValue {
    package var value: Value
    package var fields: [(key: String, value: Value)] = []

    /// Smaller examples are shown before larger ones: by length, then plainer characters first.
    func isSmaller(than other: ExampleValue) -> Bool {
        (size, cost, value.json) < (other.size, other.cost, other.value.json)
    }

    private var size: Int {
        (value == .absent ? 0 : value.json.utf8.count)
            + fields.reduce(0) { $0 + ($1.value == .absent ? 0 : $1.value.json.utf8.count) }
    }

    /// Plain characters cost nothing: lower-case letters and digits, beginning with a and 0.
    private var cost: Int {
        value.json.unicodeScalars.reduce(0) { sum, scalar in
            switch scalar {
            case "a"..."z": sum + Int(scalar.value - 0x61)
            case "0"..."9": sum + 1 + Int(scalar.value - 0x30)
            case "A"..."Z": sum + 30 + Int(scalar.value - 0x41)
            default: sum + (scalar.isASCII ? 60 : 90)
            }
        }
    }
}

/// Makes values smaller, a step at a time.
enum ExampleShrinker {
    /// Parts of longer values are not looked at one by one.
    private static let longest = 80

    /// Values that are smaller than this one, the smallest first.
    static func candidates(of value: Value) -> [Value] {
        switch value {
        case .string(let text): strings(of: text).map { .string($0) }
        case .integer(let number): integers(of: number).map { .integer($0) }
        case .number(let number):
            number.magnitude < 1e15 ? [.integer(Int64(number.rounded(.towardZero)))] : []
        case .array(let elements): arrays(of: elements)
        case .object(let object): objects(of: object)
        default: []
        }
    }

    private static func strings(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        guard !scalars.isEmpty else { return [] }
        func string(_ part: some Sequence<Unicode.Scalar>) -> String {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: part)
            return String(text)
        }
        let half = scalars.count / 2
        var smaller = ["", string(scalars[..<half]), string(scalars[half...])]
        for index in scalars.indices.prefix(longest) {
            smaller.append(string(scalars[..<index] + scalars[(index + 1)...]))
        }
        for index in scalars.indices.prefix(longest) {
            for plain in ["a", "0", "A"] as [Unicode.Scalar] where scalars[index] != plain {
                var changed = scalars
                changed[index] = plain
                smaller.append(string(changed))
            }
        }
        return smaller
    }

    private static func integers(of number: Int64) -> [Int64] {
        guard number != 0 else { return [] }
        let step = number > 0 ? number - 1 : number + 1
        let flipped = number == .min ? .max : -number
        return [0, number / 10, number / 2, step] + (number < 0 ? [flipped] : [])
    }

    private static func arrays(of elements: [Value]) -> [Value] {
        guard !elements.isEmpty else { return [] }
        var smaller: [Value] = [[], .array(Array(elements[..<(elements.count / 2)]))]
        for index in elements.indices.prefix(longest) {
            var fewer = elements
            fewer.remove(at: index)
            smaller.append(.array(fewer))
            for part in candidates(of: elements[index]).prefix(longest) {
                var changed = elements
                changed[index] = part
                smaller.append(.array(changed))
            }
        }
        return smaller
    }

    private static func objects(of object: Value.Object) -> [Value] {
        var smaller: [Value] = []
        for (index, member) in object.members.enumerated().prefix(longest) {
            var fewer = object
            fewer.members.remove(at: index)
            smaller.append(.object(fewer))
            for part in candidates(of: member.value).prefix(longest) {
                var changed = object
                changed.members[index].value = part
                smaller.append(.object(changed))
            }
        }
        return smaller
    }
}
