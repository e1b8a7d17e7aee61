// SPDX-License-Identifier: Apache-2.0
import Dispatch

/// The threads on which records are validated by rules of plugins.
///
/// A rule that does not return holds its thread. These are apart from the threads that answer other requests, such as
/// those for the health of the server, and that end it.
final class ValidationThreads: TaskExecutor {
    private let queue = DispatchQueue(label: "assay.validation", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
