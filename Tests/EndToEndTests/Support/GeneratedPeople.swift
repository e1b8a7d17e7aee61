// SPDX-License-Identifier: Apache-2.0

/// Records for `peopleRules`, the same on every run: some break a rule, some cannot be read.
struct GeneratedPeople {
    /// Every 97th line is broken.
    let ndjson: String
    /// A JSON array; every 97th element is no object.
    let json: String
    /// CSV with quoted cells and line breaks in cells; every 97th record has too many cells.
    let csv: String

    init(count: Int) {
        let lines = Self.lines(count) { index, random in
            index % 97 == 5 ? "{\"name\":" : Self.object(index, random)
        }
        ndjson = lines.joined(separator: "\n") + "\n"
        let elements = Self.lines(count) { index, random in
            index % 97 == 5 ? "17" : Self.object(index, random)
        }
        json = "[\n " + elements.joined(separator: ",\n ") + "\n]\n"
        let rows = Self.lines(count) { index, random in
            index % 97 == 5 ? "a,b,c,d,e,f" : Self.row(index, random)
        }
        csv = "name,age,nick,code\r\n" + rows.joined(separator: "\r\n") + "\r\n"
    }

    /// A line of every format for each record.
    private static func lines(
        _ count: Int, _ line: (_ index: Int, _ random: UInt64) -> String
    ) -> [String] {
        var random: UInt64 = 20
        return (0..<count).map { index in
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return line(index, random >> 33)
        }
    }

    private static func object(_ index: Int, _ random: UInt64) -> String {
        let name = random % 7 == 0 ? "Jo" : "Zoë \\\"\(index)\\\" \u{1F600}"
        let age = random % 5 == 0 ? "\(random % 18)" : random % 11 == 0 ? "\"x\"" : "44"
        let nick = random % 13 == 0 ? ",\"nick\":\"abcdef\"" : ""
        let code = index == 0 ? ",\"code\":\"aa\"" : ""
        return "{\"name\":\"\(name)\", \"note\":[1,{\"a\":null}], \"age\": \(age)\(nick)\(code)}"
    }

    private static func row(_ index: Int, _ random: UInt64) -> String {
        let name = random % 7 == 0 ? "Jo" : "\"Zoë, \(index)\n \"\"x\"\"\""
        let age = random % 5 == 0 ? "\(random % 18)" : random % 11 == 0 ? "x" : "44"
        return "\(name),\(age),\(random % 13 == 0 ? "abcdef" : ""),"
    }
}
