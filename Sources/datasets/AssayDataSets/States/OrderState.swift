// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The order of the values of a part of a data set, from its first value to its last one.
struct OrderState: Sendable {
    /// A value with its place.
    struct Entry: Sendable {
        let value: OrderedValue
        let place: PlaceWord
        let element: Int
    }

    /// The maximum number of steps that are kept; further ones are counted.
    static let mostSteps = 1_000

    let isDescending: Bool
    private var first: Entry?
    private var last: Entry?
    /// The first steps against the order: the places of the values after them.
    private(set) var steps: [(place: PlaceWord, element: Int)] = []
    private(set) var stepCount = 0
    /// The number of values that have no order with the value before them, such as addresses of
    /// different versions.
    private(set) var incomparableCount = 0

    init(isDescending: Bool) {
        self.isDescending = isDescending
    }

    mutating func add(_ entry: Entry) {
        if let last {
            compare(last, entry)
        } else {
            first = entry
        }
        last = entry
    }

    /// Adds the part of the data set that follows this one.
    mutating func append(_ later: OrderState) {
        guard let next = later.first else { return }
        if let last { compare(last, next) } else { first = next }
        last = later.last
        steps += later.steps.prefix(Self.mostSteps - steps.count)
        stepCount += later.stepCount
        incomparableCount += later.incomparableCount
    }

    private mutating func compare(_ left: Entry, _ right: Entry) {
        guard let order = left.value.order(to: right.value) else {
            incomparableCount += 1
            return
        }
        if isDescending ? order >= 0 : order <= 0 { return }
        stepCount += 1
        if steps.count < Self.mostSteps { steps.append((right.place, right.element)) }
    }

    // MARK: - Checkpoints

    /// The state of a part from the first record on.
    var saved: Value {
        .array([
            Value(stepCount), Value(incomparableCount), .array(last.map { $0.value.saved } ?? []),
            .array(steps.map { .array([Value(words: $0.place.word), Value($0.element)]) }),
        ])
    }

    /// - Returns: `nil` if the state has another form.
    init?(saved: Value, isDescending: Bool) {
        guard case .array(let parts) = saved, parts.count == 4, let count = parts[0].natural,
            let incomparable = parts[1].natural, case .array(let value) = parts[2],
            case .array(let steps) = parts[3]
        else { return nil }
        self.init(isDescending: isDescending)
        (stepCount, incomparableCount) = (count, incomparable)
        if !value.isEmpty {
            guard let value = OrderedValue(saved: value) else { return nil }
            last = Entry(value: value, place: PlaceWord(word: 0), element: 0)
            first = last
        }
        for step in steps {
            guard let place = step[0].word, let element = step[1].natural else { return nil }
            self.steps.append((PlaceWord(word: place), element))
        }
    }
}

extension OrderedValue {
    /// The value as a checkpoint keeps it.
    var saved: [Value] {
        switch self {
        case .number(let number): ["number", .string(number.text)]
        case .day(let day): ["day", Value(day)]
        case .moment(let time, let day): ["moment", Value(day)] + time.saved
        case .time(let time): ["time"] + time.saved
        case .version(let version): ["version", .string(version.description)]
        case .address(let version, let high, let low):
            ["address", Value(Int(version)), Value(words: high), Value(words: low)]
        }
    }

    init?(saved: [Value]) {
        guard case .string(let kind)? = saved.first else { return nil }
        let rest = saved.dropFirst()
        switch (kind, rest.count) {
        case ("number", 1):
            guard case .string(let text)? = rest.first, let number = ExactNumber(text: text)
            else { return nil }
            self = .number(number)
        case ("day", 1):
            guard case .integer(let day)? = rest.first else { return nil }
            self = .day(Int(day))
        case ("moment", 3):
            guard case .integer(let day)? = rest.first, let time = Duration(saved: rest.dropFirst())
            else { return nil }
            self = .moment(time, day: Int(day))
        case ("time", 2):
            guard let time = Duration(saved: rest) else { return nil }
            self = .time(time)
        case ("version", 1):
            guard case .string(let text)? = rest.first, let version = SemanticVersion(text)
            else { return nil }
            self = .version(version)
        case ("address", 3):
            let words = rest.dropFirst().compactMap(\.word)
            guard let version = rest.first?.natural, words.count == 2 else { return nil }
            self = .address(
                version: UInt32(truncatingIfNeeded: version), high: words[0], low: words[1])
        default: return nil
        }
    }
}

extension Duration {
    fileprivate var saved: [Value] {
        [.integer(components.seconds), .integer(components.attoseconds)]
    }

    fileprivate init?(saved: ArraySlice<Value>) {
        guard saved.count == 2, case .integer(let seconds)? = saved.first,
            case .integer(let attoseconds)? = saved.last
        else { return nil }
        self.init(secondsComponent: seconds, attosecondsComponent: attoseconds)
    }
}

extension Value {
    init(_ number: Int) {
        self = .integer(Int64(number))
    }

    /// A word of 64 bits, which JSON has no number for, as text.
    init(words number: UInt64) {
        self = .string(String(number, radix: 16))
    }

    /// The number, if it is an integer that is not negative.
    var natural: Int? {
        guard case .integer(let number) = self, number >= 0 else { return nil }
        return Int(number)
    }

    /// The word of 64 bits.
    var word: UInt64? {
        guard case .string(let text) = self else { return nil }
        return UInt64(text, radix: 16)
    }
}
