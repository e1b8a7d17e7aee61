// SPDX-License-Identifier: Apache-2.0
import AssayCore
import TestRandomness

/// Records for the rules of the fleet: valid, nearly valid, and hostile ones.
struct FleetValues {
    private var random: SeededNumbers

    init(seed: UInt64) {
        random = SeededNumbers(seed: seed)
    }

    /// One use of a rule, and a record for it.
    enum Rule: String, CaseIterable {
        case vin, after, uniqueKeys, listed
    }

    private mutating func number(below end: Int) -> Int { Int(random.next() % UInt64(end)) }

    private mutating func one<Element>(of list: [Element]) -> Element {
        list[number(below: list.count)]
    }

    private mutating func happens(oneIn count: Int) -> Bool { number(below: count) == 0 }

    /// The rule with arguments, without the plugin's id.
    mutating func expression(of rule: Rule) -> String {
        switch rule {
        case .vin:
            let years = [number(below: 60) + 1980, number(below: 60) + 1980].sorted()
            let standard = one(of: ["byRegion", "iso3779", "cfr565"])
            return one(of: [
                "vin", "vin(other)",
                "vin(other, minYear=\(years[0]), maxYear=\(years[1]), standard=\(standard))",
                "vin(standard=\(standard))",
            ])
        case .after: return one(of: ["after(other)", "after(other, \(number(below: 40)))"])
        case .uniqueKeys: return "uniqueKeys(\(Value.string(one(of: Self.keys)).json))"
        case .listed: return "listed"
        }
    }

    mutating func record(for rule: Rule) -> Value {
        let (field, other) =
            switch rule {
            case .vin: (vin(), year())
            case .after: dates()
            case .uniqueKeys: (objects(), Value.absent)
            case .listed: (word(), Value.absent)
            }
        return [
            "field": happens(oneIn: 12) ? hostile(levels: 2) : field,
            "other": happens(oneIn: 12) ? hostile(levels: 1) : other,
        ]
    }

    // MARK: - Values of each rule

    private static let characters = Array("0123456789ABCDEFGHJKLMNPRSTUVWXYZ")
    private static let weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

    private mutating func vin() -> Value {
        var vin = (0..<17).map {
            $0 < 13 ? one(of: Self.characters) : Character("\(number(below: 10))")
        }
        if happens(oneIn: 2) { vin[0] = one(of: Array("12345")) }
        if !happens(oneIn: 4) { vin[8] = Self.checkDigit(of: vin) }
        if happens(oneIn: 8) { vin[number(below: 17)] = one(of: Array("IOQZaé\0€👍-")) }
        if happens(oneIn: 12) { vin.remove(at: number(below: 17)) }
        if happens(oneIn: 12) { vin.append(one(of: Array("1é👍"))) }
        return .string(String(vin))
    }

    /// By another way than the plugins: the letters are numbered in three rows.
    private static func checkDigit(of vin: [Character]) -> Character {
        let rows = [Array("ABCDEFGH"), Array("JKLMN.P.R"), Array(".STUVWXYZ")]
        let sum = zip(vin, weights).reduce(0) { sum, place in
            let row = rows.lazy.compactMap { $0.firstIndex(of: place.0) }.first
            return sum + place.1 * (place.0.wholeNumberValue ?? row.map { $0 + 1 } ?? 0)
        }
        return sum % 11 == 10 ? "X" : Character("\(sum % 11)")
    }

    private mutating func year() -> Value { .integer(Int64(1978 + number(below: 64))) }

    private mutating func date() -> String {
        func digits(_ number: Int, _ count: Int) -> String {
            String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
        }
        let year =
            happens(oneIn: 3) ? one(of: [0, 1, 4, 100, 1900, 2000, 9999]) : 2020 + number(below: 3)
        let month = number(below: happens(oneIn: 10) ? 15 : 12) + 1
        let day = number(below: happens(oneIn: 10) ? 40 : 31) + 1
        let date = "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
        guard happens(oneIn: 12) else { return date }
        return one(of: [
            date + " ", " " + date, "-" + date, String(date.dropLast()),
            date.replacing("-", with: "/"),
            date.replacing("0", with: "é"), date.replacing("2", with: "٢"), date + "\0",
            date.replacing("1", with: "+"), date.replacing("-", with: "--"),
        ])
    }

    private mutating func dates() -> (Value, Value) { (.string(date()), .string(date())) }

    /// The first is the name of the members that are made most often.
    private static let keys = ["id", "id", "id", "a/b~c", "é", "e\u{301}", "", "\0"]
    private static let identities: [Value] = [
        .string("a"), .string("b"), .string("é"), .string("e\u{301}"), .string(""), .string("\0"),
        .string(String(repeating: "x", count: 1024)),
        .string(String(repeating: "x", count: 1023) + "y"),
        .integer(1), .integer(2), .integer(.min), .integer(.max), .string("1"), .string("2"),
    ]

    private mutating func objects() -> Value {
        .array(
            (0..<number(below: 7)).map { _ in
                let count = number(below: 2) + 1
                let members = (0..<count).map { _ in (key: one(of: Self.keys), value: identity()) }
                let whole = Self.keys.map { (key: $0, value: identity()) }
                return happens(oneIn: 15)
                    ? hostile(levels: 1) : .object(.init(happens(oneIn: 9) ? members : whole))
            })
    }

    private mutating func identity() -> Value {
        if happens(oneIn: 25) { return hostile(levels: 1) }
        return happens(oneIn: 3) ? one(of: Self.identities) : .integer(Int64(number(below: 1000)))
    }

    private mutating func word() -> Value {
        .string(
            one(of: [
                "van", "Van", "VAN", "va", "vans", "tram", "TRAM", "Straße", "STRASSE", "É", "é",
                "#x", " van",
            ]))
    }

    // MARK: - Values of any kind

    private mutating func hostile(levels: Int) -> Value {
        switch number(below: levels > 0 ? 12 : 10) {
        case 0: .absent
        case 1: .null
        case 2: .bool(happens(oneIn: 2))
        case 3: .integer(one(of: [0, 1, -1, .min, .max, Int64(number(below: 3000))]))
        case 4: .unsignedInteger(.max)
        case 5: .number(one(of: [0, -0.0, 1, 1.5, 1e300, -1e-300, 2020]))
        case 6: .decimal("1e999")
        case 7:
            .string(
                String(
                    repeating: one(of: ["x", "é", "-", "0"]), count: one(of: [1, 17, 1025, 4000])))
        case 8:
            .string(
                one(of: ["", "\0", "\u{202E}", "\u{FEFF}", "%s%n", "\r\n", "\u{10FFFF}", "{value}"])
            )
        case 9:
            .string(
                String(
                    decoding: (0..<number(below: 20)).map { _ in UInt8(number(below: 128)) },
                    as: UTF8.self))
        case 10: .array((0..<number(below: 4)).map { _ in hostile(levels: levels - 1) })
        default:
            .object(
                .init(
                    (0..<number(below: 4)).map { _ in
                        (key: one(of: Self.keys), value: hostile(levels: levels - 1))
                    }))
        }
    }
}
