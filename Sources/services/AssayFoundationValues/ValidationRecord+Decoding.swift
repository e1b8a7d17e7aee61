// SPDX-License-Identifier: Apache-2.0
package import AssayCore
#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension ValidationRecord {
    /// The record as a value of a type, whose keys are those of the record.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - decoder: Its strategies and its `userInfo` are used.
    /// - Returns: The value.
    /// - Throws: `ValidationError` with the violations that decoding found; and what the type
    ///   itself throws other than a `DecodingError`.
    package func decode<Decoded: Decodable>(
        _ type: Decoded.Type, by decoder: JSONDecoder
    ) throws -> Decoded {
        let decoder = ValueDecoder(.object(fields), decoder)
        do {
            return try decoder.decode(type)
        } catch let error as DecodingError {
            var report = ValidationReport()
            let errors = decoder.mismatches(of: type, after: error, byteCount: 0)
            for error in errors { report.add(DecodingFinding(error, from: decoder)) }
            throw ValidationError(report: report)
        }
    }
}
