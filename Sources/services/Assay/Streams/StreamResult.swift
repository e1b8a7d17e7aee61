// SPDX-License-Identifier: Apache-2.0

/// The result of validating the records of an input that was read to its end.
@_spi(Engine) public enum StreamResult: String, Sendable {
    /// There are records, and all of them are valid.
    case valid
    /// There is no record, so that nothing was validated.
    case empty
    /// A record or the header has an error, or a rule could not decide.
    case invalid
    /// The input is malformed as a whole: no record can be read, or there is malformed text outside
    /// of the records.
    case malformed

    /// The status code of an HTTP answer about a body with this result.
    public var httpStatus: Int {
        switch self {
        case .valid, .empty: 200
        case .invalid: 422
        case .malformed: 400
        }
    }
}

extension StreamCounts {
    /// The result that the numbers mean, if they are those of a whole input.
    @_spi(Engine) public var result: StreamResult {
        if malformedTexts > 0 || malformed > 0 && malformed == records { return .malformed }
        // `violations` has warnings too that a report left out.
        if invalid > 0 || inputErrors > 0 { return .invalid }
        return records > 0 ? .valid : .empty
    }
}
