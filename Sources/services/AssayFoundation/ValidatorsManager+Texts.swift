// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) public import Assay
import AssayFoundationValues
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// From the texts of a form, a query or a path to a value of its type.
extension ValidatorsManager {
    /// Validates the texts of a form and decodes them.
    ///
    /// Numbers and booleans are read from their texts, an empty text is an absent field, and a type's array
    /// takes one text as well. What the type does not accept is a violation, as it is for JSON.
    ///
    /// - Parameters:
    ///   - type: The type of the form.
    ///   - fields: Its fields in order; see `ValidationRecord.init(form:)`.
    ///   - decoder: Its strategies and its `userInfo` are used.
    ///   - asyncLimits: How many asynchronous rules run at once, and how long: `.seconds(2)`.
    ///   - partial: `true` for a form with a part of the fields; an empty text is not an absent field then.
    /// - Returns: The value.
    /// - Throws: `ValidationError`, and what the type itself throws other than a `DecodingError`.
    public func decode<Decoded: Decodable & Sendable>(
        _ type: Decoded.Type, fromForm fields: [(key: String, value: String)],
        decoder: JSONDecoder = JSONDecoder(), within asyncLimits: AsyncLimits = AsyncLimits(),
        partial: Bool = false
    ) async throws -> Decoded {
        // What a rule set calls missing is no value of the type either.
        let plan = plan
        let record = plan.withoutMissingTexts(ValidationRecord(form: fields))
        return try await validate(record, within: asyncLimits, partial: partial) { report in
            let read = TypedValues(of: record, by: plan, writesDates: false).applied(to: record)
            let values = ValueDecoder(
                texts: .object(record.fields), read: .object(read.fields), decoder)
            var decoded: Decoded?
            do {
                decoded = try values.decode(type)
            } catch let error as DecodingError {
                let count = fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
                let errors = values.mismatches(of: type, after: error, byteCount: count)
                for error in errors { report.add(DecodingFinding(error, from: values)) }
            }
            guard let decoded, report.isValid else { throw ValidationError(report: report) }
            return decoded
        }
    }
}
