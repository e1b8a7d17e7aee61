// SPDX-License-Identifier: Apache-2.0

extension RecordGenerator {
    /// A bio of at most 500 code points; some of them are longer in bytes or UTF-16 units.
    mutating func bio() -> String {
        switch random.int(0...99) {
        case 0: return random.text(Words.manyBytes, 500)
        case 1: return random.text(Words.manyBytes, random.int(400...499))
        case 2: return String(repeating: "🎻", count: random.int(300...500))
        case 3: return String(repeating: "e\u{301}", count: random.int(200...250))
        case 4: return random.text(Words.lower, 500)
        default: return prose()
        }
    }

    /// Words with now and then a quote or a line break, well under 500 code points.
    private mutating func prose() -> String {
        let wanted = random.int(10...300)
        let isForeign = random.chance(0.3)
        var text = random.pick(Words.prose)
        while text.utf8.count < wanted {
            var word = random.pick(
                isForeign && random.chance(0.3) ? Words.foreignProse : Words.prose)
            if random.chance(0.01) { word = "\"" + word + "\"" }
            text += (random.chance(0.01) ? "\n" : " ") + word
        }
        return text
    }

    /// A bio of more than 500 code points; the last form has fewer than 500 characters.
    mutating func tooLongBio() -> String {
        switch random.int(0...2) {
        case 0: random.text(Words.lower, random.int(501...700))
        case 1: random.text(Words.manyBytes, random.int(501...700))
        default: String(repeating: "e\u{301}", count: random.int(251...350))
        }
    }
}
