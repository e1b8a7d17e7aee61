// SPDX-License-Identifier: Apache-2.0

/// An entry of a scratch file: some words, by which entries are ordered.
protocol ScratchEntry: BitwiseCopyable, Sendable {
    /// The number of words.
    static var wordCount: Int { get }
    /// The first word, by which entries are split into partitions.
    var first: UInt64 { get }
    /// Returns the word at an index, from the first one by which entries are ordered.
    func word(_ index: Int) -> UInt64
    static func < (left: Self, right: Self) -> Bool
    static func == (left: Self, right: Self) -> Bool
}

/// The fingerprint of a key, 128 bits.
struct Fingerprint: BitwiseCopyable, Sendable, Hashable {
    var high: UInt64
    var low: UInt64

    @inline(__always)
    static func < (left: Fingerprint, right: Fingerprint) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

/// The place of a record in one word, and whether the record was invalid before.
struct PlaceWord: BitwiseCopyable, Sendable, Hashable {
    let word: UInt64

    init(word: UInt64) {
        self.word = word
    }

    init(_ place: RecordPlace, wasInvalid: Bool) {
        word = UInt64(place.chunk) << 32 | UInt64(place.row) << 1 | (wasInvalid ? 1 : 0)
    }

    var place: RecordPlace {
        RecordPlace(
            chunk: UInt32(truncatingIfNeeded: word >> 32),
            row: UInt32(truncatingIfNeeded: word) >> 1)
    }

    var wasInvalid: Bool { word & 1 != 0 }
}

/// A key with its place.
protocol KeyEntry: ScratchEntry {
    init(_ key: Fingerprint, _ place: PlaceWord, element: Int)
    var key: Fingerprint { get }
    var place: PlaceWord { get }
    /// The index of the element whose key it is, or 0 for the key of a record.
    var element: Int { get }
}

/// The key of a record: 24 bytes.
struct RecordKey: KeyEntry {
    static let wordCount = 3
    let key: Fingerprint
    let place: PlaceWord

    init(_ key: Fingerprint, _ place: PlaceWord, element: Int) {
        self.key = key
        self.place = place
    }

    var element: Int { 0 }
    var first: UInt64 { key.high }

    @inline(__always)
    func word(_ index: Int) -> UInt64 {
        index == 0 ? key.high : index == 1 ? key.low : place.word
    }

    @inline(__always)
    static func < (left: RecordKey, right: RecordKey) -> Bool {
        left.key == right.key ? left.place.word < right.place.word : left.key < right.key
    }

    @inline(__always)
    static func == (left: RecordKey, right: RecordKey) -> Bool {
        left.key == right.key && left.place == right.place
    }
}

/// The key of an element of a record: 32 bytes.
struct ElementKey: KeyEntry {
    static let wordCount = 4
    let key: Fingerprint
    let place: PlaceWord
    private let index: UInt64

    init(_ key: Fingerprint, _ place: PlaceWord, element: Int) {
        self.key = key
        self.place = place
        index = UInt64(element)
    }

    var element: Int { Int(index) }
    var first: UInt64 { key.high }

    @inline(__always)
    func word(_ index: Int) -> UInt64 {
        switch index {
        case 0: key.high
        case 1: key.low
        case 2: place.word
        default: self.index
        }
    }

    @inline(__always)
    static func < (left: ElementKey, right: ElementKey) -> Bool {
        guard left.key == right.key else { return left.key < right.key }
        return left.place == right.place
            ? left.index < right.index : left.place.word < right.place.word
    }

    @inline(__always)
    static func == (left: ElementKey, right: ElementKey) -> Bool {
        left.key == right.key && left.place == right.place && left.index == right.index
    }
}

/// A key of a source: 16 bytes.
struct SourceKey: ScratchEntry {
    static let wordCount = 2
    let key: Fingerprint

    var first: UInt64 { key.high }

    @inline(__always)
    func word(_ index: Int) -> UInt64 { index == 0 ? key.high : key.low }

    @inline(__always)
    static func < (left: SourceKey, right: SourceKey) -> Bool { left.key < right.key }

    @inline(__always)
    static func == (left: SourceKey, right: SourceKey) -> Bool { left.key == right.key }
}

/// A finding about a record: 32 bytes, ordered by place, rule, element and code.
struct FindingEntry: ScratchEntry {
    /// The codes of findings about records.
    enum Code: UInt8, Sendable, CaseIterable {
        case uniqueRepeated, uniqueMissing, referencesMissing, referencesPartial, sortedOrder

        var text: String {
            switch self {
            case .uniqueRepeated: "unique.repeated"
            case .uniqueMissing: "unique.missing"
            case .referencesMissing: "references.missing"
            case .referencesPartial: "references.partial"
            case .sortedOrder: "sorted.order"
            }
        }
    }

    static let wordCount = 4
    let place: PlaceWord
    /// The rule, the element and the code.
    private let subject: UInt64
    /// The first record with the same key, or all ones.
    private let firstPlace: UInt64
    private let firstIndex: UInt64

    private static let none = UInt64.max

    init(
        _ code: Code, rule: Int, place: PlaceWord, element: Int,
        first: (place: PlaceWord, element: Int)? = nil
    ) {
        self.place = place
        subject = UInt64(rule) << 48 | UInt64(element) << 8 | UInt64(code.rawValue)
        firstPlace = first?.place.word ?? Self.none
        firstIndex = UInt64(first?.element ?? 0)
    }

    var rule: Int { Int(subject >> 48) }
    var element: Int { Int(subject >> 8 & (1 << 40 - 1)) }
    var code: Code { Code(rawValue: UInt8(truncatingIfNeeded: subject)) ?? .uniqueRepeated }
    var firstRecord: RecordPlace? {
        firstPlace == Self.none ? nil : PlaceWord(word: firstPlace).place
    }
    var firstElement: Int { Int(firstIndex) }

    var first: UInt64 { place.word }

    @inline(__always)
    func word(_ index: Int) -> UInt64 {
        switch index {
        case 0: place.word
        case 1: subject
        case 2: firstPlace
        default: firstIndex
        }
    }

    static func < (left: FindingEntry, right: FindingEntry) -> Bool {
        for index in 0..<wordCount where left.word(index) != right.word(index) {
            return left.word(index) < right.word(index)
        }
        return false
    }

    static func == (left: FindingEntry, right: FindingEntry) -> Bool {
        left.place == right.place && left.subject == right.subject
            && left.firstPlace == right.firstPlace && left.firstIndex == right.firstIndex
    }
}
