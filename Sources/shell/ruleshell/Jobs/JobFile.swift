// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// A file with jobs: `ruleshell.toml`, or the table `tool.assay` of a `pyproject.toml`.
///
///     [defaults]
///     plugins = ["plugins/acme.so"]
///
///     [jobs.orders]
///     rules = "orders.yaml"
///     inputs = ["data/*.csv"]
///     outputs = ["sarif:orders.sarif"]
///     limits = { max-errors = 100 }
struct JobFile {
    let path: String
    /// The jobs in the order of the file.
    let jobs: [Job]

    static let name = "ruleshell.toml"
    private static let projectName = "pyproject.toml"

    /// Finds the nearest file in a directory or one above it.
    ///
    /// The search ends at the repository or the home directory that the directory is in.
    ///
    /// - Parameter directory: A path without symbolic links.
    /// - Returns: The file, or `nil` if there is none, and the last directory of the search.
    static func find(from directory: String) -> (file: String?, last: String) {
        let home = try? FileSystem.resolve(Environment.variable("HOME"))
        var directory = directory
        while true {
            let own = FileSystem.path(of: name, in: directory)
            if FileSystem.exists(own) { return (own, directory) }
            let project = FileSystem.path(of: projectName, in: directory)
            if FileSystem.exists(project), (try? table(of: project)) != nil {
                return (project, directory)
            }
            let isRepository = FileSystem.hasEntry(FileSystem.path(of: ".git", in: directory))
            if isRepository || directory == home || directory == "/" { return (nil, directory) }
            directory = FileSystem.directory(of: directory)
        }
    }

    /// Rejects a file that only its place makes the file of a run, if another user can have written
    /// it or put it there.
    ///
    /// Its jobs can overwrite any file of this user. A group may share files, as git allows too.
    static func checkOwner(of path: String) throws(Diagnostic) {
        var policy = PluginPolicy.standard
        policy.allowsGroupWritable = true
        do throws(PluginError) {
            // Whoever makes a link chooses the directory that paths are relative to.
            let isLink = (try? FileStatus(path: path, followsLink: false))?.kind == .symbolicLink
            if isLink { _ = try policy.checkOwners(of: FileSystem.directory(of: path)) }
            _ = try policy.checkOwners(of: path)
        } catch {
            throw Diagnostic(
                "config.owner",
                "cannot trust '\(path)': found \(error.found), expected \(error.expected)",
                help: "read the file, and if you trust it, name it: --config '\(path)'")
        }
    }

    /// Returns `true` if a file has jobs and no rules, by its name.
    static func isJobFile(_ path: String) -> Bool { path.hasSuffix(".toml") }

    /// Returns `true` if a file of this name is found as the file of a run, if it has jobs.
    static func isFound(_ fileName: String) -> Bool { [name, projectName].contains(fileName) }

    /// Returns `true` if a file that is found has jobs or cannot be read.
    static func hasJobs(_ path: String) -> Bool {
        !isProject(path) || (try? table(of: path)) != nil
    }

    /// Returns the names of the jobs, or none if the file cannot be read.
    static func jobNames(in path: String) -> [String] {
        (try? table(of: path))?["jobs"]?.members?.map(\.key) ?? []
    }

    private static func isProject(_ path: String) -> Bool {
        path == projectName || path.hasSuffix("/" + projectName)
    }

    /// The table with the jobs.
    private static func table(of path: String) throws(RuleSetError) -> TOMLValue {
        let root = try TOMLDocument.read(path)
        guard isProject(path) else { return root }
        guard let own = root["tool"]?["assay"] else {
            throw RuleSetError([
                RuleSetIssue(
                    code: "config.missing", message: "there is no table 'tool.assay'",
                    help: "write jobs as [tool.assay.jobs.NAME]",
                    location: FileLocation(file: path, line: 1, column: 1))
            ])
        }
        return own
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - registry: The rules whose codes jobs without plugins may select. Rule sets have to exist
    ///     then, too. If it is `nil`, neither is checked.
    /// - Throws: Every issue of the file, with line and column.
    init(contentsOfFile path: String, checkedBy registry: RuleRegistry? = nil) throws(RuleSetError)
    {
        self.path = path
        var reader = JobReader(registry, isProject: Self.isProject(path))
        jobs = reader.jobs(of: try Self.table(of: path))
        guard reader.issues.isEmpty else { throw RuleSetError(reader.issues) }
    }
}

/// Reads jobs from a table, and continues after each issue.
private struct JobReader {
    private let options = JobOptions()
    /// The known rules, or `nil` to check neither rules nor codes nor files.
    private let registry: RuleRegistry?
    private let codes: KnownCodes?
    /// The jobs are a part of another file.
    private let isProject: Bool
    private(set) var issues: [RuleSetIssue] = []

