// SPDX-License-Identifier: Apache-2.0

// Dates and times are whole numbers, and become texts.
extension ArrowType {
    /// The number of bytes of a date or a time, or `nil` for another type.
    package var momentWidth: Int? {
        switch self {
        case .date(let isMilliseconds): isMilliseconds ? 8 : 4
        case .time(let perSecond): perSecond <= 1000 ? 4 : 8
        case .timestamp: 8
        default: nil
        }
    }

    /// A date or a time as ISO 8601 writes it; nothing for another type.
    package func momentText(of count: Int64) -> [UInt8] {
        switch self {
        case .date(isMilliseconds: false): MomentText.date(days: count)
        case .date(isMilliseconds: true):
            MomentText.date(days: MomentText.divide(count, by: 86_400_000).quotient)
        case .time(let perSecond): MomentText.time(count, perSecond: perSecond)
        case .timestamp(let perSecond, let hasZone):
            MomentText.timestamp(count, perSecond: perSecond, hasZone: hasZone)
        default: []
        }
    }
}
