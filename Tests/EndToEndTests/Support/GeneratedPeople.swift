// SPDX-License-Identifier: Apache-2.0

/// Records for `peopleRules`, the same on every run: some break a rule, some cannot be read.
struct GeneratedPeople {
    let count: Int

    /// A line of every format for each record.
    private func lines(_ line: (_ index: Int, _ random: inout UInt64) -> String) -> [String] {
        var random: UInt64 = 20
        return (0..<count).map { index in
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            var state = random >> 33
            return line(index, &state)
        }
    }

    private func object(_ index: Int, _ random: UInt64) -> String {
        let name = random % 7 == 0 ? "Jo" : "Zoë \\\"\(index)\\\" \u{1F600}"
        let age = random % 5 == 0 ? "\(random % 18)" : random % 11 == 0 ? "\"x\"" : "44"
        let nick = random % 13 == 0 ? ",\"nick\":\"abcdef\"" : ""
        return "{\"name\":\"\(name)\", \"note\":[1,{\"a\":null}], \"age\": \(age)\(nick)}"
    }

    /// NDJSON; every 97th line is broken.
    var ndjson: String {
        lines { index, random in index % 97 == 5 ? "{\"name\":" : object(index, random) }
            .joined(separator: "\n") + "\n"
    }

    /// A JSON array; every 97th element is no object.
    var json: String {
        let elements = lines { index, random in index % 97 == 5 ? "17" : object(index, random) }
        return "[\n " + elements.joined(separator: ",\n ") + "\n]\n"
    }

    /// CSV with quoted cells and line breaks in cells; every 97th record has too many cells.
    var csv: String {
        let rows = lines { index, random in
            if index % 97 == 5 { return "a,b,c,d,e,f" }
            let name = random % 7 == 0 ? "Jo" : "\"Zoë, \(index)\n \"\"x\"\"\""
            let age = random % 5 == 0 ? "\(random % 18)" : random % 11 == 0 ? "x" : "44"
            return "\(name),\(age),\(random % 13 == 0 ? "abcdef" : "")"
        }
        return "name,age,nick\r\n" + rows.joined(separator: "\r\n") + "\r\n"
    }
}
