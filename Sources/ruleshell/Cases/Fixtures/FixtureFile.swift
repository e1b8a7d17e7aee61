// SPDX-License-Identifier: Apache-2.0
import Assay
import Glibc

/// A file of fixtures: YAML or JSON with a list of cases, or JSON Lines with a case in each line.
struct FixtureFile {
    let path: String
    /// The rule set of its records, unless a case names another one.
    let rules: String?
    var cases: [FixtureCase] = []
    /// What in the file is no case.
    var mistakes: [FixtureMistake] = []

    /// Reads a list of cases: `rules:` and `cases:` in YAML or JSON.
    ///
    /// - Throws: That the file cannot be read or is no list of cases.
    init(contentsOfFile path: String) throws(RuleSetError) {
        self.path = path
        let start = FileLocation(file: path, line: 1, column: 1)
        guard let root = try PlacedValueReader.read(contentsOfFile: path) else {
            rules = FixtureFile.ruleSet(beside: path)
            mistakes = [FixtureMistake("the file has no cases", start)]
            return
        }
        var given: String?
        if case .scalar(.string(let text))? = root["rules"]?.content { given = text }
        rules = given.map { Self.path($0, beside: path) } ?? FixtureFile.ruleSet(beside: path)
        guard case .list(let elements)? = root["cases"]?.content else {
            mistakes = [FixtureMistake("the file has no list 'cases'", root.location)]
            return
        }
        for element in elements { add(element) }
    }

    /// Prepares a file in JSON Lines, to which cases are added.
    init(lines path: String) {
        self.path = path
        rules = FixtureFile.ruleSet(beside: path)
    }

    mutating func add(_ element: PlacedValue) {
        do throws(FixtureMistake) {
            cases.append(try FixtureCase(element))
        } catch {
            mistakes.append(error)
        }
    }

    /// Adds a line of JSON, which is a fixture if it has a record or an expression.
    ///
    /// - Returns: Whether it is one.
    mutating func add(line: String, number: Int) -> Bool {
        guard case .object(let object)? = try? JSONValueParser.parse(line),
            object["record"] != nil || object["expression"] != nil
        else { return false }
        add(PlacedValue(.object(object), at: FileLocation(file: path, line: number, column: 1)))
        return true
    }

    // MARK: - Names

    private static let ending = ".test."
    private static let ruleSetEndings = ["yaml", "yml", "json"]

    /// True for names such as `people.test.yaml`.
    static func isFixture(_ name: String) -> Bool {
        (ruleSetEndings + ["jsonl"]).contains { name.hasSuffix(ending + $0) }
    }

    /// True for names that rule sets and lists of cases have.
    static func isDocument(_ name: String) -> Bool {
        ruleSetEndings.contains { name.hasSuffix("." + $0) }
    }

    /// The fixtures beside a rule set, by name: `people.test.yaml` beside `people.yaml`.
    static func fixtures(beside rules: String) -> [String] {
        guard let dot = rules.lastIndex(of: ".") else { return [] }
        return (ruleSetEndings + ["jsonl"]).map { String(rules[..<dot]) + ending + $0 }
            .filter { access($0, F_OK) == 0 }
    }

    /// The rule set that a fixture's name belongs to; nil if there is none.
    private static func ruleSet(beside path: String) -> String? {
        guard let range = path.ranges(of: ending).last else { return nil }
        return ruleSetEndings.map { String(path[..<range.lowerBound]) + "." + $0 }
            .first { access($0, F_OK) == 0 }
    }

    /// A path that is named in another file.
    static func path(_ name: String, beside file: String) -> String {
        guard !name.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return name }
        return file[...slash] + name
    }

    /// The fixtures in a folder and in those below it, in the order of their names.
    static func fixtures(inFolder folder: String, depth: Int = 0) -> [String] {
        guard depth < 32, let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted().flatMap { name -> [String] in
            let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
            if isFolder(path) { return fixtures(inFolder: path, depth: depth + 1) }
            return isFixture(name) ? [path] : []
        }
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
