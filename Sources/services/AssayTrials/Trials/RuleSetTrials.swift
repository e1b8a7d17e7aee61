// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) public import Assay

/// Tries rule sets on data, for pages and editors: `POST /v1/try`.
///
/// A trial reads nothing but the request: it loads no plugin, opens no file and ends within its
/// limits. Values of fields that the rule set calls sensitive are not in the answer.
///
/// Safe to share between threads; `answer(to:)` computes for up to some `TrialLimits.timeout`, so that
/// it belongs on a thread that may be busy.
public struct RuleSetTrials: Sendable {
    private let registry: RuleRegistry
    /// The limits of a trial.
    public let limits: TrialLimits

    /// An answer to a request.
    public enum Answer: Sendable {
        /// The request was tried: a JSON object, without a line break.
        case tried(json: String)
        /// The request cannot be tried, and why, in a sentence.
        case malformed(detail: String)
        /// The request is beyond the limits, and how far.
        case tooLarge(detail: String)
    }

    /// Trials with the rules of a registry.
    ///
    /// - Parameters:
    ///   - registry: The rules that rule sets may use; by default those that come with the engine. One
    ///     with rules of plugins lets everyone who can send a request run them.
    ///   - limits: What a trial may cost.
    public init(registry: RuleRegistry = .standard(), limits: TrialLimits = TrialLimits()) {
        self.registry = registry
        self.limits = limits
    }

    /// Answers a request.
    ///
    /// The request is a JSON object with `rules`, the text of a rule set; `data`, the text of records;
    /// `format`, one of `json`, `ndjson` and `csv`, else detected; `language`, a BCP 47 tag or a value of
    /// `Accept-Language`; `why`, a `record` by its number from 1 and perhaps a `field`; and `examples`, a
    /// `field` of the rule set or `rules`. All may be left out.
    ///
    /// Places in the answer are in UTF-16 code units: `line` and `column` from 1, `start` and `end` from
    /// 0; lines end at a line feed.
    ///
    /// - Parameter request: UTF-8.
    /// - Returns: The answer; see `docs/server.md` for its members.
    public func answer(to request: [UInt8]) -> Answer {
        let read: TrialRequest
        do throws(TrialRequest.Malformed) {
            read = try TrialRequest(json: request, limits: limits)
        } catch {
            return error.isTooLarge
                ? .tooLarge(detail: error.detail) : .malformed(detail: error.detail)
        }
        let trial = RuleSetTrial(read, registry: registry, limits: limits)
        return .tried(json: Value.object(Value.Object(trial.members())).json)
    }
}
