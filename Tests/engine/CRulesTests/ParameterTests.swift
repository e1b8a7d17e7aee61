// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import Testing

@Suite struct ParameterTests {
    @Test(arguments: [
        ("uuid(16)", "version must be one or several integers from 0 to 15"),
        (
            "uuid(version=[0, 4], nil=false)",
            "version must not have 0, the nil UUID, where nil is false"
        ),
        ("uuid(version=[])", "version must be one or several integers from 0 to 15"),
        ("uuid(version=[4, \"7\"])", "version must be one or several integers from 0 to 15"),
        ("ip(5)", "version must be 4 or 6"),
        ("cidr(5)", "version must be 4 or 6"),
        ("ipRange(5)", "version must be 4 or 6"),
        ("isbn(11)", "version must be 10 or 13"),
        ("ean(12)", "length must be 8, 13 or 14"),
        ("macAddress(50)", "bits must be 48 or 64"),
        ("iban(countries=[])", "countries must name at least one country"),
        (
            "iban(countries=\"US\")",
            "countries must be codes of countries that use IBANs, like \"DE\""
        ),
        (
            "iban(countries=\"de\")",
            "countries must be codes of countries that use IBANs, like \"DE\""
        ),
        ("iban(countries=[7])", "countries must be codes of countries that use IBANs, like \"DE\""),
        ("creditCard(networks=[])", "networks must name at least one network"),
        (
            "creditCard(networks=[\"visa\", \"Visa\"])",
            "networks must be one or more of amex, dinersClub, discover, elo, jcb, maestro, mastercard, mir, "
                + "troy, unionPay, visa"
        ),
    ])
    func wrongArgumentIsRejectedWithItsReason(_ expression: String, _ message: String) {
        #expect(throws: RuleUse.Rejection(result: ASSAY_E_PARAM, message: message)) {
            try RuleUse(expression)
        }
    }
}
