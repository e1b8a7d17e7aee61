// SPDX-License-Identifier: Apache-2.0

/// Which questions can be asked when: the rules of the game, without tasks and time.
///
/// The outcome is that of asking one question after the other in the order of the plan's schedule,
/// leaving out those that an earlier outcome forbids, whatever the order of the answers.
struct QuestionBoard {
    /// What became of a question.
    enum Outcome {
        /// Another rule's outcome keeps it from being asked.
        case skipped
        case answered(Answer)
    }

    let questions: [Question]
    private(set) var outcomes: [Outcome?]
    /// For each question, how many others have to be settled before it.
    private var missing: [Int]
    /// For each question, those that it is missing for, and which of its outcomes forbid them.
    private var followers: [[Follower]]
    private var forbidden: Set<Int> = []
    /// Questions that nothing keeps from being asked, in order; those before `nextReady` were taken.
    private var ready: [Int] = []
    private var nextReady = 0
    /// By identity, the questions that wait for an answer that one of them is asked for.
    private var asked: [ExactKey: [Int]] = [:]
    private var answers: [ExactKey: Answer] = [:]

    private struct Follower {
        let question: Int
        let obstacle: Obstacle
    }

    /// Which outcome keeps a later question from being asked.
    private enum Obstacle {
        /// Any finding, a warning too: behind a rule that stops.
        case finding
        /// What makes the value invalid: for fields that a rule names.
        case failure
    }

    init(_ questions: [Question]) {
        self.questions = questions
        outcomes = Array(repeating: nil, count: questions.count)
        missing = Array(repeating: 0, count: questions.count)
        followers = Array(repeating: [], count: questions.count)
        link()
        ready = questions.indices.filter { missing[$0] == 0 }
    }

    /// The next question to ask; nil if there is none until another answer comes.
    ///
    /// One that has been answered already, for the same rule and values, is settled on the way; one
    /// that is being asked waits for that answer.
    mutating func next() -> Int? {
        while nextReady < ready.count {
            let question = ready[nextReady]
            nextReady += 1
            let identity = questions[question].identity
            if let answer = answers[identity] {
                settle([question], answer)
            } else if asked[identity] != nil {
                asked[identity]?.append(question)
            } else {
                asked[identity] = [question]
                return question
            }
        }
        return nil
    }

    /// Takes the answer to a question that `next` gave.
    mutating func settle(_ question: Int, _ answer: Answer) {
        let identity = questions[question].identity
        answers[identity] = answer
        settle(asked.removeValue(forKey: identity) ?? [], answer)
    }

    private mutating func settle(_ questions: [Int], _ answer: Answer) {
        for question in questions { settle(question, .answered(answer)) }
    }

    /// Notes an outcome, and those of the questions that it forbids.
    private mutating func settle(_ question: Int, _ outcome: Outcome) {
        var settled: [(question: Int, outcome: Outcome)] = [(question, outcome)]
        while let (question, outcome) = settled.popLast() {
            outcomes[question] = outcome
            for follower in followers[question] {
                if isObstacle(outcome, of: question, follower.obstacle) {
                    forbidden.insert(follower.question)
                }
                missing[follower.question] -= 1
                guard missing[follower.question] == 0 else { continue }
                if forbidden.contains(follower.question) {
                    settled.append((follower.question, .skipped))
                } else {
                    ready.append(follower.question)
                }
            }
        }
    }

    private func isObstacle(
        _ outcome: Outcome, of question: Int, _ obstacle: Obstacle
    ) -> Bool {
        guard case .answered(let answer) = outcome else { return false }
        let step = questions[question].step
        let verdict = answer.verdict(under: step.entry.onFault)
        guard verdict.isFail || verdict.isUndecided else { return false }
        // A warning for want of an answer leaves the record valid: the later rule is run.
        if answer.verdict.isUndecided { return verdict.isUndecided || !step.isWarning }
        return obstacle == .finding || !step.isWarning
    }

    // MARK: - Who waits for whom

    private mutating func link() {
        let sites = Dictionary(grouping: questions.indices) { questions[$0].site }
        let turns = questions.map(\.turn)
        for question in questions.indices {
            let (validator, step) = (questions[question].validator, questions[question].step)
            let isBefore = { (other: Int) in
                (turns[other], other) < (turns[question], question)
            }
            for other in sites[questions[question].site] ?? [] where isBefore(other) {
                let stops =
                    validator.policy == .first
                    || questions[other].step.traits.contains(.guardsLaterRules)
                if stops { wait(question, for: other, .finding) }
            }
            for required in step.requiredValidators {
                let others = sites[questions[question].site(of: required)] ?? []
                for other in others where isBefore(other) { wait(question, for: other, .failure) }
            }
        }
    }

    private mutating func wait(_ question: Int, for other: Int, _ obstacle: Obstacle) {
        missing[question] += 1
        followers[other].append(Follower(question: question, obstacle: obstacle))
    }
}

extension Question {
    /// When the rule's turn is in the plan's schedule.
    fileprivate var turn: Int {
        plan.deferredSchedule.firstIndex { run in
            run.validator == place.validator && run.steps.contains(place.step)
        } ?? 0
    }

    /// The value of another validator that a rule sees together with this one: the same element,
    /// where both paths share their `[*]`.
    fileprivate func site(of validator: Int) -> Site {
        let path = plan.validators[validator].path
        let depth = path.segments.count { $0 == .allElements }
        return Site(
            record: record, validator: validator, indexes: Array(place.indexes.prefix(depth)))
    }
}
