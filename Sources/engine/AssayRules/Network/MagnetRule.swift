// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `magnet`: a link to content by its hash.
struct MagnetRule: Rule {
    enum Code: String, RuleCodes {
        case syntax = "must be a magnet URI"
        case topic = "must have an exact topic, like xt=urn:btih:…"
        case hash = "must have a hash of its algorithm's length"
        case multihash = "must have a SHA-256 multihash after btmh, which begins with 1220"
    }

    static let definition = RuleDefinition(
        MagnetRule.self, "magnet", "A magnet URI", standard: "BitTorrent BEP 9, BEP 52",
        kinds: .string, codes: Code.self,
        examples: [
            .valid("magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a", "magnet"),
            .valid(
                "magnet:?dn=a.txt&xt.1=urn:sha1:YNCKHTQCWBTRNJIV4WNAE52SJUQCZO5C", "magnet"),
            .invalid("http://example.com", "magnet", code: "magnet.syntax"),
            .invalid("magnet:?dn=a.txt", "magnet", code: "magnet.topic"),
            .invalid("magnet:?xt=urn:btih:c12fe1", "magnet", code: "magnet.hash"),
            .invalid(
                "magnet:?xt=urn:btmh:1114c12fe1c06bba254a9dc9f519b335aa7c1367a88a", "magnet",
                code: "magnet.multihash"),
        ])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.utf8
        let scanner = URIScanner(text: text, unicode: .nowhere)
        guard text.hasPrefix("magnet:?", ignoringCase: true),
            scanner.accepts(8..<text.count, as: .query),
            text.allParts(of: 8..<text.count, at: "&", { $0.firstIndex(of: 0x3D) ?? 0 > 0 })
        else { return .fail(Code.syntax) }
        var topics = 0
        var failure: Code?
        _ = text.allParts(of: 8..<text.count, at: "&") { part in
            guard let topic = MagnetRule.topic(of: part) else { return true }
            topics += 1
            failure = MagnetRule.failure(of: part.extracting(topic...))
            return failure == nil
        }
        if let failure { return .fail(failure) }
        return .pass(if: topics > 0, else: Code.topic)
    }

    /// Returns the start of the value of `xt=` or `xt.1=` if it is a URN, or `nil` for other
    /// parameters.
    private static func topic(of part: Span<UInt8>) -> Int? {
        guard part.hasPrefix("xt", ignoringCase: true), let equals = part.firstIndex(of: 0x3D)
        else {
            return nil
        }
        let number = part.extracting(2..<equals)
        let isNumbered =
            number.count > 1 && number[0] == UInt8(ascii: ".")
            && number.extracting(1...).allSatisfy(ASCII.isDigit)
        guard number.isEmpty || isNumbered, URN.isName(part.extracting((equals + 1)...)) else {
            return nil
        }
        return equals + 1
    }

    /// Returns the failure of a name whose hash is not of hexadecimal or Base32 digits, as many as the
    /// algorithm makes.
    private static func failure(of name: Span<UInt8>) -> Code? {
        for (prefix, hexadecimal, base32) in algorithms
        where name.hasPrefix(prefix, ignoringCase: true) {
            let hash = name.extracting(prefix.utf8CodeUnitCount...)
            let isHash =
                hash.count == hexadecimal && hash.allSatisfy(ASCII.isHexDigit)
                || hash.count == base32 && hash.allSatisfy(isBase32)
            return isHash && !hash.isEmpty ? nil : .hash
        }
        // The multihash of any other function; version 2 of BitTorrent has only SHA-256 (BEP 52).
        return name.hasPrefix("urn:btmh:", ignoringCase: true) ? .multihash : nil
    }

    /// The prefixes of URNs with the number of digits of a hash in base 16 and in base 32, which is
    /// 0 if there is no such form.
    private static let algorithms: [(prefix: StaticString, hexadecimal: Int, base32: Int)] = [
        ("urn:btih:", 40, 32), ("urn:btmh:1220", 64, 0), ("urn:sha1:", 40, 32),
        ("urn:tree:tiger:", 48, 39), ("urn:md5:", 32, 0), ("urn:ed2k:", 32, 0),
        ("urn:aich:", 40, 32),
    ]

    private static func isBase32(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || byte >= UInt8(ascii: "2") && byte <= UInt8(ascii: "7")
    }
}

extension RuleExpression {
    /// A magnet URI.
    public static var magnet: RuleExpression { RuleExpression("magnet") }
}
