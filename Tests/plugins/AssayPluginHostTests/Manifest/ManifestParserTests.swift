// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Testing

/// Manifests of unknown origin.
@Suite struct ManifestParserTests {
    /// Everything that a manifest can hold.
    static let json = #"""
        {"manifest":1,"id":"acme","version":"1.2.3","abi":{"major":1,"minor":7},"configuration":[{"name":"file","type":"string","required":true,"default":null,"minimum":null,"maximum":null,"choices":[],"summary":"a \"path\""}],"rules":[{"id":"acme.even","summary":"Gerade für alle","kinds":["number","string"],"flags":["concurrent","pure","acceptsMissing"],"parameters":[{"name":"by","type":"int","required":false,"default":2,"minimum":-1,"maximum":9223372036854775807,"choices":[],"summary":""},{"name":"unit","type":"choice","required":false,"default":"m","minimum":null,"maximum":null,"choices":["m","km"],"summary":""}],"codes":[{"id":"acme.even.odd","message":"must be even","translations":{"de":"muss gerade sein"},"arguments":["rest"]}],"examples":[{"expression":"acme.even","value":[1.50,{"a":null}],"status":"pass","code":null},{"expression":"acme.even(2)","value":3,"status":"fail","code":"acme.even.odd"}]},{"id":"acme.any","summary":"","kinds":["boolean","number","string","array","object"],"flags":[],"parameters":[],"codes":[],"examples":[]}]}
        """#

    private func manifest(_ json: String) throws -> PluginManifest {
        try PluginManifest(parsing: Array(json.utf8))
    }

    @Test func manifestIsReadAndWrittenAgain() throws {
        let manifest = try manifest(Self.json)
        #expect(manifest.json == Self.json)
        #expect(try manifest == self.manifest(manifest.json))
        #expect((manifest.abi.major, manifest.abi.minor) == (1, 7))
        #expect(manifest.rules[0].parameters[0].limits == -1...Int64.max)
        #expect(manifest.rules[0].codes[0].code.translations == ["de": "muss gerade sein"])
        #expect(manifest.rules[1].kinds == .all)
    }

    @Test func unknownMembersAreIgnored() throws {
        let longer = Self.json.replacing(#""flags":"#, with: #""new":{"x":1},"flags":"#)
        #expect(try manifest(longer) == manifest(Self.json))
    }

    @Test(
        arguments: [
            ("", "", "found no JSON at byte 0, expected a JSON value"),
            (
                #"{"manifest":1"#, #"{"manifest":1;"#,
                "found no JSON at byte 13, expected ',' or '}'"
            ),
            (#"{"manifest":1"#, #"{"manifest":2"#, "found 2 at /manifest, expected 1"),
            (
                #"{"manifest":1,"#, #"{"manifests":1,"#,
                "found no member 'manifest' at the root, expected one"
            ),
            (#""id":"acme""#, #""id":null"#, "found null at /id, expected a string"),
            (
                #""minor":7"#, #""minor":65536"#,
                "found 65536 at /abi/minor, expected an integer from 0 to 65535"
            ),
            (#""minor":7}"#, #""minor":7},"abi":[]"#, "found [] at /abi, expected an object"),
            (
                #""type":"string""#, #""type":"text""#,
                "found \"text\" at /configuration/0/type, expected one of string, int, number, "
                    + "bool, list, value, field, pattern, choice"
            ),
            (
                #""required":true"#, #""required":1"#,
                "found 1 at /configuration/0/required, expected true or false"
            ),
            (
                #""type":"string""#, #""type":"string","choices":["a"],"x":[{"#,
                "found no JSON at byte 142, expected a key in double quotes"
            ),
            (
                #""minimum":-1"#, #""minimum":null"#,
                "found null at /rules/0/parameters/0/minimum, expected an integer from "
                    + "-9223372036854775808 to 9223372036854775807"
            ),
            (
                #""maximum":9223372036854775807"#, #""maximum":-2"#,
                "found -2 at /rules/0/parameters/0/maximum, expected at least the minimum, -1"
            ),
            (
                #""type":"choice""#, #""type":"list""#,
                "found [\"m\",\"km\"] at /rules/0/parameters/1/choices, "
                    + "expected [], because the type is not a choice"
            ),
            (
                #""kinds":["number","string"]"#, #""kinds":["number","strings"]"#,
                "found \"strings\" at /rules/0/kinds/1, "
                    + "expected one of boolean, number, string, array, object"
            ),
            (
                #"{"de":"muss gerade sein"}"#, #"{"de":"a","de":"b"}"#,
                "found \"b\" at /rules/0/codes/0/translations/de, "
                    + "expected one message for a language"
            ),
            (
                #""status":"pass","code":null"#, #""status":"pass","code":"x""#,
                "found \"x\" at /rules/0/examples/0/code, expected null"
            ),
            (
                #""status":"fail""#, #""status":"\#(String(repeating: "x", count: 50))""#,
                "found \"\(String(repeating: "x", count: 39))… at /rules/0/examples/1/status, "
                    + "expected one of pass, fail"
            ),
        ] as [(String, String, String)])
    func mistakeIsNamedWithItsPlace(part: String, other: String, text: String) {
        let json = part.isEmpty ? other : Self.json.replacing(part, with: other, maxReplacements: 1)
        let error = #expect(throws: PluginManifestError.self) { try manifest(json) }
        #expect(error?.description == text)
    }

    @Test func otherLimitsAreKept() {
        let nested = String(repeating: "[", count: 300)
        let large = [UInt8](repeating: 0x20, count: PluginManifest.maximumBytes + 1)
        let cases: [([UInt8], String)] = [
            (Array(nested.utf8), "found no JSON at byte 256, expected at most 256 levels"),
            (large, "found 1048577 bytes at its end, expected at most 1048576"),
            ([0x22, 0xFF, 0x22], "found no UTF-8 at one of its bytes, expected UTF-8"),
        ]
        for (bytes, text) in cases {
            let error = #expect(throws: PluginManifestError.self) {
                try PluginManifest(parsing: bytes)
            }
            #expect(error?.description == text)
        }
    }
}
