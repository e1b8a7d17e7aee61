// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayFoundation
import Hummingbird
import Metrics

/// Takes a sign-up that its rules accept into the database.
struct SignUpDesk: Sendable {
    /// The longest that a rule waits for the database or for a plugin in a process of its own.
    static let limits = AsyncLimits.seconds(5)
    /// A name can become free again between the index and the rule.
    private static let attempts = 3

    let rules: RuleSetWatch
    private let members: Members
    private let joined: Counter
    private let taken: Counter

    init(rules: RuleSetWatch, members: Members, metrics: any MetricsFactory) {
        self.rules = rules
        self.members = members
        joined = Counter(label: "sign_up_members_total", factory: metrics)
        taken = Counter(label: "sign_up_taken_at_insert_total", factory: metrics)
    }

    var validators: ValidatorsManager { rules.validators }

    /// Adds a member.
    ///
    /// A name that was free when its rule asked can be taken since. The unique index says so, and the rule is
    /// asked again: it finds what the index has found, at the field, in the words of the rule set.
    ///
    /// - Parameter signUp: One that is valid.
    /// - Throws: `ValidationError` with the report if the name is taken; a conflict if the rule set that is now
    ///   in force does not ask whether it is.
    func add(_ signUp: SignUp) async throws {
        for _ in 0..<Self.attempts {
            if try await members.add(signUp) { return joined.increment() }
            taken.increment()
            let record = try ValidationRecord(encoding: signUp)
            let report = await validators.validate(record, within: Self.limits)
            guard report.isValid else { throw ValidationError(report: report) }
        }
        throw HTTPError(.conflict, message: "the name is taken")
    }
}