    init(_ registry: RuleRegistry?, isProject: Bool) {
        self.registry = registry
        codes = registry.map { KnownCodes(registry: $0) }
        self.isProject = isProject
    }

    /// The settings that a table gives for a job.
    private struct Settings {
        /// The arguments of each option.
        var options: [(name: String, arguments: [String])] = []
        var inputs: [(pattern: String, location: FileLocation)]?
        /// The values of `select` and `ignore`.
        var codes: [TOMLValue] = []
        /// The values of `rule`.
        var rules: [TOMLValue] = []

        mutating func set(_ name: String, _ arguments: [String]) {
            options.removeAll { $0.name == name }
            options.append((name, arguments))
        }
    }

    mutating func jobs(of root: TOMLValue) -> [Job] {
        var defaults = Settings()
        var jobs: [Job] = []
        for member in root.members ?? [] where !["defaults", "jobs"].contains(member.key) {
            reportUnknown(member, known: ["defaults", "jobs"])
        }
        var given: [String: String] = [:]
        if let table = root["defaults"] { read(table, into: &defaults, given: &given) }
        let table = root["jobs"]
        if let table, table.members == nil {
            reportType(table, expected: "a table of jobs")
            return []
        }
        let members = table?.members ?? []
        if members.isEmpty {
            report(
                "config.missing", "there are no jobs",
                help: "write [\(isProject ? "tool.assay." : "")jobs.NAME] with rules and inputs",
                at: table?.location ?? root.location)
        }
        var outputs = JobOutputs(folder: FileSystem.directory(of: root.location.file))
        for member in members {
            reportZero(in: member.key, at: member.location)
            var settings = defaults
            var given: [String: String] = [:]
            let before = issues.count
            read(member.value, into: &settings, given: &given)
            if !settings.options.contains(where: { $0.name == RecordMinimum.option }) {
                settings.set(
                    RecordMinimum.option, ["--\(RecordMinimum.option)=\(RecordMinimum.ofJobs)"])
            }
            if issues.count == before { check(settings, of: member) }
            let job = Job(
                name: member.key, location: member.location,
                options: settings.options.flatMap(\.arguments), inputs: settings.inputs ?? [])
            for message in outputs.add(job) {
                report(
                    "output.collision", message, help: "name another file in one of the two",
                    at: job.location)
            }
            jobs.append(job)
        }
        return jobs
    }

    /// Checks the options of a job together.
    private mutating func check(_ settings: Settings, of job: TOMLMember) {
        let given = settings.options
        guard given.contains(where: { ["rules", "rule"].contains($0.name) }) else {
            report(
                "config.missing", "the job '\(job.key)' has no rules",
                help: "write rules = \"rules.yaml\"", at: job.location)
            return
        }
        if !given.contains(where: { $0.name == "plugin" }) {
            checkCodes(settings.codes)
            checkRules(settings.rules)
        }
        if let error = JobOptions.error(in: given.flatMap(\.arguments)) {
            report("config.value", error.message, help: error.help, at: job.location)
        }
    }

    /// Reports codes that no finding can have.
    private mutating func checkCodes(_ values: [TOMLValue]) {
        guard let codes else { return }
        for value in values {
            guard case .string(let list) = value.content else { continue }
            for code in list.split(separator: ",").map(String.init) where !codes.covers(code) {
                report(
                    "config.value", "there is no code '\(code)'",
                    help: codes.nearest(to: code).map { "did you mean '\($0)'?" },
                    at: value.location)
            }
        }
    }

    /// Reports values that are not a field with rules.
    private mutating func checkRules(_ values: [TOMLValue]) {
        guard let registry else { return }
        for value in values {
            guard case .string(let text) = value.content else { continue }
            do throws(Diagnostic) {
                _ = try Field(argument: text, registry: registry)
            } catch {
                report("config.value", error.message, help: error.help, at: value.location)
            }
        }
    }

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - table: The defaults, a job, or its limits.
    ///   - settings: The settings to which it adds its own.
    ///   - given: The keys so far, by the option that they mean.
    private mutating func read(
        _ table: TOMLValue, into settings: inout Settings, given: inout [String: String]
    ) {
        guard let members = table.members else {
            reportType(table, expected: "a table")
            return
        }
        for member in members {
            let meaning = options.option(member.key)?.name ?? member.key
            if let other = given.updateValue(member.key, forKey: meaning) {
                reportRepeated(member, other: other)
            } else if member.key == JobOptions.limits {
                read(member.value, into: &settings, given: &given)
            } else if member.key == JobOptions.inputs {
                settings.inputs = inputs(member.value)
            } else if let reason = JobOptions.reason(against: member.key) {
                report(
                    "config.unknownKey", "'\(member.key)' is not allowed in a job",
                    help: reason, at: member.location)
            } else if let option = options.option(member.key) {
                let before = issues.count
                let arguments = self.arguments(of: option, member.value)
                if issues.count == before { settings.set(option.name, arguments) }
                if ["select", "ignore"].contains(option.name) {
                    settings.codes += member.value.elements
                }
                if option.name == "rule" { settings.rules += member.value.elements }
            } else {
                reportUnknown(member, known: options.keys)
            }
        }
    }

