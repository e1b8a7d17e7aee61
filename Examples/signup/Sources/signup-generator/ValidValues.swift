// SPDX-License-Identifier: Apache-2.0

/// Makes records and the values in them from one stream of random numbers.
struct RecordGenerator {
    var random: SplitMix64

    /// A record that passes every rule of `signup.yaml`.
    mutating func validRecord() -> SignupRecord {
        let password = password(length: random.int(8...24))
        return SignupRecord(
            username: username(), email: email(), password: password, passwordConfirm: password,
            age: random.int(18...120), website: random.chance(0.5) ? website() : nil,
            country: random.pick(Words.countries), zip: zip(), card: card(length: cardLength()),
            iban: iban(), birthdate: birthdate(), bio: random.chance(0.6) ? bio() : nil,
            tags: tags(random.int(0...5)), escapesBio: random.chance(0.1))
    }

    mutating func username(length: Int? = nil) -> String {
        let length = length ?? random.int(3...20)
        return random.text(Words.lower, 1) + random.text(Words.userTail, length - 1)
    }

    mutating func email() -> String {
        mailbox() + "@" + (random.chance(0.2) ? "post." : "") + domain()
    }

    mutating func mailbox() -> String {
        var name = random.pick(Words.givenNames)
        if random.chance(0.7) {
            name += random.pick([".", "_", "-"]) + random.pick(Words.familyNames)
        }
        if random.chance(0.4) { name += String(random.int(1...9999)) }
        if random.chance(0.1) { name += "+" + random.pick(["list", "shop", "x%y"]) }
        return name
    }

    mutating func domain() -> String {
        random.pick(Words.domains) + "." + random.pick(Words.topLevels)
    }

    /// A password with a lower case letter, an upper case letter and a digit.
    ///
    /// - Parameters:
    ///   - length: its length in code points, 3 or more.
    ///   - missing: a class (0 lower, 1 upper, 2 digit) that it shall not contain.
    /// - Returns: the password.
    mutating func password(length: Int, missing: Int? = nil) -> String {
        var classes = [Words.lower, Words.upper, Words.digits]
        if let missing { classes.remove(at: missing) }
        let pools = classes + [Words.symbols]
        var characters = classes.map { random.pick($0) }
        while characters.count < length { characters.append(random.pick(random.pick(pools))) }
        for last in stride(from: characters.count - 1, to: 0, by: -1) {
            characters.swapAt(last, random.int(0...last))
        }
        var password = ""
        password.unicodeScalars.append(contentsOf: characters)
        return password
    }

    mutating func website() -> String {
        (random.chance(0.7) ? "https://" : "http://") + websiteRest()
    }

    /// A website without its scheme.
    mutating func websiteRest() -> String {
        var rest = random.pick(["", "", "www.", "my.", "xn--a-1."]) + domain()
        if random.chance(0.1) { rest += ":" + String(random.int(80...65535)) }
        for _ in 0..<random.int(0...3) { rest += "/" + random.pick(Words.prose) }
        if random.chance(0.2) { rest += "?page=" + String(random.int(1...5000)) }
        if random.chance(0.05) { rest += "#überschrift" }
        return rest.contains("#") && !rest.contains("/") ? rest + "/" : rest
    }

    mutating func zip() -> String {
        let zip = random.text(Words.digits, 5)
        return random.chance(0.3) ? zip + "-" + random.text(Words.digits, 4) : zip
    }

    mutating func cardLength() -> Int {
        random.chance(0.8) ? 16 : random.int(13...19)
    }

    /// A number with a right Luhn digit.
    mutating func card(length: Int) -> String {
        let body = random.pick(["3", "4", "5", "6"]) + random.text(Words.digits, length - 2)
        return body + CheckDigits.luhn(body)
    }

    mutating func birthdate() -> String {
        let year = random.int(1906...2007)
        let month = random.int(1...12)
        return date(year, month, random.int(1...daysIn(month, of: year)))
    }

    mutating func tags(_ count: Int) -> [String] {
        (0..<count).map { _ in random.pick(Words.tags) }
    }
}

/// A date as `yyyy-MM-dd`, whether or not it exists.
func date(_ year: Int, _ month: Int, _ day: Int) -> String {
    padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
}

/// The decimal digits of a number, zero or more, with leading zeros up to `width`.
func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// The length of a month of the Gregorian calendar.
func daysIn(_ month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    switch month {
    case 2: return isLeap ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
}
