// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Reads a list of parameters: the parameters of a rule, or the settings of a plugin.
struct ParameterReader {
    let reader: TableReader
    /// The owner of the parameters, for errors: "rule 2 'even'".
    let place: String

    func parameters(
        _ list: UnsafePointer<UnsafePointer<assay_parameter>?>?, count: UInt32
    ) throws(PluginTableError) -> [RuleParameter] {
        try reader.checkCount(count, "\(place): parameter_count")
        var parameters: [RuleParameter] = []
        for index in 0..<Int(count) {
            let place = "\(place), parameter \(index)"
            parameters.append(try parameter(try reader.structure(list?[index], place), place))
        }
        return parameters
    }

    private func parameter(
        _ raw: assay_parameter, _ place: String
    ) throws(PluginTableError) -> RuleParameter {
        let isLimited = raw.minimum != 0 || raw.maximum != 0
        guard raw.minimum <= raw.maximum else {
            throw PluginTableError(
                place: place, found: "minimum \(raw.minimum), maximum \(raw.maximum)",
                expected: "a minimum that is not above the maximum")
        }
        return RuleParameter(
            try reader.text(raw.name, place), try kind(raw, place),
            isRequired: raw.flags & ASSAY_PARAM_REQUIRED != 0,
            default: try defaultValue(raw, place),
            limits: isLimited ? raw.minimum...raw.maximum : nil, try reader.text(raw.summary, place)
        )
    }

    private func defaultValue(
        _ raw: assay_parameter, _ place: String
    ) throws(PluginTableError) -> Value {
        var value = raw.default_value
        guard value.kind <= ASSAY_STR else {
            throw PluginTableError(
                place: place, found: "a default of kind \(value.kind)",
                expected: "a boolean, a number or a string")
        }
        if value.kind == ASSAY_STR {
            _ = try reader.text(assay_str(ptr: value.as.ptr, len: value.len), place)
        }
        return withUnsafePointer(to: &value) { Value(FieldValue(unsafePointer: $0)) }
    }

    private func kind(
        _ raw: assay_parameter, _ place: String
    ) throws(PluginTableError) -> RuleParameter.Kind {
        switch raw.type {
        case ASSAY_PARAM_STRING: return .string
        case ASSAY_PARAM_INTEGER: return .integer
        case ASSAY_PARAM_NUMBER: return .number
        case ASSAY_PARAM_BOOLEAN: return .boolean
        case ASSAY_PARAM_LIST: return .list
        case ASSAY_PARAM_VALUE: return .value
        case ASSAY_PARAM_FIELD: return .field
        case ASSAY_PARAM_PATTERN: return .pattern
        case ASSAY_PARAM_CHOICE: return .choice(try choices(raw, place))
        default:
            throw PluginTableError(
                place: place, found: "type \(raw.type)", expected: "a type from 1 to 9")
        }
    }

    private func choices(
        _ raw: assay_parameter, _ place: String
    ) throws(PluginTableError) -> [String] {
        try reader.checkCount(raw.choice_count, "\(place): choice_count")
        guard let choices = raw.choices, raw.choice_count > 0 else {
            throw reader.missing("\(place): choices")
        }
        var names: [String] = []
        for index in 0..<Int(raw.choice_count) {
            names.append(try reader.text(choices[index], place))
        }
        return names
    }
}
