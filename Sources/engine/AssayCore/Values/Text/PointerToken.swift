// SPDX-License-Identifier: Apache-2.0

/// One step of a JSON Pointer.
package enum PointerToken: Sendable, Equatable {
    case key(String)
    case index(Int)

    /// The tokens as an RFC 6901 JSON Pointer.
    package static func pointer(_ tokens: [PointerToken]) -> String {
        var text = ""
        for token in tokens {
            switch token {
            case .key(let key): text += "/" + escape(key)
            case .index(let index): text += "/\(index)"
            }
        }
        return text
    }

    /// `~` is written `~0` and `/` is written `~1`.
    private static func escape(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") })
        else {
            return key
        }
        var text = ""
        for scalar in key.unicodeScalars {
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

/// The pointers of elements that differ in one index: `/items/3/price`.
struct ElementPointer: Sendable {
    private let beforeIndex: String
    private let afterIndex: String

    /// Creates the pointers of a path's elements, or `nil` if the path has no `[*]` or several.
    init?(_ path: FieldPath) {
        let places = path.segments.indices.filter { path.segments[$0] == .allElements }
        guard places.count == 1, let place = places.first else { return nil }
        let tokens = path.pointerTokens(indexes: [0])
        beforeIndex = PointerToken.pointer(Array(tokens[..<place])) + "/"
        afterIndex = PointerToken.pointer(Array(tokens[(place + 1)...]))
    }

    /// The pointer with an index, which is not negative.
    func pointer(at index: Int) -> String {
        // Written at once: `description` and appending cost more than the pointer.
        var digitCount = 1
        var rest = index
        while rest >= 10 {
            rest /= 10
            digitCount += 1
        }
        let (before, after) = (beforeIndex.utf8, afterIndex.utf8)
        let count = before.count + digitCount + after.count
        return String(unsafeUninitializedCapacity: count) { text in
            var end = text.initialize(fromContentsOf: before)
            var rest = index
            for place in (end..<end + digitCount).reversed() {
                text.initializeElement(at: place, to: UInt8(ascii: "0") + UInt8(rest % 10))
                rest /= 10
            }
            end += digitCount
            _ = text[end...].initialize(fromContentsOf: after)
            return count
        }
    }
}

extension PointerToken {
    /// Keys are equal where their bytes are.
    package static func == (left: PointerToken, right: PointerToken) -> Bool {
        switch (left, right) {
        case (.key(let a), .key(let b)): a.hasSameBytes(as: b)
        case (.index(let a), .index(let b)): a == b
        default: false
        }
    }
}

extension FieldPath {
    /// The way to one value.
    ///
    /// - Parameter indexes: The indexes that stand for each `[*]`, the innermost first.
    /// - Returns: The keys and indexes that lead there.
    func pointerTokens(indexes: [Int]) -> [PointerToken] {
        var indexes = indexes
        return segments.map { segment in
            switch segment {
            case .key(let key): .key(key)
            case .index(let index): .index(index)
            case .allElements: .index(indexes.popLast() ?? 0)
            }
        }
    }
}
