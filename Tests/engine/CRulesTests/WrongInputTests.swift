// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import Testing

/// One line: a rule, a value and what it has to answer.
struct Expectation: CustomTestStringConvertible, Sendable {
    var expression: String
    var value: String
    var answer: String

    init(_ expression: String, _ value: String, _ answer: String) {
        (self.expression, self.value, self.answer) = (expression, value, answer)
    }

    var testDescription: String { "\(expression) \(value.debugDescription) \(answer)" }
}

private func expectAnswer(_ line: Expectation) throws {
    #expect(try RuleUse(line.expression).check(line.value) == line.answer)
}

private let label = String(repeating: "a", count: 63)
private let nothing = "00000000-0000-0000-0000-000000000000"
private let most = "ffffffff-ffff-ffff-FFFF-ffffffffffff"
/// A UUID whose version digit is 0.
private let unversioned = "919108f7-52d1-0320-9bac-f847db4148a8"
private let version4 = "919108f7-52d1-4320-9bac-f847db4148a8"

@Suite struct WrongInputTests {
    @Test(arguments: RuleTable.ids) func emptyTextFailsUnlessItHasAMeaning(_ id: String) throws {
        let meaningful = [
            "base16", "base32", "base58", "base64", "jsonPointer", "noControlCharacters",
            "noSuspiciousCharacters",
        ]
        #expect((try RuleUse.example(of: id).check("") == "pass") == meaningful.contains(id))
    }

    /// NUL, line breaks, a space and digits beyond ASCII, after each valid example.
    @Test(arguments: RuleTable.ids) func appendedCharactersAreNoticed(_ id: String) throws {
        let rule = try RuleTable.rule(id)
        // Any characters are part of these texts, or white space is.
        let open = [
            "doi", "fullWidth", "halfWidth", "json", "jsonPointer", "multibyte",
            "noControlCharacters", "noSuspiciousCharacters", "passwordStrength",
            "relativeJSONPointer",
        ]
        for example in RuleTable.examples(rule) where example.status == 1 && !open.contains(id) {
            let value = RuleTable.text(example.value).dropFirst().dropLast()
            guard RuleTable.text(example.value).hasPrefix("\"") else { continue }
            let use = try RuleUse(RuleTable.text(example.expression))
            for end in [
                "\0", "\n", "\r\n", " ", "\u{A0}", "\u{301}", "\u{200F}", "\u{202E}", "\u{0662}",
                "\u{FF11}", "\u{1D7CF}",
            ] {
                #expect(use.check(value + end) != "pass", "\(value) \(end.debugDescription)")
                #expect(use.check(end + value) != "pass", "\(end.debugDescription) \(value)")
            }
        }
    }

