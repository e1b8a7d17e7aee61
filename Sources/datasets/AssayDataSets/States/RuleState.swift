// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The state of a rule: what it knows of a part of a data set, without keys and their places.
///
/// It is updated with entries, the states of parts are merged in the order of the parts, and it has a
/// form for checkpoints. Its size does not depend on the number of records.
protocol DataSetState: Sendable {
    /// Adds the state of the part of the data set that follows this one.
    mutating func append(_ later: Self)
    var saved: Value { get }
}

struct RuleState: DataSetState {
    /// The values that a rule has seen, as far as it needs them.
    enum Values: Sendable {
        case none
        case sum(ExactSum)
        case order(OrderState)
        /// The greatest moment, as the time since 1970.
        case latest(Duration?)
    }

    /// The number of keys and values that were checked.
    var decided = 0
    /// The number of keys and values that are missing, and not checked.
    var missing = 0
    /// The number of keys that fail by themselves, whatever the others are.
    var failed = 0
    /// The number of records and elements about which the rule cannot decide.
    var undecided = 0
    /// The number of malformed records.
    var malformed = 0
    var values: Values

    init(_ rule: CompiledRecordsRule) {
        values =
            switch rule.check {
            case .unique, .references, .count: .none
            case .sum, .average: .sum(ExactSum())
            case .sorted(let descending): .order(OrderState(isDescending: descending))
            case .fresh: .latest(nil)
            }
    }

    mutating func append(_ later: RuleState) {
        decided += later.decided
        missing += later.missing
        failed += later.failed
        undecided += later.undecided
        malformed += later.malformed
        switch (values, later.values) {
        case (.sum(var sum), .sum(let other)):
            sum += other
            values = .sum(sum)
        case (.order(var order), .order(let other)):
            values = .none
            order.append(other)
            values = .order(order)
        case (.latest(let latest), .latest(let other)):
            values = .latest([latest, other].compactMap(\.self).max())
        default: break
        }
    }

    /// The numbers, as far as they are known without keys.
    var totals: DataSetOutcome.Totals {
        var totals = DataSetOutcome.Totals()
        totals.missing = missing
        totals.decided = decided
        totals.failed = failed
        totals.undecided = undecided
        totals.malformed = malformed
        return totals
    }

    // MARK: - Updates

    /// Adds the value of an entry of a rule about one field, or counts that the rule has none.
    ///
    /// - Parameters:
    ///   - entry: An entry that is decided.
    ///   - place: The place of its record.
    mutating func addValue(of entry: RecordsEntry, at place: PlaceWord) {
        switch entry.part(0) {
        case .missing: missing += 1
        case .value(let value, let read):
            if add(value, read, place: place, element: entry.element ?? 0) {
                decided += 1
            } else {
                undecided += 1
            }
        }
    }

    /// - Returns: `false` if the rule cannot check such a value.
    private mutating func add(
        _ value: FieldValue, _ read: OrderedValue?, place: PlaceWord, element: Int
    ) -> Bool {
        switch values {
        case .none: return true
        case .sum(var sum):
            defer { values = .sum(sum) }
            values = .none
            if value.isNumber { return sum.add(value) }
            guard case .number(let number)? = read else { return false }
            sum.add(number)
        case .order(var order):
            guard let read else { return false }
            values = .none
            order.add(OrderState.Entry(value: read, place: place, element: element))
            values = .order(order)
        case .latest(let latest):
            guard let moment = read?.moment else { return false }
            values = .latest(max(latest ?? moment, moment))
        }
        return true
    }

    // MARK: - Checkpoints

    var saved: Value {
        let value: Value =
            switch values {
            case .none: .null
            case .sum(let sum): sum.saved
            case .order(let order): order.saved
            case .latest(let latest): .array(latest.map { OrderedValue.time($0).saved } ?? [])
            }
        return .array([decided, missing, failed, undecided, malformed].map { Value($0) } + [value])
    }

    /// - Returns: `nil` if the state is not one of the rule.
    init?(saved: Value, of rule: CompiledRecordsRule) {
        self.init(rule)
        guard case .array(let parts) = saved, parts.count == 6 else { return nil }
        let counts = parts.prefix(5).compactMap(\.natural)
        guard counts.count == 5 else { return nil }
        (decided, missing, failed, undecided, malformed) = (
            counts[0], counts[1], counts[2], counts[3], counts[4]
        )
        switch values {
        case .none: break
        case .sum:
            guard let sum = ExactSum(saved: parts[5]) else { return nil }
            values = .sum(sum)
        case .order(let order):
            guard let order = OrderState(saved: parts[5], isDescending: order.isDescending)
            else { return nil }
            values = .order(order)
        case .latest:
            guard case .array(let latest) = parts[5] else { return nil }
            if latest.isEmpty { break }
            guard case .time(let time)? = OrderedValue(saved: latest) else { return nil }
            values = .latest(time)
        }
    }
}

extension OrderedValue {
    private static let secondsOfDay: Int64 = 86_400

    /// The time since 1970 of a moment; of a day, that of its beginning in UTC.
    var moment: Duration? {
        switch self {
        case .moment(let time, _): time
        case .day(let day): .seconds(Int64(day) * Self.secondsOfDay)
        default: nil
        }
    }
}
