// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The rules for the formats of JSON Schema and of OpenAPI.
enum SchemaFormats {
    /// The rule of a format, with the kinds of the values that it is about, or `nil` for a format without a rule.
    static func rule(of format: String) -> (rule: RuleExpression, kinds: KindSet)? {
        switch format {
        case "date-time": text("dateTime")
        case "date": text("date")
        case "time": text("time")
        case "duration": text("duration")
        case "email": text("email", .init(name: "mode", .word("rfc5321")))
        case "idn-email": text("email", .init(name: "mode", .word("rfc6531")))
        case "hostname": text("hostname")
        case "idn-hostname": text("idnHostname")
        case "ipv4": text("ip", .init(.value(4)))
        case "ipv6": text("ip", .init(.value(6)))
        case "uri": text("uri")
        case "uri-reference": text("uriReference")
        case "iri": text("iri")
        case "iri-reference": text("iriReference")
        case "uuid": text("uuid")
        case "uri-template": text("uriTemplate")
        case "json-pointer": text("jsonPointer")
        case "relative-json-pointer": text("relativeJSONPointer")
        case "byte": text("base64")
        case "int32": (range(Int64(Int32.min), Int64(Int32.max)), .number)
        case "int64": (range(.min, .max), .number)
        default: nil
        }
    }

    /// The formats that say how a value is shown or stored, and nothing about which values are valid.
    static let descriptions: Set<String> = ["float", "double", "password", "binary", "decimal"]

    private static func text(_ id: String, _ arguments: RuleArgument...) -> (
        RuleExpression, KindSet
    ) {
        (RuleExpression(id, arguments), .string)
    }

    private static func range(_ lower: Int64, _ upper: Int64) -> RuleExpression {
        RuleExpression(
            "range", [RuleArgument(.range(lower: .integer(lower), upper: .integer(upper)))])
    }
}