    @Test(
        arguments: [
            .init("bitcoinAddress", "bc1q9zpgru", "bitcoinAddress.format"),
            .init(
                "bitcoinAddress", "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P", "bitcoinAddress.format"),
            .init(
                "bitcoinAddress", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
                "bitcoinAddress.checksum"),
            .init("cron", "@never", "cron.macro"),
            .init("cron(macros=false)", "@daily", "cron.noMacro"),
            .init("cron(macros=false)", "@never", "cron.noMacro"),
            .init("iso8601(strict=false)", "2024-01-01T00:00-00:00", "pass"),
            .init("iso8601(strict=false)", "-0000-01-01", "pass"),
            .init("creditCard", "4111111111111111", "pass"),
            .init("creditCard", "4111-1111 1111-1111", "pass"),
            .init("creditCard", "4111  1111 1111 1111", "creditCard.characters"),
            .init("creditCard", " 4111111111111111", "creditCard.characters"),
            .init("creditCard", "4111111111111111-", "creditCard.characters"),
            .init("creditCard", "41111111111a1111", "creditCard.characters"),
            .init("creditCard", "00000000000", "creditCard.length"),
            .init("creditCard", "00000000000000000000", "creditCard.length"),
            .init("creditCard", "000000000000", "creditCard.zeros"),
            .init("creditCard", "0000000000000000", "creditCard.zeros"),
            .init("creditCard", "0000 0000-0000 0000 000", "creditCard.zeros"),
            .init("creditCard(networks=\"visa\")", "0000000000000000", "creditCard.zeros"),
            .init("creditCard", "0000000000000018", "pass"),
            .init("creditCard", "1000000000000008", "pass"),
            .init("creditCard", "0000000000000010", "creditCard.checkDigit"),
            .init("creditCard(networks=\"mastercard\")", "2221000000000009", "pass"),
            .init("creditCard(networks=\"mastercard\")", "2220990000000002", "creditCard.network"),
            .init("creditCard(networks=\"visa\")", "4222222222222", "pass"),
            .init("creditCard(networks=\"visa\")", "422222222222222", "creditCard.network"),
            .init("creditCard(networks=\"amex\")", "371449635398431", "pass"),
            .init("creditCard(networks=\"dinersClub\")", "30569309025904", "pass"),
            .init("creditCard(networks=\"discover\")", "6011111111111117", "pass"),
            .init("creditCard(networks=\"jcb\")", "3530111333300000", "pass"),
            .init("creditCard(networks=\"maestro\")", "6759649826438453", "pass"),
            .init("creditCard(networks=\"unionPay\")", "6200000000000005", "pass"),
            .init("creditCard(networks=\"mir\")", "2200000000000004", "pass"),
            .init("creditCard(networks=\"troy\")", "9792000000000003", "pass"),
            .init("creditCard(networks=\"elo\")", "6362970000457013", "pass"),
            .init("creditCard(networks=\"elo\")", "4111111111111111", "creditCard.network"),
        ] as [Expectation])
    func cardNumbersGetTheirAnswers(_ line: Expectation) throws {
        try expectAnswer(line)
    }

    @Test(
        arguments: [
            .init("iban", "GB82WEST12345698765432", "pass"),
            .init("iban", "MT84MALT011000012345MTLCAST001S", "pass"),
            .init("iban", "NO9386011117947", "pass"),
            .init("iban", "BR1800360305000010009795493C1", "pass"),
            .init("iban", "GB82 WEST 1234 5698 7654 32", "iban.characters"),
            .init("iban(spaces=true)", "GB82WEST12345698765432", "pass"),
            .init("iban(spaces=true)", "GB82 WEST 12345698 7654 32", "iban.characters"),
            .init("iban(spaces=true)", "GB82 WEST 1234 5698 7654 32 ", "iban.characters"),
            .init("iban(spaces=true)", "DE89 3704 0044 0532 0130 00 ", "iban.characters"),
            .init("iban(spaces=true)", "NO93 8601 1117 947", "pass"),
            .init("iban", "1B82WEST12345698765432", "iban.country"),
            .init("iban", "US82WEST12345698765432", "iban.country"),
            .init("iban", "GB82", "iban.length"),
            .init("iban", "GB82WEST1234569876543", "iban.length"),
            .init("iban", "GBA2WEST12345698765432", "iban.structure"),
            .init("iban", "GB82W3ST12345698765432", "iban.structure"),
            .init("iban", "GB83WEST12345698765432", "iban.checksum"),
            .init("iban", "GB82WEST12345698765423", "iban.checksum"),
            .init("iban", "gb82WEST12345698765432", "iban.characters"),
            .init("iban(countries=\"GB\")", "NO9386011117947", "iban.countryNotAllowed"),
        ] as [Expectation])
    func accountNumbersGetTheirAnswers(_ line: Expectation) throws {
        try expectAnswer(line)
    }

