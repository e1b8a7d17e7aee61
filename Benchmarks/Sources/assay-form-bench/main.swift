// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Glibc

// assay-form-bench [--fields N] [--rows N] [--keystrokes N] [--rounds N] [--scenario NAME]
//
// What a keystroke in a form costs: the change of state, the validation of its field and of those
// that depend on it, the notification of who observes. Prints one JSON object.

do {
    let options = try FormBenchOptions(CommandLine.arguments.dropFirst())
    let plans = KeystrokeScenario.all(options)
        .filter { options.scenario == nil || options.scenario == $0.name }
    guard !plans.isEmpty else {
        throw UsageError(message: "unknown scenario \(options.scenario ?? "")")
    }
    let figures = try plans.map { plan in
        "\"\(plan.name)_ns\":\(try plan.make(plan.name).measure(options))"
    }
    print(
        "{\"fields\":\(options.fields),\"rows\":\(options.rows),\(figures.joined(separator: ","))}")
} catch {
    print("assay-form-bench: \(error)")
    exit(2)
}
