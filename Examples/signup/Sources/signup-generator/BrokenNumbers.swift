// SPDX-License-Identifier: Apache-2.0

extension RecordGenerator {
    mutating func breakZip(_ record: inout SignupRecord) -> BrokenRule {
        let five = random.text(Words.digits, 5)
        record.zip = random.pick([
            String(five.dropLast()), five + "0", five + "-", five + "-123", five + "-12345",
            "B" + five.dropFirst(),
            five + " 1234", "１２３４５",
            // Passes where `$` matches before a final line break.
            five + "\n",
        ])
        return BrokenRule(.zip, "regex")
    }

    mutating func breakCard(_ record: inout SignupRecord) -> BrokenRule {
        let right = card(length: cardLength())
        switch random.int(0...5) {
        case 0: record.card = card(length: 12)
        case 1: record.card = card(length: 20)
        case 2: record.card = right.prefix(4) + " " + right.dropFirst(4)
        default:
            record.card = withOtherDigit(right, from: 0)
            return BrokenRule(.card, "luhn")
        }
        return BrokenRule(.card, "regex")
    }

    mutating func breakIban(_ record: inout SignupRecord) -> BrokenRule {
        let right = iban()
        switch random.int(0...7) {
        case 0: record.iban = right.lowercased()
        case 1: record.iban = String(right.prefix(9))
        case 2: record.iban = String(right.dropFirst(2))
        case 3: record.iban = right.prefix(4) + " " + right.dropFirst(4)
        default:
            record.iban = withOtherDigit(right, from: 4)
            return BrokenRule(.iban, "iban")
        }
        return BrokenRule(.iban, "regex")
    }

    /// Changes one digit at or after an offset; every change of one digit breaks Luhn and mod 97.
    private mutating func withOtherDigit(_ text: String, from start: Int) -> String {
        var bytes = Array(text.utf8)
        let places = bytes.indices.filter { $0 >= start && (0x30...0x39).contains(bytes[$0]) }
        let place = random.pick(places)
        bytes[place] = 0x30 + (bytes[place] - 0x30 + UInt8(random.int(1...9))) % 10
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func breakBirthdate(_ record: inout SignupRecord) -> BrokenRule {
        let year = random.int(1906...2007)
        let notLeap = year % 4 == 0 ? year + 1 : year
        record.birthdate = random.pick([
            date(year, 2, 30), date(year, 4, 31), date(year, 13, 1), date(year, 0, 10),
            date(year, 6, 0),
            date(1900, 2, 29), date(notLeap, 2, 29), "\(year)-6-1", "\(year)0601", "01/06/\(year)",
            "\(year)-06-1a", "\(year)-06-15\n", "\(year % 100)-06-15",
        ])
        return BrokenRule(.birthdate, "date")
    }

    mutating func breakBio(_ record: inout SignupRecord) -> BrokenRule {
        record.bio = tooLongBio()
        return BrokenRule(.bio, "length")
    }

    mutating func breakTags(_ record: inout SignupRecord) -> BrokenRule {
        let kind = random.int(0...2)
        if kind == 0 {
            record.tags = tags(random.int(6...9))
            return BrokenRule(.tags, "maxItems")
        }
        // At least one good tag: in CSV an empty tag alone would be an absent field.
        record.tags = tags(random.int(1...4))
        let bad = kind == 1 ? "" : random.text(Words.lower, random.int(21...40))
        record.tags.insert(bad, at: random.int(0...record.tags.count))
        return BrokenRule(.tags, "length")
    }
}