    @Test(
        arguments: [
            .init("ip", "1.2.3", "ip.format"), .init("ip", "1.2.3.4.", "ip.format"),
            .init("ip", "1:2:3:4:5:6:7::", "pass"), .init("ip", "::2:3:4:5:6:7:8", "pass"),
            .init("ip", "1:2:3:4:5:6:7:8::", "ip.format"), .init("ip", ":", "ip.format"),
            .init("ip", "::%eth0", "ip.zone"), .init("ip(zone=true)", "fe80::1%", "ip.format"),
            .init("ip(zone=true)", "1.2.3.4%eth0", "ip.format"),
            .init("ip(zone=true)", "fe80::1%a b", "ip.format"),
            .init("ip(6)", "1.2.3.4", "ip.version"),
            .init("ip(scope=public)", "8.8.8.8", "pass"),
            .init("ip(scope=public)", "192.0.0.9", "pass"),
            .init("ip(scope=public)", "100.64.0.1", "ip.scope"),
            .init("ip(scope=public)", "100.128.0.1", "pass"),
            .init("ip(scope=public)", "224.0.0.1", "ip.scope"),
            .init("ip(scope=public)", "255.255.255.255", "ip.scope"),
            .init("ip(scope=public)", "2606:4700::1111", "pass"),
            .init("ip(scope=public)", "2001:db8::1", "ip.scope"),
            .init("ip(scope=public)", "::ffff:10.0.0.1", "ip.scope"),
            .init("ip(scope=private)", "::ffff:10.0.0.1", "pass"),
            .init("ip(scope=private)", "172.31.255.255", "pass"),
            .init("ip(scope=private)", "172.32.0.0", "ip.scope"),
            .init("ip(scope=private)", "fdff::1", "pass"),
            .init("ip(scope=private)", "fe80::1", "ip.scope"),
            .init("cidr", "10.0.0.0/08", "cidr.format"), .init("cidr", "::/129", "cidr.bits"),
            .init("cidr(strict=true)", "0.0.0.0/0", "pass"),
            .init("cidr(strict=true)", "2001:db8::1/127", "cidr.hostBits"),
            .init("macAddress", "00:00:5e:00:53", "macAddress.format"),
            .init("macAddress", "0000.5e00.530", "macAddress.format"),
            .init("macAddress", "00:00:5e:00:53:01:", "macAddress.format"),
            .init("macAddress(separators=forbidden)", "0000.5e00.5301", "macAddress.separators"),
        ] as [Expectation])
    func addressesGetTheirAnswers(_ line: Expectation) throws {
        try expectAnswer(line)
    }

