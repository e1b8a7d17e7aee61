// SPDX-License-Identifier: Apache-2.0

/// PCRE2's names of properties, as Swift's `Regex` spells them.
enum PatternProperty {
    /// The spellings whose union is a property; none for every code point; nil for an unknown name.
    ///
    /// A property is a general category, or the name of a script, which PCRE2 takes with its extensions.
    static func spelling(of name: String, ignoringCase: Bool) -> [String]? {
        let plain = name.unicodeScalars.filter { $0 != " " && $0 != "-" && $0 != "_" && $0 != "\t" }
        let key = String(String.UnicodeScalarView(plain)).lowercased()
        if key == "any" { return [] }
        if key == "l&" || key == "lc" || (ignoringCase && ["lu", "ll", "lt"].contains(key)) {
            return ["Lu", "Ll", "Lt"]
        }
        if let category = categories[key] { return [category] }
        guard key.utf8.allSatisfy({ UInt8(ascii: "a") <= $0 && $0 <= UInt8(ascii: "z") }),
            key.utf8.count > 2
        else { return nil }
        // What has extensions is not among what is common or inherited, but for PCRE2.
        let spellings = ["scx=\(key)", "sc=\(key)"]
        return spellings.allSatisfy { (try? Regex("\\p{\($0)}")) != nil } ? spellings : nil
    }

    private static let categories: [String: String] = {
        let names = [
            "C", "Cc", "Cf", "Cn", "Co", "Cs", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me",
            "Mn", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc",
            "Sk", "Sm", "So", "Z", "Zl", "Zp", "Zs",
        ]
        return Dictionary(uniqueKeysWithValues: names.map { ($0.lowercased(), $0) })
    }()
}
