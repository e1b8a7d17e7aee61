// SPDX-License-Identifier: Apache-2.0

/// Asks the questions of a board: several at a time, each until its deadline.
///
/// One task owns everything; answers and deadlines reach it through a mailbox, where the first one
/// for a question counts. The rules are asked in tasks that nobody waits for, so that one that
/// ignores its cancellation holds up nobody.
struct Inquiry {
    private struct Reply: Sendable {
        let question: Int
        let answer: Answer
    }

    /// A question that waits for its answer.
    private struct Asking {
        let task: Task<Void, Never>
        let timer: Task<Void, Never>?

        func cancel() {
            task.cancel()
            timer?.cancel()
        }
    }

    private let limits: AsyncLimits
    private let mailbox: AsyncStream<Reply>.Continuation
    private let replies: AsyncStream<Reply>
    private var board: QuestionBoard
    private var running: [Int: Asking] = [:]

    /// What became of each question.
    static func outcomes(
        of questions: [Question], _ limits: AsyncLimits
    ) async -> [QuestionBoard.Outcome] {
        var inquiry = Inquiry(questions, limits)
        return await inquiry.run()
    }

    private init(_ questions: [Question], _ limits: AsyncLimits) {
        self.limits = limits
        (replies, mailbox) = AsyncStream.makeStream()
        board = QuestionBoard(questions)
    }

    /// Ends when all questions are settled, or when the task that runs it is cancelled: the mailbox
    /// is closed then.
    private mutating func run() async -> [QuestionBoard.Outcome] {
        var iterator = replies.makeAsyncIterator()
        ask()
        while !running.isEmpty, let reply = await iterator.next() {
            // An answer and the deadline can both have arrived.
            guard let asking = running.removeValue(forKey: reply.question) else { continue }
            asking.cancel()
            board.settle(reply.question, reply.answer)
            ask()
        }
        settleRest()
        return board.outcomes.map { $0 ?? .answered(Answer(.undecided(.cancelled))) }
    }

    private mutating func ask() {
        while running.count < limits.maximumConcurrent, !Task.isCancelled,
            let question = board.next()
        {
            running[question] = Asking(
                task: answer(question), timer: limits.deadline.map { timer(question, $0) })
        }
    }

    private func answer(_ question: Int) -> Task<Void, Never> {
        let (asked, mailbox) = (board.questions[question], mailbox)
        return Task { mailbox.yield(Reply(question: question, answer: await asked.ask())) }
    }

    private func timer(_ question: Int, _ deadline: Duration) -> Task<Void, Never> {
        timer(question, deadline, limits.clock)
    }

    /// The deadline is that of this moment, whenever the task gets to run.
    private func timer<C: Clock<Duration>>(
        _ question: Int, _ deadline: Duration, _ clock: C
    ) -> Task<Void, Never> {
        let (end, mailbox) = (clock.now.advanced(by: deadline), mailbox)
        return Task {
            guard (try? await clock.sleep(until: end, tolerance: nil)) != nil else { return }
            mailbox.yield(Reply(question: question, answer: Answer(.undecided(.deadline))))
        }
    }

    /// Cancels what is still being asked, and everything that was to be asked behind it.
    private mutating func settleRest() {
        let cancelled = Answer(.undecided(.cancelled))
        for (question, asking) in running {
            asking.cancel()
            board.settle(question, cancelled)
        }
        while let question = board.next() { board.settle(question, cancelled) }
    }
}