    @Test(
        arguments: [
            .init("hostname", "a..b", "hostname.label"), .init("hostname", "a.", "hostname.label"),
            .init("hostname", "a-.b", "hostname.label"),
            .init("hostname", label + "a", "hostname.label"),
            .init("hostname", "\(label).\(label).\(label).\(label.dropLast(2))", "pass"),
            .init("hostname", "\(label).\(label).\(label).\(label.dropLast())", "hostname.length"),
            .init("hostname", "a.123", "hostname.topLevelDomain"), .init("hostname", "123", "pass"),
            .init("hostname", "a_b.example", "hostname.characters"),
            .init("hostname(trailingDot=true)", "example.com.", "pass"),
            .init("hostname(trailingDot=true)", ".", "hostname.label"),
            .init("hostname(trailingDot=true)", "a..", "hostname.label"),
            .init("hostname(wildcard=true)", "*", "hostname.label"),
            .init("hostname(wildcard=true)", "a.*.example", "hostname.characters"),
            .init("hostname(wildcard=true)", "*a.example", "hostname.label"),
            .init("hostname(requireTLD=true)", "example.1com", "hostname.topLevelDomain"),
            .init("hostname(fqdn)", "example.com", "pass"),
            .init("hostname(fqdn)", "xn--9n2bp8q.xn--9t4b11yi5a", "pass"),
            .init("hostname(rfc952)", "a", "hostname.length"),
            .init("hostname(rfc952)", "sri-nic.arpa", "pass"),
            .init("hostname(rfc952)", "abcdefghijklmnopqrstuvwxy", "hostname.length"),
            .init("hostname(rfc1035Label)", "1a", "hostname.start"),
            .init("hostname(rfc1035Label)", "web-1", "pass"),
            .init("hostname(knownTLD=true)", "example.cmo", "hostname.unknownTopLevelDomain"),
            .init("hostname(knownTLD=true)", "a.onion", "hostname.unknownTopLevelDomain"),
            .init("hostname(knownTLD=true)", "example.fiat", "hostname.unknownTopLevelDomain"),
            .init("hostname(knownTLD=true)", "com", "hostname.topLevelDomain"),
            .init("hostname(knownTLD=true)", "192.0.2.1", "hostname.topLevelDomain"),
            .init("hostname(knownTLD=true)", "example.COM", "pass"),
            .init("hostname(knownTLD=true)", "example.XN--P1AI", "pass"),
            .init("hostname(knownTLD=true, trailingDot=true)", "example.com.", "pass"),
            .init("hostname(knownTLD=true, wildcard=true)", "*.com", "pass"),
            .init("idnHostname", "bücher.example.", "idnHostname.syntax"),
            .init("idnHostname(trailingDot=true)", "bücher.example..", "idnHostname.syntax"),
            .init("idnHostname(trailingDot=true)", ".", "idnHostname.syntax"),
            .init("idnHostname(trailingDot=true)", "1.2.", "idnHostname.syntax"),
            .init("idnHostname(trailingDot=true)", "bücher.example.", "pass"),
            .init("idnHostname(trailingDot=true)", "bücher.example。", "pass"),
            .init("idnHostname(trailingDot=true)", "bücher.example", "pass"),
            .init(
                "idnHostname(knownTLD=true)", "bücher.example",
                "idnHostname.unknownTopLevelDomain"),
            .init("idnHostname(knownTLD=true)", "рф", "idnHostname.unknownTopLevelDomain"),
            .init("idnHostname(knownTLD=true)", "пример.рф", "pass"),
            .init("idnHostname(knownTLD=true)", "a.xn--p1ai", "pass"),
            .init("hostAndPort(knownTLD=true)", "a.cmo:80", "hostAndPort.unknownTopLevelDomain"),
            .init(
                "hostAndPort(knownTLD=true)", "localhost:80", "hostAndPort.unknownTopLevelDomain"),
            .init("hostAndPort(knownTLD=true)", "a.com:80", "pass"),
            .init("hostAndPort(knownTLD=true)", "[::1]:80", "pass"),
            .init("hostname", "xn--", "hostname.label"),
            .init("hostname", "xn--a", "hostname.internationalLabel"),
            .init("hostname", "xn--bcher-kva.example", "pass"),
            .init("hostname", "XN--BCHER-KVA.example", "pass"),
        ] as [Expectation])
    func hostNamesGetTheirAnswers(_ line: Expectation) throws {
        try expectAnswer(line)
    }

