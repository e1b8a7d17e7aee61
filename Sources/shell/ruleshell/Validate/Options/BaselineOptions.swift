// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
@_spi(Engine) import Assay
import AssaySystem

/// The options of `validate` for baselines, which hold the findings of earlier runs.
struct BaselineOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Report only findings that are not in this baseline.", valueName: "file"),
        completion: .file())
    var baseline: String?

    @Option(
        help: ArgumentHelp(
            "Write the findings as a baseline; an existing baseline only loses findings.",
            valueName: "file"),
        completion: .file())
    var writeBaseline: String?

    @Flag(help: "Add new findings to an existing baseline.")
    var acceptNew = false

    @Flag(help: "Exit with status 1 if findings of the baseline are gone.")
    var strictBaseline = false

    func validate() throws {
        for (option, path) in [("--baseline", baseline), ("--write-baseline", writeBaseline)]
        where path == "-" || path == "" {
            throw ValidationError("\(option) takes the name of a file, not '\(path ?? "")'")
        }
        if acceptNew, writeBaseline == nil {
            throw ValidationError("--accept-new needs --write-baseline")
        }
        if strictBaseline, baseline == nil, writeBaseline == nil {
            throw ValidationError("--strict-baseline needs --baseline")
        }
    }

    /// Rejects options that a baseline cannot be used with.
    func check(_ output: OutputOptions, html: String?, limit: Int?) throws {
        guard baseline != nil || writeBaseline != nil else { return }
        let name = baseline == nil ? "--write-baseline" : "--baseline"
        if output.checkpoint != nil {
            throw ValidationError("\(name) cannot be used with --checkpoint")
        }
        if html != nil {
            throw ValidationError(
                "\(name) cannot be used with --html. Write the page, which shows all findings, in a "
                    + "run of its own")
        }
        if writeBaseline != nil, limit != nil {
            throw ValidationError(
                "--write-baseline needs the findings of all records. Leave out --limit")
        }
    }

    /// The file that the next baseline replaces, or `nil` if there is none, or a device or a pipe.
    var writtenNode: FileNode? { writeBaseline.flatMap { FileNode(path: $0) } }

    /// `true` if the baseline to read is the one to write, and is not there yet.
    private var isFirst: Bool {
        guard let baseline, let writeBaseline, !FileSystem.hasEntry(baseline) else { return false }
        return FilePlace(baseline) == FilePlace(writeBaseline)
    }

    /// Returns the baseline of a run and how it is used, or `nil` without one.
    ///
    /// - Throws: A diagnostic if a file is not a baseline, or was written with another identity, and
    ///   if the identity is sensitive.
    func use(with ruleSet: RuleSet, plan: ValidationPlan) throws(Diagnostic) -> BaselineUse? {
        guard baseline != nil || writeBaseline != nil else { return nil }
        if let path = plan.sensitiveIdentity {
            throw Diagnostic(
                "baseline.identity",
                "'identity' names '\(path)', which is sensitive: its value can be found by trying "
                    + "values against the lines of a baseline",
                help: "name a field under 'identity' that is not sensitive")
        }
        let identity = ruleSet.identity.map(\.description)
        var source = isFirst ? nil : baseline
        if source == nil, writtenNode != nil { source = writeBaseline }
        let old = try source.map { path throws(Diagnostic) in
            try Baseline(contentsOfFile: path, identity: identity)
        }
        return BaselineUse(
            baseline: old ?? Baseline(identity: identity), source: source, output: writeBaseline,
            acceptsNew: acceptNew || old == nil, isStrict: strictBaseline)
    }
}
