// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayServices

/// A check that the plugin releases every pattern that the host has compiled for it.
enum ServicesCheck: PluginCheck {
    static let name = "services"
    static let summary = "patterns are released in destroy, once, and not used afterwards"

    static func run(in trial: Trial) {
        trial.withExpressions { rule, bound in
            let before = ServiceUse.livePatterns
            let notes = ServiceUse.misuse.count
            var place = trial.place(of: rule, with: bound)
            if let instance = trial.create(rule, with: bound).instance {
                let rows = trial.rows(for: instance)
                if rows.count > 0 {
                    place = trial.place(of: instance, on: rows)
                    _ = trial.evaluate(instance, on: rows)
                }
                trial.destroy(instance)
            }
            report(at: place, before: before, after: ServiceUse.livePatterns, in: trial)
            if let found = ServiceUse.misuse.dropFirst(notes).first {
                report(at: place, found: found, in: trial)
            }
        }
    }

    private static func report(at place: CheckPlace, before: Int, after: Int, in trial: Trial) {
        guard after > before else { return }
        let count = after - before
        report(
            at: place,
            found: count == 1
                ? "a pattern that create or evaluate has compiled, after destroy"
                : "\(count) patterns that create or evaluate has compiled, after destroy",
            in: trial)
    }

    private static func report(at place: CheckPlace, found: String, in trial: Trial) {
        trial.report(
            CheckFinding(
                at: place, found: found,
                expected: "each pattern released once, in destroy, and used before that alone",
                remedy: "see assay_services.h"))
    }
}