    /// Numbers with the separators that people print, and with others.
    @Test(
        arguments: [
            .init(
                "iban(spaces=true)", "DE89\u{A0}3704\u{A0}0044\u{A0}0532\u{A0}0130\u{A0}00", "pass"),
            .init("iban(spaces=true)", "DE89\u{202F}3704 0044\u{A0}0532 0130 00", "pass"),
            .init(
                "iban(spaces=true)", "DE89\u{A0} 3704 0044 0532 0130 00", "iban.characters"),
            .init(
                "iban(spaces=true)", "DE89\u{2009}3704 0044 0532 0130 00", "iban.characters"),
            .init("iban(spaces=true)", "DE89 3704 0044 0532 0130 00\u{A0}", "iban.characters"),
            .init("iban(spaces=true)", "DE89 37040 044 0532 0130 00", "iban.characters"),
            .init("iban", "DE89\u{A0}3704", "iban.characters"),
            .init("vat(separators=true)", "DE 136  695976", "vat.format"),
            .init("vat(separators=true)", "DE 136-.695976", "vat.format"),
            .init("vat(separators=true)", " DE136695976", "vat.format"),
            .init("vat(separators=true)", "DE136695976.", "vat.format"),
            .init("vat(separators=true)", "DE/136695976", "vat.format"),
            .init("vat(separators=true)", "- -", "vat.format"),
            .init("vat(separators=true)", "DE 136 695 978", "vat.checkDigit"),
            .init("vat(\"DE\", separators=true)", "ATU 1358 5627", "vat.country"),
            .init("vat", "DE 136 695 976", "vat.format"),
            .init("vat(separators=true)", "DE 136 695 976", "pass"),
            .init("vat(separators=true)", "BE 0428.759.497", "pass"),
            .init("vat(separators=true)", "ATU\u{A0}1358-5627", "pass"),
            .init("vat(separators=true)", "CHE-107.787.577 IVA", "pass"),
            .init("vat(\"DE\", separators=true)", "136 695 976", "pass"),
            .init("imei", "49-015420-323751-8", "imei.format"),
            .init("imei(hyphens=true)", "49-015420-323751-7", "imei.checkDigit"),
            .init("imei(hyphens=true)", "49-015420323751-8", "imei.format"),
            .init("imei(hyphens=true)", "4-9015420-323751-8", "imei.format"),
            .init("imei(hyphens=true)", "49-015420-323751-8-", "imei.format"),
            .init("imei(hyphens=true)", "--", "imei.format"),
            .init("imei(hyphens=true)", "49-015420-323751-8", "pass"),
            .init("imei(hyphens=true)", "490154-20-323751-8", "pass"),
            .init("imei(hyphens=true)", "490154203237518", "pass"),
            .init("meid", "AF-012345-0ABCDE", "meid.format"),
            .init("meid(hyphens=true)", "AF-012345-0ABCDE-D", "meid.checkDigit"),
            .init("meid(hyphens=true)", "AF-012345-0ABCDE-", "meid.format"),
            .init("meid(hyphens=true)", "AF-0123450ABCDE", "meid.format"),
            .init("meid(hyphens=true)", "AF-", "meid.format"),
            .init("meid(hyphens=true)", "29360-87365-00703710", "meid.format"),
            .init("meid(hyphens=true)", "AF-012345-0ABCDE", "pass"),
            .init("meid(hyphens=true)", "AF-012345-0ABCDE-C", "pass"),
            .init("meid(hyphens=true)", "29360-87365-0070-3710", "pass"),
            .init("meid(hyphens=true)", "29360-87365-0070-3710-0", "pass"),
            .init("meid(hyphens=true)", "AF0123450ABCDE", "pass"),
        ] as [Expectation])
    func printedNumbersGetTheirAnswers(_ line: Expectation) throws {
        try expectAnswer(line)
    }

