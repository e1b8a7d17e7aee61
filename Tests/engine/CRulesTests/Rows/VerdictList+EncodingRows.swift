// SPDX-License-Identifier: Apache-2.0

extension VerdictList {
    /// Encodings, hashes and identifiers.
    static let encodings: [VerdictList] = [
        .init(
            "base16",
            valid: [
                "00", "ff", "FF", "0a", "666F6F626172", "66", "666F", "666F6F", "666F6F62",
                "666F6F6261", "deadbeef", "DEADBEEF", "DeadBeef", "0123456789abcdef", "0000",
                "abcdef", "ABCDEF", "aA", "10", "7f", "80",
            ],
            invalid: [
                "0", "f", "0g", "0x00", "66 6F", "66\n", "٠١", "ＦＦ", "fff", "g0", "-0", "+0", "0.",
                "zz", "66:6F", "66-6F", "é0", "f\u{301}f", "\u{202E}00", "00\u{200B}", "00h", "6",
                "666", "66,6F",
            ]),
        .init(
            "base32",
            valid: [
                "MY======", "MZXQ====", "MZXW6===", "MZXW6YQ=", "MZXW6YTB", "MZXW6YTBOI======",
                "AAAAAAAA", "77777777", "AA======", "GE======", "GEZDGNBV", "ORSXG5A=", "JBSWY3DP",
                "JBSWY3DPEBLW64TMMQ======", "AE======", "AAAQ====", "AAAAC===", "AAAAAAA=",
                "QA======", "2A======",
            ],
            invalid: [
                "MY", "MY=====", "MY=======", "my======", "M1======", "M0======", "M8======",
                "M9======", "=", "========", "MZ======", "MZXR====", "MZXW7===", "MZXW6YR=",
                "MY==MY==", "MY======MY======", "M", "MZX=====", "MZXW6Y==", "MY======\n",
                " MY======", "ＭY======", "MY‗=====", "A-======",
            ]),
        .init(
            "base32(alphabet=crockford)",
            valid: [
                "16JD", "abc", "0", "OIL", "zZ", "7ZZZ",
            ],
            invalid: [
                "U", "u1", "16-JD", "1*", "", "~",
            ]),
        .init(
            "base32(alphabet=hex)",
            valid: [
                "CO======", "CPNG====", "CPNMU===", "CPNMUOG=", "CPNMUOJ1", "CPNMUOJ1E8======",
            ],
            invalid: [
                "CPNW====", "co======", "CO", "ZZZZZZZZ",
            ]),
        .init(
            "base58",
            valid: [
                "1", "2", "9", "A", "H", "J", "N", "P", "Z", "a", "k", "m", "z",
                "2NEpo7TZRRrLZSi2U", "72k1xXWG59fYdzSNoA", "111111",
                "16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM", "5Q",
                "USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z", "233QC4", "ABnLTmg",
            ],
            invalid: [
                "0", "O", "I", "l", "a0", "1O", "Il", "a b", "a+", "a/", "a=", "a-", "a_", "é", "ａ",
                "１", "a\u{301}", "\u{200B}a", "a\n", "\ta", "a.", "0x12",
            ]),
        .init(
            "base64",
            valid: [
                "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy", "AA==", "AAA=", "AAAA",
                "////", "++++", "/w==", "//8=", "Zm9vYmFyCg==", "0000", "9999", "aGVsbG8=",
                "SGVsbG8gd29ybGQ=", "YQ==", "YWI=", "YWJj",
            ],
            invalid: [
                "Zg", "Zg=", "Zg===", "Zm8", "Zm9", "Zm9vY", "Z", "=", "==", "===", "====", "Zh==",
                "Zm9=", "Zm9v\n", " Zm9v", "Zm 9v", "Zm-v", "Zm_v", "Zm9v====", "Zg==Zg==", "Z===",
                "Ｚm9v", "Zm9v,", "Zm9é",
            ]),
        .init(
            "base64(url=true)",
            valid: [
                "__--", "Zg==", "Zm8=",
            ],
            invalid: [
                "//++", "Zg", "Zh==",
            ]),
        .init(
            "base64(padding=forbidden)",
            valid: [
                "Zg", "Zm8", "Zm9v",
            ],
            invalid: [
                "Zg==", "Zh", "Zm9vY",
            ]),
        .init(
            "cve",
            valid: [
                "CVE-1999-0001", "CVE-1999-0067", "CVE-2014-0160", "CVE-2014-6271",
                "CVE-2021-44228", "CVE-2017-5754", "CVE-2014-9999", "CVE-2014-10000",
                "CVE-2014-100000", "CVE-2014-1000000", "CVE-2016-1000027", "CVE-2024-3094",
                "CVE-2000-0884", "CVE-2003-0352", "CVE-2019-0708", "CVE-2020-0601",
                "CVE-2018-13379", "CVE-2008-4250", "CVE-9999-9999", "CVE-2014-1234567890123456789",
                "CVE-2022-22965",
            ],
            invalid: [
                "CVE-1998-0001", "CVE-0000-0001", "CVE-2014-0000", "CVE-2014-016", "CVE-2014-00160",
                "CVE-2014-010000", "cve-2014-0160", "Cve-2014-0160", "CVE-14-0160", "CVE-2014",
                "CVE-2014-", "CVE20140160", "CVE_2014_0160", "CVE-2014-016O", "CVE-20140-160",
                "CVE-2014-12345678901234567890", "CAN-1999-0001", "CVE-2014-0160-1",
                "CVE–2014–0160", "-2014-0160", "CVE-２014-0160", "CVE--2014-0160", "CVE 2014 0160",
                "", "CVE-2014-0160\u{301}",
            ]),
        .init(
            "dataURI",
            valid: [
                "data:,", "data:,A", "data:text/plain,hello", "data:text/plain;charset=utf-8,x",
                "data:;charset=utf-8,x", "data:;base64,AAAA", "data:text/plain;base64,Zg==",
                "data:image/png;base64,iVBORw0KGgo=", "data:text/html,%3Ch1%3E", "DATA:,x",
                "data:,a?b/c", "data:,!$&'()*+,;=:@", "data:image/svg+xml,%3Csvg/%3E",
                "data:;base64,", "data:text/plain;a=b;c=d,x", "data:application/vnd.api+json,1",
                "data:,%00", "data:text/x-y;param=%20,1", "data:,~._-",
                "data:text/plain;BASE64,Zm8%3D", "data:,1,2",
            ],
            invalid: [
                "data:", "data", "datas:,x", "text/plain,x", "data:text/plain", "data:text,x",
                "data:/plain,x", "data:text/,x", "data:,a b", "data:,a#b", "data:,[1]", "data:,%",
                "data:,%0", "data:,%GG", "data:;base64,A", "data:;base64,A===", "data:;base64,Zg=",
                "data:text/plain;a,x", "data:,é", "data:,\"x\"", "data:,<x>", "data: ,x", "ｄata:,x",
                "data:,\u{202E}",
            ]),
        .init(
            "doi",
            valid: [
                "10.1000/182", "10.1038/nphys1170", "10.1002/0470841559.ch1",
                "10.1594/PANGAEA.726855", "10.1594/GFZ.GEOFON.gfz2009kciu",
                "10.3866/PKU.WHXB201112303", "10.11467/isss2003.7.1_11", "10.1234/5678",
                "10.1000.10/123456", "10.1038/issn.1476-4687", "10.12345/a/b/c",
                "10.1016.12.31/nature.S0735-1097(98)2000/12/31/34:7-7",
                "10.1007/978-3-642-28108-2_19", "10.1000/456#789", "10.1109/5.771073", "10.1000/ÄÖ",
                "10.1002/(SICI)1096-8644(199601)99:1<1::AID-AJPA1>3.0.CO;2-1", "10.99999/%",
                "10.1000/?", "10.1000/a",
            ],
            invalid: [
                "", "10", "10.", "10.1000", "10.1000/", "10./x", "11.1000/182", "1.1000/182",
                "10.a/x", "10.1000x/1", "10..1/x", "10.1000./x", "doi:10.1000/182",
                "https://doi.org/10.1000/182", "10,1000/182", "10 .1000/182", "10.1000/a b",
                "10.1000/a\tb", "10.1000/a\n", "/10.1000/182", "１0.1000/182", "10.1000/a\u{A0}b",
                "10.1000/\u{85}", "10.1000\\182", "010.1000/1", "10.1/x",
            ]),
        .init(
            "hash(md5)",
            valid: [
                "d41d8cd98f00b204e9800998ecf8427e", "900150983cd24fb0d6963f7d28e17f72",
                "00000000000000000000000000000000", "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
                "D41D8CD98F00B204E9800998ECF8427E", "0cc175b9c0f1b6a831c399e269772661",
                "f96b697d7cb7938d525a2f31aaf161d0", "c3fcd3d76192e4007dfb496cca67e13b",
                "d174ab98d277d9f5a5611c2c9f419d9f", "57edf4a22be3c955ac49da2e2107b67a",
            ],
            invalid: [
                "", "0", "0000000000000000000000000000000", "000000000000000000000000000000000",
                "gggggggggggggggggggggggggggggggg", "0000000000000000000000000000000 ",
                "0x000000000000000000000000000000", "0000000000000000000000000000000０",
                "d41d8cd9-8f00-b204-e980-0998ecf8427e", "0000000000000000000000000000000000000000",
                "000000000000000000000000000000é", "-0000000000000000000000000000000",
                "0000000000000000000000000000000\n", "0000000000000000000000000000000\u{301}",
            ]),
        .init(
            "hash(sha1)",
            valid: [
                "a9993e364706816aba3e25717850c26c9cd0d89d",
                "da39a3ee5e6b4b0d3255bfef95601890afd80709",
            ],
            invalid: [
                "000000000000000000000000000000000000000",
                "00000000000000000000000000000000000000000", "00000000000000000000000000000000",
            ]),
        .init(
            "hash(sha256)",
            valid: [
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            ],
            invalid: [
                "000000000000000000000000000000000000000000000000000000000000000",
                "00000000000000000000000000000000000000000000000000000000000000000",
                "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
            ]),
        .init(
            "hash(crc32)",
            valid: [
                "cbf43926", "00000000", "FFFFFFFF",
            ],
            invalid: [
                "0000000", "000000000", "cbf4392g",
            ]),
        .init(
            "hash(sha512)",
            valid: [
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a219299"
                    + "2a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
                "0000000000000000000000000000000000000000000000000000000000000000000000"
                    + "0000000000000000000000000000000000000000000000000000000000",
            ],
            invalid: [
                "0000000000000000000000000000000000000000000000000000000000000000000000"
                    + "000000000000000000000000000000000000000000000000000000000",
                "0000000000000000000000000000000000000000000000000000000000000000000000"
                    + "00000000000000000000000000000000000000000000000000000000000",
            ]),
        .init(
            "hash(ripemd160)",
            valid: [
                "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"
            ],
            invalid: [
                "000000000000000000000000000000000000000"
            ]),
        .init(
            "hash(md4)",
            valid: [
                "31d6cfe0d16ae931b73c59d7e0c089c0"
            ],
            invalid: [
                "0000000000000000000000000000000"
            ]),
        .init(
            "hexColor",
            valid: [
                "#000", "#fff", "#FFF", "#123", "#abc", "#ABC", "#000000", "#ffffff", "#FFFFFF",
                "#a1B2c3", "#0000", "#ffff", "#F09A", "#00000000", "#ffffffff", "#12345678",
                "#deadBEEF", "#c0ffee", "#999", "#663399", "#0f08",
            ],
            invalid: [
                "", "#", "#0", "#00", "#00000", "#0000000", "#000000000", "000", "fff", "#ggg",
                "#xyz", "##000", "#-00", "# 000", "#00 0", "#０００", "0x000", "#000;", "rgb(0,0,0)",
                "#éab", "#ab\u{301}", "#000\n", "＃000", "#12G456",
            ]),
        .init(
            "hexColor(alpha=forbidden)",
            valid: [
                "#000", "#000000",
            ],
            invalid: [
                "#0000", "#00000000",
            ]),
        .init(
            "hexColor(alpha=required)",
            valid: [
                "#0000", "#00000000",
            ],
            invalid: [
                "#000", "#000000",
            ]),
        .init(
            "hexadecimal",
            valid: [
                "0", "1", "9", "a", "f", "A", "F", "0x0", "0XFF", "ff", "FF", "deadbeef",
                "DEADBEEF", "0123456789abcdefABCDEF", "00", "000f", "0xDeadBeef",
                "7fffffffffffffffffffffffffffffff", "1e3", "abc", "0x00",
            ],
            invalid: [
                "", "0x", "0X", "x", "g", "0xg", "-1", "+1", "0x-1", "ff h", "ffh", "#ff", "１", "ｆ",
                "0x 1", "f f", "f.f", "f_f", "0x0x0", "\\xff", "&hff", "é", "f\u{301}", "٣",
            ]),
        .init(
            "octal",
            valid: [
                "0", "1", "7", "00", "01", "10", "17", "755", "0755", "0o0", "0O7", "0o755",
                "0O1234567", "777777777777777777777777", "01234567", "600", "644", "0o00", "2", "3",
                "42",
            ],
            invalid: [
                "", "8", "9", "0o", "0O", "o7", "0o8", "78", "0x7", "-7", "+7", "7.0", "7 7", "７",
                "٧", "0b1", "7_7", "0o 7", "7o", "seven", "7\u{301}", "0o0o7",
            ]),
        .init(
            "isil",
            valid: [
                "DE-1", "DE-Tue120", "US-DLC", "GB-UkOxU", "FR-751131015", "OCLC-DLC",
                "NL-0100030000", "CH-000001-5", "AU-ANL:A", "JP-1000001", "DK-775100", "FI-H",
                "IT-RM0267", "O-LC", "EULC-1", "OCLC-AB/1", "DE-12", "KR-011001", "NO-0030100",
                "CA-QMU", "DE-M/482",
            ],
            invalid: [
                "", "DE", "DE-", "-1", "de-1", "De-1", "XX-1", "ZZ-1", "DE1", "DE 1", "DE-é",
                "DE-123456789012", "ABCDE-1", "DE-1_2", "DE-1.2", "DE-1 2", "ＤE-1", "DE-１", "UK-1",
                "DE–1", "D!-1", "DE-\u{301}", "AB1CD-1", "DE-1,2",
            ]),
        .init(
            "isrc",
            valid: [
                "USS1Z9900001", "US-S1Z-99-00001", "GBAYE0601498", "FRZ039800212", "DEA121200001",
                "JPB600900001", "USRC17607839", "GBUM71505078", "QZES51700001", "AUAP09000014",
                "BRBMG0300729", "NLA509900001", "SEAYD7601020", "ITB260300545", "CA-B5D-23-00001",
                "QM9999900000", "USAT29900609", "TCACC1438995", "GB-AYE-06-01498", "KRA381000001",
                "USZZZ0000000",
            ],
            invalid: [
                "", "USS1Z990000", "USS1Z99000011", "uss1z9900001", "USs1Z9900001", "U1S1Z9900001",
                "USS1ZA900001", "USS1Z990000A", "US-S1Z9900001", "US-S1Z-9900001", "USS1Z-99-00001",
                "US S1Z 99 00001", "US-S1Z-99-0000", "US--S1Z-99-00001", "ISRC USS1Z9900001",
                "US–S1Z–99–00001", "USS!Z9900001", "USS1Z99０0001", "ÜSS1Z9900001",
                "US_S1Z_99_00001", "USS1Z9900001-", "US-S1-Z99-00001", "12S1Z9900001",
            ]),
        .init(
            "json",
            valid: [
                "0", "-0", "1", "1.5", "1e5", "1E+5", "-1.5e-10", "true", "false", "null", "\"\"",
                "\"a\"", "\"\\u0041\"", "\"\\n\"", "\"é\"", "\"\\ud83d\\ude00\"", "[]", "{}",
                "[1,2]", "{\"a\":1}", " [ 1 , 2 ] ", "\t{ \"a\" : [ ] }\n", "[[[]]]", "{\"\":0}",
                "\"\\ud800\"", "\"\u{7F}\"",
            ],
            invalid: [
                "", " ", "nul", "True", "NULL", "undefined", "01", "+1", "1.", ".5", "1e", "1e+",
                "0x1", "-", "NaN", "Infinity", "'a'", "\"a", "a\"", "\"\\x\"", "\"\\u12\"",
                "\"\t\"", "\"\n\"", "[1,]", "[,1]", "[1 2]", "{a:1}", "{\"a\"}", "{\"a\":}",
                "{\"a\":1,}", "{1:2}", "[", "{", "[}", "1 2", "//x\n1", "\u{FEFF}1", "\u{A0}1", "１",
            ]),
        .init(
            "jsonPointer",
            valid: [
                "", "/", "/foo", "/foo/0", "/a~1b", "/c%d", "/e^f", "/g|h", "/i\\j", "/k\"l", "/ ",
                "/m~0n", "//", "/foo//bar", "/-", "/~0~1", "/0", "/01", "/é", "/日本", "/a b", "/~01",
                "/#",
            ],
            invalid: [
                "a", "foo/bar", "0", "#", "#/foo", "/~", "/~2", "/a~", "/a~/b", "/~a", "/foo~",
                "~0", "~1/a", " /a", "-", "/~~", "/~0~", "/~1~3", ".", "./a", "/a/~", "\\a", "%2Fa",
            ]),
        .init(
            "jwt",
            valid: [
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2ln",
                "eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UifQ.",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZ"
                    + "SI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36P"
                    + "Ok6yJV_adQssw5c",
                "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiO"
                    + "jEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjf"
                    + "tJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJhIn0.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJiIn0.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhdWQiOiJjIn0.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhdWQiOlsiYyIsImQiXX0.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJleHAiOjF9.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJuYmYiOjEuNX0.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpYXQiOjB9.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJqdGkiOiJ4In0.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ4IjpudWxsfQ.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ4IjpbMSx7InkiOjJ9XX0.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJleHAiOi0xfQ.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhdWQiOltdfQ.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhIjoiXHUwMGU5In0.c2ln",
                "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.e30.c2ln",
                "eyJhbGciOiJFUzI1NiIsImNyaXQiOlsiZXhwIl19.e30.c2ln",
                "eyJ0eXAiOiJKV1QiLCJhbGciOiIifQ.e30.c2ln",
                "eyJhbGciOiJIUzI1NiIsIngiOnsieSI6W119fQ.e30.c2ln",
            ],
            invalid: [
                "", ".", "..", "a.b.c", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2ln.x",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2ln=", "e30.e30.c2ln",
                "eyJ0eXAiOiJKV1QifQ.e30.c2ln", "eyJhbGciOjF9.e30.c2ln", "eyJhbGciOm51bGx9.e30.c2ln",
                "W10.e30.c2ln", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.W10.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.Ingi.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJleHAiOiIxIn0.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpYXQiOnRydWV9.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJuYmYiOiJ4In0.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOjF9.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOltdfQ.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhdWQiOjF9.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJqdGkiOjJ9.c2ln", "eyJhbGciOiJ4Ig.e30.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e10.c2ln",
                "Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9,e30.c2ln",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.c+g",
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.c",
                " eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2ln",
            ]),
        .init(
            "mimeType",
            valid: [
                "text/plain", "text/html; charset=utf-8", "application/json",
                "application/vnd.api+json", "image/svg+xml", "multipart/form-data; boundary=x",
                "text/plain;charset=\"utf-8\"", "TEXT/HTML", "application/x-www-form-urlencoded",
                "audio/mpeg", "video/mp4; codecs=\"avc1.42E01E, mp4a.40.2\"",
                "application/problem+json", "a/b", "x-a/x-b",
                "application/atom+xml;type=entry;charset=utf-8", "text/plain; a=\"\\\"\"",
                "font/woff2", "model/gltf-binary", "chemical/x-pdb",
                "application/vnd.ms-excel.sheet.macroEnabled.12", "1/2",
            ],
            invalid: [
                "", "text", "text/", "/plain", "text/plain/x", "text /plain", "text/ plain", "*/*",
                "text/*", "text/plain; charset", "text/plain; =utf-8", "text/plain; charset=",
                "text/plain; charset=\"x", "text/plain; charset=a b", "text/pläin", "ｔext/plain",
                "text/plain,text/html", "text\\plain", "text/plain; a=b c=d", "-a/b", ".a/b",
                "a/-b",
                "a/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
                    + "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
                "text/plain; a = b", "text/pl@in", "text/plain\n",
            ]),
        .init(
            "mongoId",
            valid: [
                "507f1f77bcf86cd799439011", "000000000000000000000000", "ffffffffffffffffffffffff",
                "FFFFFFFFFFFFFFFFFFFFFFFF", "507F1F77BCF86CD799439011", "0123456789abcdefABCDEF01",
                "5f2b18af8c1d4b0017a1b2c3", "deadbeefdeadbeefdeadbeef", "000034391ae374a27dc07562",
                "0000d0e46b8dd289f701d586", "0001d601f1ff19b66bc4206c", "00034391ae374a27dc075614",
                "00051993a03663de47cb767e", "00075807c7fc66d9af1081aa", "0009feee2589531a11d67798",
                "000d0e46b8dd289f701d5848", "0010861181f7e769c9e523ba", "0014664e80d98f791f2dd9ee",
                "0018aefdb58220cd6ff77ae4", "001d601f1ff19b66bc42069c", "002279b2c027ff45040d7d16",
            ],
            invalid: [
                "", "0", "00000000000000000000000", "0000000000000000000000000",
                "gggggggggggggggggggggggg", "00000000000000000000000g", "00000000000000000000000 ",
                " 00000000000000000000000", "0x0000000000000000000000",
                "507f1f77-bcf8-6cd7-9943-9011", "０00000000000000000000000", "000000000000",
                "00000000000\u{301}000000000000",
                "000000000000000000000000000000000000000000000000",
                "ObjectId(\"507f1f77bcf86cd799439011\")", "507f1f77bcf86cd79943901O",
                "-00000000000000000000000", "+00000000000000000000000", "0000000000000000000000é",
                "abcdefghijklmnopqrstuvwx", "00000000000000000000000.", "00000000000000000000000٣",
            ]),
        .init(
            "nanoid",
            valid: [
                "V1StGXR8_Z5jdHi6B-myT", "uakgb_J5m9g-0JDMbcJqL", "000000000000000000000",
                "aaaaaaaaaaaaaaaaaaaaa", "ZZZZZZZZZZZZZZZZZZZZZ", "_____________________",
                "---------------------", "999999999999999999999", "abcdefghijklmnopqrstu",
                "ABCDEFGHIJKLMNOPQRSTU", "-bcdefghijklmnopqrst_", "_1234567890abcdefghi-",
                "SKjtf7hP94Ba27ymk2d6u", "1t8ETDAXY5NYGiXfJwt-r", "5BZ7Ni9Y2BXAS8XFm17yh",
                "YG5vUEKX6NP33vQ1lsMY8", "2W412syOtoVlDjrxes3RT", "7PHf86G19WjK7Acs0V15m",
                "NKYl0Xa6y5V43R9N06cAo", "ZsPVs0BXBIf5e222TAvJd", "5rJ0I5tisHvs_2TA35HaD",
            ],
            invalid: [
                "", "a", "aaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaa+",
                "aaaaaaaaaaaaaaaaaaaa/", "aaaaaaaaaaaaaaaaaaaa=", " aaaaaaaaaaaaaaaaaaaa",
                "aaaaaaaaaaaaaaaaaaaa ", "aaaaaaaaaaaaaaaaaaaa.", "aaaaaaaaaaaaaaaaaaaé", "ａａａａａａａ",
                "aaaaaaaaaaaaaaaaaaaaａ", "aaaaaaaaaa\u{301}aaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaa~",
                "aaaaaaaaaaaaaaaaaaaa!", "aaaaaaaaaaaaaaaaaaaa*", "aaaaaaaaaaaaaaaaaaaa@",
                "aaaaaaaaaaaaaaaaaaaa\n", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                "aaaaaaaaaa aaaaaaaaaa", "aaaaaaaaaaaaaaaaaa日",
            ]),
        .init(
            "relativeJSONPointer",
            valid: [
                "0", "1", "10", "0#", "1#", "0/", "0/foo", "1/0", "120/foo/bar",
                "2/highly/nested/objects", "0/objects", "1/nested/objects", "3#", "0/~0", "0/~1",
                "0//", "4/foo~1bar", "9999999999999999999999", "0/é", "10#", "1/-",
            ],
            invalid: [
                "", "/", "/foo", "#", "-1", "+1", "00", "01", "01/foo", "1a", "0##", "0#/", "0/~",
                "0/~2", "a", "1+2", "0 ", "0/a~", "１", "٣", "-1/foo", "+1/foo", "1.0", "0x1", "~0",
            ]),
        .init(
            "rgbColor",
            valid: [
                "rgb(10%,20%,30%)", "rgba(1,2,3,0.5)", "rgb(1 2 3 / 50%)", "rgb(100% 100% 100%)",
            ],
            invalid: []),
        .init(
            "hslColor",
            valid: [
                "hsl(0,0%,0%)", "hsl(360,100%,50%)", "hsla(120,100%,50%,0.3)",
                "hsl(120deg 75% 25%)", "hsl(.5turn 75% 25%)", "HSL(0 0% 0%)", "hsl(-120,100%,50%)",
                "hsl(1rad,1%,1%)", "hsl(270 60% 50% / .15)",
            ],
            invalid: [
                "hsl(0,0%)", "hsl(0,0%,0%", "rgb(0,0,0)", "hsl 0,0%,0%",
            ]),
        .init(
            "semver",
            valid: [
                "0.0.4", "1.2.3", "10.20.30", "1.1.2-prerelease+meta", "1.1.2+meta",
                "1.1.2+meta-valid", "1.0.0-alpha", "1.0.0-beta", "1.0.0-alpha.beta",
                "1.0.0-alpha.beta.1", "1.0.0-alpha.1", "1.0.0-alpha0.valid", "1.0.0-alpha.0valid",
                "1.0.0-rc.1+build.1", "2.0.0-rc.1+build.123", "1.2.3-beta", "10.2.3-DEV-SNAPSHOT",
                "1.0.0", "2.0.0+build.1848", "2.0.1-alpha.1227", "1.0.0-alpha+beta",
                "1.2.3----RC-SNAPSHOT.12.9.1--.12+788", "1.0.0+0.build.1-rc.10000aaa-kk-0.1",
                "1.0.0-0A.is.legal",
            ],
            invalid: [
                "", "1", "1.2", "1.2.3-0123", "1.2.3-0123.0123", "1.1.2+.123", "+invalid",
                "-invalid", "alpha", "alpha.beta", "1.0.0-alpha_beta", "1.0.0-alpha..", "01.1.1",
                "1.01.1", "1.1.01", "1.2.3.DEV", "1.2-SNAPSHOT", "1.2.31.2.3----RC",
                "-1.0.3-gamma+b7718", "+justmeta", "9.8.7+meta+meta", "v1.2.3", "1.2.3-é", "1.2.3+",
                "1.2.３", "1..3", "1.2.3 ", "1.2. 3",
            ]),
        .init(
            "ulid",
            valid: [
                "01ARZ3NDEKTSV4RRFFQ69G5FAV", "00000000000000000000000000",
                "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "01arz3ndektsv4rrffq69g5fav",
                "01AN4Z07BY79KA1307SR9X4MV3", "01BX5ZZKBKACTAV9WEVGEMMVRZ",
                "01BX5ZZKBKACTAV9WEVGEMMVS0", "7zzzzzzzzzzzzzzzzzzzzzzzzz",
                "01G65Z755AFWAKHE12NY0CQ9FH", "01HGW2BBG00000000000000000",
                "0RW31FZG0X454YG4GFDEXZR4YJ", "02C49NGK80Y3ZH6DZJJXXX7CK5",
                "0Y1JX4WHRDD459GQ8H7QEZZS1A", "00ZWSK9TPRM7N0MNS7C0JGQ4SR",
                "04QVH3H63J9FHVMCQV1SD53TW8", "0JZ38AYTNJKGGSFKYS7AA4DZEW",
                "0NWV8CF5BN5MFQGC1TRTDRHN3Z", "0HQ8D5HFRSWVK182VYZ04SXWF6",
                "0E996X5208E2K8GV764KCRGE00", "0KXHMFYFF1TK31CZT5GEVQEZ2N",
                "0TQSC0J4DZCKCEXEGJ6ZBEZT39",
            ],
            invalid: [
                "", "0", "0000000000000000000000000", "000000000000000000000000000",
                "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "80000000000000000000000000",
                "ZZZZZZZZZZZZZZZZZZZZZZZZZZ", "0000000000000000000000000I",
                "0000000000000000000000000L", "0000000000000000000000000O",
                "0000000000000000000000000U", "0000000000000000000000000i",
                "0000000000000000000000000u", "0000000000000000000000000-",
                "0000000000000000000000000 ", "０0000000000000000000000000",
                "000000000000\u{301}000000000000", "01ARZ3NDEK-TSV4RRFFQ69G5FAV",
                "0000000000000000000000000*", "0000000000000000000000000é",
                "a0000000000000000000000000", "90000000000000000000000000",
            ]),
        .init(
            "uuid",
            valid: [
                "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
                "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
                "c232ab00-9414-11ec-b3c8-9f6bdeced846", "000003e8-cbb9-21ea-b201-00045a86c8a1",
                "5df41881-3aed-3515-88a7-2f4a814cf09e", "919108f7-52d1-4320-9bac-f847db4148a8",
                "2ed6657d-e927-568b-95e1-2665a8aea6a2", "1EC9414C-232A-6B00-B3C8-9F6BDECED846",
                "017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "2489E9AD-2EE2-8E00-8EC9-32D5F69181C0",
                "5c146b14-3c52-8afd-938a-375d0df1fbf6", "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
                "6ba7b811-9dad-11d1-80b4-00c04fd430c8", "6ba7b812-9dad-11d1-80b4-00c04fd430c8",
                "6ba7b814-9dad-11d1-80b4-00c04fd430c8", "aAbBcCdD-eEfF-0123-4567-89abCDEF0123",
                "123e4567-e89b-12d3-a456-426614174000", "550e8400-e29b-41d4-a716-446655440000",
            ],
            invalid: [
                "", "f81d4fae-7dec-11d0-a765-00a0c91e6bf", "f81d4fae-7dec-11d0-a765-00a0c91e6bf60",
                "f81d4fae7dec11d0a76500a0c91e6bf6", "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}",
                "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
                "f81d4fae_7dec_11d0_a765_00a0c91e6bf6", "f81d4fae 7dec 11d0 a765 00a0c91e6bf6",
                "g81d4gae-7dec-11d0-a765-00a0c91e6bg6", "f81d4fae7-dec-11d0-a765-00a0c91e6bf6",
                "f81d4fae-7dec-11d0-a765-00a0c91e6bf６",
                "f81d4fae-7dec-11d0-a765-00a0c91e6bf\u{301}",
                "f81d4fae–7dec–11d0–a765–00a0c91e6bf6", "-f81d4fae-7dec-11d0-a765-00a0c91e6bf",
                "f81d4fae-7dec-11d0-a765-00a0c91e6bf6-", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6 ",
                " f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae7dec-11d0-a765-00a0c91e6bf6",
                "f81d4fae--7dec-11d0-a765-0a0c91e6bf6", "0x1d4fae-7dec-11d0-a765-00a0c91e6bf6",
                "f81d4fae-7dec-11d0-a765-00a0c91e6bfO", "(f81d4fae-7dec-11d0-a765-00a0c91e6bf6)",
                "f81d4fae-7dec-11d0-a765-00a0c91e6bf6f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            ]),
        .init(
            "uuid(4)",
            valid: [
                "919108f7-52d1-4320-9bac-f847db4148a8"
            ],
            invalid: [
                "919108f7-52d1-1320-9bac-f847db4148a8"
            ]),
        .init(
            "cron",
            valid: [
                "0,15,30,45 * * * *", "0 0 * * *", "0 12 * * MON-FRI", "@hourly", "@daily",
                "@weekly", "@monthly", "@yearly", "@midnight", "1-5 * * * *", "*/15 */2 * * *",
            ],
            invalid: []),
        .init(
            "bitcoinAddress",
            valid: [
                "1E1kAxPZUBnSxDcYFiv3ii2YvCZqmtHykJ", "15iUf3c9EavDE5Tjoy99wJsAPwLPVrmm3Q",
                "3Dikkergbn1pyysH4X1VVWRaotaj8swSN4", "3MPcYmAtDvn8M229sNNvfMpeSLkEntbRoX",
                "mzwx8umpuYAXkvEpV5iGz3njZ6nsxBU7es", "2MvT7fNUci4HBuhidrB1VAscanUNkhvKPNU",
                "1111111111111111111114oLvT2", "3R2cuenjG5nFubqX9Wzuukdin2YfBbQ6Kw",
            ],
            invalid: [
                "1E1kAxPZUBnSxDcYFiv3ii2YvCZqmtHyk", "1E1kAxPZUBnSxDcYFiv3ii2YvCZqmtHykJ1",
                "11E1kAxPZUBnSxDcYFiv3ii2YvCZqmtHykJ", "V45e9uRwmP63WbpqPUURS8x2SbLEBK5A4",
                "LXFh6Kg58XwW9cs17ZLCLu8QsafHeQ9zYX", "1e1kaxpzubnsxdcyfiv3ii2yvczqmthykj", "bc1",
                "", "1", "bc", "BC1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            ]),
        .init(
            "ethereumAddress",
            valid: [
                "0x0000000000000000000000000000000000000000",
                "0xffffffffffffffffffffffffffffffffffffffff",
                "0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
                "0xaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaB",
                "0xb6589fc6ab0dc82cf12099d1c2d40ab994e8410c",
                "0x356a192b7913b04c54574d18c28d46e6395428ab",
                "0xda4b9237bacccdf19c0760cab7aec4a8359010b0",
                "0x77de68daecd823babbb58edb1c8e14d7106e83bb",
                "0x1b6453892473a467d07372d45eb05abc2031647a",
                "0xac3478d69a3c81fa62e60f5c3696165a4e5e6ac4",
                "0xc1dfd96eea8cc2b62785275bca38ac261256e278",
                "0x902ba3cda1883801594b6e1b452790cc53948fda",
                "0xfe5dbbcea5ce7e2988b8c69bcfdfde8904aabc1f",
                "0x0ade7c2cf97f75d009975f4d720d1fa6c19f4897",
                "0xb1d5781111d84f7b3fe45a0852e59758cd7a87e5",
                "0xB6589FC6AB0DC82CF12099D1C2D40AB994E8410C",
                "0x356A192B7913B04C54574D18C28D46E6395428AB",
                "0xDA4B9237BACCCDF19C0760CAB7AEC4A8359010B0",
                "0x77DE68DAECD823BABBB58EDB1C8E14D7106E83BB",
                "0x1B6453892473A467D07372D45EB05ABC2031647A",
                "0xAC3478D69A3C81FA62E60F5C3696165A4E5E6AC4",
            ],
            invalid: [
                "", "0x", "0x000000000000000000000000000000000000000",
                "0x00000000000000000000000000000000000000000",
                "0000000000000000000000000000000000000000",
                "000000000000000000000000000000000000000000",
                "0X0000000000000000000000000000000000000000",
                "0xgggggggggggggggggggggggggggggggggggggggg",
                "0x000000000000000000000000000000000000000g",
                "0x000000000000000000000000000000000000000 ",
                "0x 000000000000000000000000000000000000000",
                " 0x000000000000000000000000000000000000000",
                "x00000000000000000000000000000000000000000",
                "0x000000000000000000000000000000000000000０",
                "0x000000000000000000000000000000000000000\u{301}",
                "0x000000000000000000000000000000000000000é",
                "1x0000000000000000000000000000000000000000",
                "0x-000000000000000000000000000000000000000",
                "0x0000000000000000000000000000000000000000\n",
                "0x000000000000000000000000000000000000000O",
                "0x0000000000000000000000000000000000000000000000000000000000000000",
            ]),
    ]
}