    private mutating func inputs(
        _ value: TOMLValue
    ) -> [(pattern: String, location: FileLocation)] {
        if value.elements.isEmpty {
            report(
                "config.noInput", "the list has no inputs",
                help: "name an input, or remove the key to read standard input",
                at: value.location)
        }
        return strings(value)
    }

    private mutating func strings(
        _ value: TOMLValue
    ) -> [(pattern: String, location: FileLocation)] {
        value.elements.compactMap { value in
            guard case .string(let text) = value.content else {
                reportType(value, expected: "a string, or an array of strings")
                return nil
            }
            reportZero(in: text, at: value.location)
            return (text, value.location)
        }
    }

    /// Returns the arguments for an option and its value.
    private mutating func arguments(of option: JobOptions.Option, _ value: TOMLValue) -> [String] {
        if option.isFlag {
            guard case .boolean(let flag) = value.content else {
                reportType(value, expected: "true or false")
                return []
            }
            return flag ? ["--\(option.name)"] : []
        }
        var values = [value]
        if case .list(let elements) = value.content, option.isRepeating { values = elements }
        return values.compactMap { argument(of: option, $0) }
    }

    private mutating func argument(of option: JobOptions.Option, _ value: TOMLValue) -> String? {
        let text: String
        switch value.content {
        case .integer(let number) where option.isNumber: text = "\(number)"
        case .string(let string) where !option.isNumber || option.takesWord(string): text = string
        default:
            let one = option.isNumber ? "an integer" : "a string"
            reportType(
                value, expected: option.isRepeating ? "\(one), or an array of strings" : one)
            return nil
        }
        if reportZero(in: text, at: value.location) { return nil }
        let argument = "--\(option.name)=\(text)"
        if option.name == "rules" { checkFile(text, at: value.location) }
        guard !["rules", "rule"].contains(option.name), let error = JobOptions.error(in: [argument])
        else { return argument }
        // Options that need another one are checked with all of the job.
        guard !error.message.contains(" needs ") else { return argument }
        report("config.value", error.message, help: error.help, at: value.location)
        return nil
    }

    /// Reports a rule set that does not exist; its path is relative to the file.
    private mutating func checkFile(_ path: String, at location: FileLocation) {
        guard codes != nil, path != "-" else { return }
        let folder = FileSystem.directory(of: location.file)
        let whole = path.hasPrefix("/") ? path : FileSystem.path(of: path, in: folder)
        guard !FileSystem.exists(whole) else { return }
        report("config.value", "there is no file '\(path)'", at: location)
    }

    // MARK: - Issues

    private mutating func reportUnknown(_ member: TOMLMember, known: [String]) {
        let near = nearestName(to: member.key, in: known)
        report(
            "config.unknownKey", "there is no key '\(member.key)'",
            help: near.map { "did you mean '\($0)'?" }
                ?? (known.count > 4
                    ? "the keys are 'inputs' and the options of 'ruleshell help validate'"
                    : "the keys here are \(known.joined(separator: ", "))"),
            at: member.location)
    }

    private mutating func reportRepeated(_ member: TOMLMember, other: String) {
        report(
            "config.value",
            other == member.key
                ? "'\(member.key)' is given twice"
                : "'\(other)' and '\(member.key)' are the same option",
            help: other == member.key
                ? "give it once, here or in 'limits'" : "write all of it under one of the keys",
            at: member.location)
    }

    /// Reports a character that no argument and no name of a file can have: it would end there.
    @discardableResult
    private mutating func reportZero(in text: String, at location: FileLocation) -> Bool {
        guard text.utf8.contains(0) else { return false }
        report(
            "config.value", "the text has the character U+0000", help: "remove it", at: location)
        return true
    }

    private mutating func reportType(_ value: TOMLValue, expected: String) {
        report("config.type", "expected \(expected), found \(value.kind)", at: value.location)
    }

    private mutating func report(
        _ code: String, _ message: String, help: String? = nil, at location: FileLocation
    ) {
        // The defaults are checked with each job.
        guard !issues.contains(where: { $0.location == location && $0.message == message }) else {
            return
        }
        issues.append(RuleSetIssue(code: code, message: message, help: help, location: location))
    }
}

extension TOMLValue {
    /// The elements of an array, or the value alone.
    fileprivate var elements: [TOMLValue] {
        if case .list(let elements) = content { elements } else { [self] }
    }
}
