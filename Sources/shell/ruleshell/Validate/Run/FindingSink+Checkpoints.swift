// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Assay

// Checkpoints of a run, from which another run can continue.
extension FindingSink {
    /// Writes a checkpoint if the next one is due.
    func saveIfDue(_ state: inout State) {
        guard settings.checkpoint != nil, state.clock.isDue else { return }
        save(&state, status: nil)
    }

    /// Writes a checkpoint.
    ///
    /// - Parameters:
    ///   - state: The state of the run, which is locked.
    ///   - status: The exit status of the run, or `nil` if it has not ended.
    func save(_ state: inout State, status: ExitStatus?) {
        guard let file = settings.checkpoint, state.failure == nil else { return }
        let start = ContinuousClock.now
        for index in state.reports.indices { state.reports[index].synchronize() }
        state.split.synchronize()
        guard state.failure == nil else { return }
        var checkpoint = state.checkpoint
        checkpoint.page = settings.page?.saved ?? .null
        checkpoint.ends = settings.outputs.streams.map { $0.end ?? 0 }
        do throws(Diagnostic) {
            // A run that has ended leaves nothing to continue.
            if status == nil { checkpoint.dataSet = try settings.dataSet?.save() ?? .null }
        } catch {
            state.checkpointFailure = error
            return
        }
        checkpoint.status = status.map { Int($0.rawValue) }
        state.checkpointFailure = file.write(checkpoint)
        state.clock.took(since: start)
        if status != nil, state.checkpointFailure == nil { settings.dataSet?.removeFiles() }
    }

    /// Draws the progress of the run, if it is wanted.
    ///
    /// - Returns: `false` if the run has ended.
    func drawProgress() -> Bool {
        state.withLock { state in
            guard !state.isFinished else { return false }
            state.progress?.draw(state.totals.counts)
            return true
        }
    }
}

extension FindingSink.State {
    var checkpoint: Checkpoint {
        var checkpoint = Checkpoint()
        checkpoint.input = input
        checkpoint.position = position
        checkpoint.counts = totals.counts
        checkpoint.recordsOfInput = recordsOfInput
        checkpoint.malformedOfInput = malformedOfInput
        checkpoint.seen = presence.seenPlaces
        checkpoint.missingFields = missingFields
        checkpoint.remainingErrors = remainingErrors == .max ? nil : remainingErrors
        checkpoint.isTruncated = totals.isTruncated
        checkpoint.hasUnreadable = hasUnreadable
        checkpoint.hasUncheckable = hasUncheckable
        checkpoint.notices = notices
        checkpoint.csvInputs = csvInputs
        checkpoint.seconds = totals.seconds
        checkpoint.tally = tally.counts
        checkpoint.report = .array(reports.map(\.writer.saved))
        checkpoint.statistics = statistics?.saved ?? .null
        checkpoint.split = split.state
        checkpoint.tolerances = tolerances?.saved ?? []
        checkpoint.toleratedWarnings = totals.toleratedWarnings
        return checkpoint
    }

    mutating func restore(_ checkpoint: Checkpoint) {
        input = checkpoint.input
        position = checkpoint.position
        totals.counts = checkpoint.counts
        totals.earlierSeconds = checkpoint.seconds
        totals.isTruncated = checkpoint.isTruncated
        recordsOfInput = checkpoint.recordsOfInput
        malformedOfInput = checkpoint.malformedOfInput
        missingFields = checkpoint.missingFields
        remainingErrors = checkpoint.remainingErrors ?? .max
        hasUnreadable = checkpoint.hasUnreadable
        hasUncheckable = checkpoint.hasUncheckable
        notices = checkpoint.notices
        csvInputs = checkpoint.csvInputs
        if checkpoint.tally.count == tally.counts.count { tally.counts = checkpoint.tally }
        for index in reports.indices { reports[index].writer.restore(checkpoint.report[index]) }
        statistics?.restore(checkpoint.statistics)
        totals.toleratedWarnings = checkpoint.toleratedWarnings
    }
}
