// SPDX-License-Identifier: Apache-2.0

extension RecordGenerator {
    /// Replaces a field's value by one that breaks exactly one rule, and names that rule.
    ///
    /// Fields are to be broken in the order of `SignupField`: a new password takes its confirmation along.
    mutating func breakField(_ field: SignupField, of record: inout SignupRecord) -> BrokenRule {
        switch field {
        case .username: breakUsername(&record)
        case .email: breakEmail(&record)
        case .password: breakPassword(&record)
        case .passwordConfirm: breakConfirmation(&record)
        case .age: breakAge(&record)
        case .website: breakWebsite(&record)
        case .country: breakCountry(&record)
        case .zip: breakZip(&record)
        case .card: breakCard(&record)
        case .iban: breakIban(&record)
        case .birthdate: breakBirthdate(&record)
        case .bio: breakBio(&record)
        case .tags: breakTags(&record)
        }
    }

    private mutating func breakUsername(_ record: inout SignupRecord) -> BrokenRule {
        let tail = random.text(Words.userTail, random.int(2...18))
        switch random.int(0...7) {
        case 0: record.username = nil
        case 1: record.username = username(length: random.int(1...2))
        case 2: record.username = username(length: random.int(21...60))
        case 3: record.username = "7" + tail
        case 4: record.username = "a" + tail + "É"
        case 5: record.username = "Q" + tail
        case 6: record.username = tail + "-"
        default: record.username = tail + "\n"
        }
        guard let name = record.username else { return BrokenRule(.username, "required") }
        let isLengthWrong = !(3...20).contains(name.unicodeScalars.count)
        return BrokenRule(.username, isLengthWrong ? "length" : "regex")
    }

    private mutating func breakEmail(_ record: inout SignupRecord) -> BrokenRule {
        let local = mailbox()
        let domain = domain()
        switch random.int(0...7) {
        case 0: record.email = nil
        case 1: record.email = local + domain
        case 2: record.email = local + "@home@" + domain
        case 3: record.email = local + "@"
        case 4: record.email = "@" + domain
        case 5: record.email = local + " @" + domain
        case 6: record.email = local + "@localhost"
        default: record.email = local + "@" + domain + "\n"
        }
        return BrokenRule(.email, record.email == nil ? "required" : "regex")
    }

    private mutating func breakPassword(_ record: inout SignupRecord) -> BrokenRule {
        let kind = random.int(0...4)
        switch kind {
        case 0: record.password = password(length: random.int(4...7))
        case 1: record.password = password(length: random.int(25...60))
        default: record.password = password(length: random.int(8...24), missing: kind - 2)
        }
        record.passwordConfirm = record.password
        return BrokenRule(.password, kind < 2 ? "length" : "regex")
    }

    private mutating func breakConfirmation(_ record: inout SignupRecord) -> BrokenRule {
        switch random.int(0...2) {
        case 0: record.passwordConfirm = record.password + "1"
        case 1: record.passwordConfirm = String(record.password.dropLast())
        default: record.passwordConfirm = "x" + record.password.dropFirst() + "y"
        }
        return BrokenRule(.passwordConfirm, "sameAs")
    }

    private mutating func breakAge(_ record: inout SignupRecord) -> BrokenRule {
        record.age = random.pick([
            17, 121, 0, -1, -40, random.int(1...16), random.int(122...5_000_000),
        ])
        return BrokenRule(.age, "range")
    }

    private mutating func breakWebsite(_ record: inout SignupRecord) -> BrokenRule {
        let rest = websiteRest()
        record.website = random.pick([
            rest, "ftp://" + rest, "https:/" + rest, "https://", "http:// " + rest,
            "https://localhost/",
            "https://" + rest + " ", "http://-.-", "https://a.b:443",
        ])
        return BrokenRule(.website, "regex")
    }

    private mutating func breakCountry(_ record: inout SignupRecord) -> BrokenRule {
        let code = random.pick(Words.countries)
        switch random.int(0...3) {
        case 0: record.country = nil
        case 1: record.country = random.pick(["XX", "ZZ", "UK", "EU", "AB", "??"])
        case 2: record.country = code.lowercased()
        default: record.country = code + random.pick(["A", " ", "\n"])
        }
        return BrokenRule(.country, record.country == nil ? "required" : "oneOf")
    }
}