    @Test(
        arguments: [
            .init("uuid(4)", nothing, "uuid.version"), .init("uuid", nothing, "pass"),
            .init("uuid(4)", most, "uuid.version"), .init("uuid", most, "pass"),
            .init("uuid(variant=true)", nothing, "pass"),
            .init("uuid(variant=true)", most, "pass"),
            .init("uuid(variant=true)", "919108f7-52d1-4320-cbac-f847db4148a8", "uuid.variant"),
            .init("uuid(variant=true, nil=false)", nothing, "uuid.nil"),
            .init("uuid(variant=true, max=false)", most, "uuid.max"),
            .init("uuid(max=false)", nothing, "pass"), .init("uuid(nil=false)", most, "pass"),
            .init("uuid(4, max=false)", most, "uuid.max"),
            .init("uuid(4, nil=true)", most, "uuid.version"),
            .init("uuid(4, nil=true, variant=true)", nothing, "pass"),
            .init("uuid(4, max=true, variant=true)", most, "pass"),
            .init("uuid(15)", most, "uuid.version"), .init("uuid(15, max=true)", most, "pass"),
            .init("uuid(version=[0, 4])", nothing, "pass"),
            .init("uuid(version=[0, 4])", version4, "pass"),
            .init("uuid(0)", nothing, "pass"), .init("uuid(0)", version4, "uuid.version"),
            .init("uuid(0)", unversioned, "uuid.version"), .init("uuid", unversioned, "pass"),
            .init("uuid", "{\(version4)}", "uuid.format"),
            .init("uuid(4, braces=true)", "{\(version4)}", "pass"),
            .init("uuid(braces=true)", version4, "pass"),
            .init("uuid(braces=true)", "{\(version4)", "uuid.format"),
            .init("uuid(braces=true)", "\(version4)}", "uuid.format"),
            .init("uuid(braces=true)", "}\(version4){", "uuid.format"),
            .init("uuid(braces=true)", "{{\(version4)}}", "uuid.format"),
            .init("uuid(braces=true)", "{}", "uuid.format"),
            .init("uuid(hyphens=false, braces=true)", "{\(version4)}", "uuid.format"),
            .init("uuid", "{f81d4fae-7dec-11d0-a765-00a0c91e6bf}", "uuid.format"),
            .init("uuid(hyphens=false)", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "uuid.format"),
            .init("uuid(case=upper)", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "pass"),
            .init("uuid(case=upper)", "f81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "uuid.case"),
            .init("isbn", "0-8044-2957-X", "pass"),
            .init("isbn", "0-8044-2957-x", "isbn.characters"),
            .init("isbn", "9790041811529", "isbn.music"),
            .init("isbn", "979-0-2600-0043-8", "isbn.music"),
            .init("isbn(13)", "9790260000439", "isbn.music"),
            .init("isbn", "9791090636071", "pass"),
            .init("isbn(10)", "9783161484100", "isbn.length"),
            .init("isbn", "X804429570", "isbn.characters"),
            .init("isbn", "978316148410X", "isbn.characters"),
            .init("isbn", "978--3161484100", "isbn.characters"),
            .init("isbn", "-0804429570", "isbn.characters"),
            .init("ean", "400638133393", "ean.length"), .init("ean(13)", "73513537", "ean.length"),
            .init("issn", "0378-595X", "issn.checkDigit"),
            .init("issn", "X378-5955", "issn.format"),
            .init("isin", "USO378331005", "isin.checkDigit"),
            .init("isin", "US03783310O5", "isin.checkDigit"),
            .init("isin", "US037833100O", "isin.format"), .init("bic", "DEUT-EFF", "bic.format"),
            .init("bic", "PASSWORD", "bic.country"), .init("bic", "DEUTXKFF", "pass"),
            .init("bic", "DEUTZZFF", "bic.country"), .init("bic", "DEUTUKFF", "bic.country"),
            .init("semver", "1.2.3-", "semver.format"),
            .init("semver", "1.2.3-01", "semver.leadingZero"),
            .init("semver", "1.2.3+01", "pass"), .init("semver", "1.2.3-0a", "pass"),
            .init("semver", "1.2.3.4", "semver.format"),
            .init("semver", "1.2.3-a..b", "semver.format"),
            .init("semver", "1.2.3----RC-SNAPSHOT.12.9.1--.12", "pass"),
            .init("semver", "99999999999999999999999.999999999999999999.99999999999999999", "pass"),
            .init("port", "65535", "pass"), .init("port", "99999999999999999999", "port.range"),
            .init("port", "00", "port.format"), .init("hash(crc32)", "CBF43926", "pass"),
        ] as [Expectation])
    func identifiersGetTheirAnswers(_ line: Expectation) throws {
        try expectAnswer(line)
    }

    @Test(
        arguments: [
            .init("base64", "Zg=", "base64.padding"), .init("base64", "Zg===", "base64.characters"),
            .init("base64", "=", "base64.padding"), .init("base64", "====", "base64.characters"),
            .init("base64", "Zm9v=", "base64.padding"),
            .init("base64", "Zm9v\n", "base64.characters"),
            .init("base64", "Zm=v", "base64.characters"), .init("base64", "Z", "base64.length"),
            .init("base64(padding=optional)", "Zg=", "base64.padding"),
            .init("base64(padding=forbidden)", "", "pass"),
            .init("base64(url=true)", "+/+/", "base64.characters"),
            .init("base64", "Zm9vYmF=", "base64.trailingBits"),
            .init("base32", "MZXW6YQ==", "base32.length"), .init("base32", "MZXW6===", "pass"),
            .init("base32", "A=======", "base32.characters"),
            .init("base32", "========", "base32.characters"),
            .init("base32", "M0======", "base32.characters"),
            .init("base16", "0x", "base16.characters"), .init("base16", "abCD", "pass"),
            .init("hexadecimal", "0X1f", "pass"),
            .init("hexadecimal", "x1f", "hexadecimal.characters"),
            .init("hexadecimal", "0x0x1", "hexadecimal.characters"),
            .init("hexadecimal", "-1", "hexadecimal.characters"),
        ] as [Expectation])
    func encodingsGetTheirAnswers(_ line: Expectation) throws {
        try expectAnswer(line)
    }
}
