// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayDataSets
public import CAssay

extension assay_dataset_options {
    private static let mostMemory: UInt64 = 1 << 40

    func settings(
        _ plan: ValidationPlan, _ filter: CodeFilter?
    ) throws(LibraryError) -> DataSetSettings {
        try checkFlags(flags, "options->flags")
        var settings = DataSetSettings()
        let directory = try scratch.path("options->scratch", limit: 1 << 16)
        if !directory.isEmpty { settings.scratchDirectory = directory }
        guard scratch_memory <= Self.mostMemory else {
            throw .argument("'options->scratch_memory' is above 1 TiB")
        }
        if scratch_memory > 0 { settings.scratchMemory = Int(scratch_memory) }
        if scratch_limit > 0 { settings.scratchLimit = Int(clamping: scratch_limit) }
        settings.skippedRules = Set(
            plan.recordsRules.indices.filter { !plan.recordsRules[$0].isSelected(by: filter) })
        return settings
    }

    /// The files of sources that the caller passes.
    func givenSources(
        of plan: ValidationPlan
    ) throws(LibraryError) -> [(name: String, path: String)] {
        guard source_count > 0 else { return [] }
        guard let sources, source_count <= 1 << 10 else {
            throw .argument("'options->sources' is NULL, or has too many sources")
        }
        var given: [(name: String, path: String)] = []
        for index in 0..<Int(source_count) {
            let name = try sources[index].name.text("options->sources[].name", limit: 1 << 16)
            let path = try sources[index].path.path("options->sources[].path", limit: 1 << 16)
            guard let source = plan.sources.first(where: { $0.name == name }) else {
                let names = plan.sources.filter { !$0.isSelf }.map(\.name)
                throw .argument(
                    "'sources': the rule set has no source '\(name)'; "
                        + (names.isEmpty
                            ? "it has none" : "its sources are \(names.joined(separator: ", "))"))
            }
            guard !source.isSelf else {
                throw .argument("'sources': the source '\(name)' is the data set itself")
            }
            guard !path.isEmpty else {
                throw .argument("'sources': the source '\(name)' has an empty path")
            }
            guard !given.contains(where: { $0.name == name }) else {
                throw .argument("'sources': the source '\(name)' is there twice")
            }
            given.append((name, path))
        }
        return given
    }
}

extension Session {
    /// Adds the records of all checks from now on to a data set.
    fileprivate func attach(_ dataSet: RecordsDataSet) throws(LibraryError) {
        guard collector == nil else { throw .state("the session adds to a data set already") }
        guard dataSet.rules === rules else {
            throw .argument("'session' has other rules than the data set")
        }
        guard dataSet.filter == limits.filter else {
            throw .argument("'session' has another 'select' or 'ignore' than the data set")
        }
        guard lines == nil else { throw .state("the session has an open input") }
        collector = Collector(dataSet)
    }

    fileprivate func next(of dataSet: RecordsDataSet) throws(LibraryError) -> UInt64? {
        guard collector?.dataSet === dataSet else {
            throw .state("the session does not add to the data set")
        }
        begin(rows: 0)
        let part = try dataSet.next { code, rule in texts.slot(of: code, ofRecordsRule: rule) }
        guard let part else { return nil }
        var found = Outcome()
        found.isOfDataSet = true
        found.hasPlaces = true
        found.placed = part.findings
        count(found.placed, into: &found.numbers)
        found.numbers.invalid_count = UInt64(part.newlyInvalid)
        outcome = found
        return part.input.map { UInt64($0) } ?? ASSAY_NO_INPUT
    }
}

@c @implementation
public func assay_dataset_create(
    _ session: OpaquePointer?, _ options: UnsafePointer<assay_dataset_options>?,
    _ dataset: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let session: Session = try object(session, "session")
        guard let dataset else { throw .argument("'dataset' is NULL") }
        let given = try assay_dataset_options.given(options, "options")
        dataset.pointee = try session.rules.engine.nest { () throws(LibraryError) in
            try session.use { () throws(LibraryError) in
                guard session.collector == nil else {
                    throw .state("the session adds to a data set already")
                }
                let made = try RecordsDataSet(session, given)
                try session.attach(made)
                return retained(made)
            }
        }
        return ASSAY_OK
    }
}

@c @implementation
public func assay_dataset_attach(
    _ dataset: OpaquePointer?, _ session: OpaquePointer?,
    _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let dataset: RecordsDataSet = try object(dataset, "dataset")
        let session: Session = try object(session, "session")
        try session.use { () throws(LibraryError) in try session.attach(dataset) }
        return ASSAY_OK
    }
}

@c @implementation
public func assay_dataset_finish(
    _ dataset: OpaquePointer?, _ flags: UInt32, _ json: UnsafeMutablePointer<assay_str>?,
    _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let dataset: RecordsDataSet = try object(dataset, "dataset")
        guard let json else { throw .argument("'json' is NULL") }
        try checkFlags(flags, known: ASSAY_DATASET_INCOMPLETE, "flags")
        json.pointee = try dataset.finish(isIncomplete: flags & ASSAY_DATASET_INCOMPLETE != 0).str
        return ASSAY_OK
    }
}

@c @implementation
public func assay_dataset_next(
    _ dataset: OpaquePointer?, _ session: OpaquePointer?,
    _ input: UnsafeMutablePointer<UInt64>?, _ result: UnsafeMutablePointer<assay_result>?,
    _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let dataset: RecordsDataSet = try object(dataset, "dataset")
        let session: Session = try object(session, "session")
        guard let input else { throw .argument("'input' is NULL") }
        return try session.check(result) { () throws(LibraryError) in
            guard let next = try session.next(of: dataset) else { return ASSAY_END }
            input.pointee = next
            return ASSAY_OK
        }
    }
}

@c @implementation
public func assay_dataset_release(_ dataset: OpaquePointer?) {
    release(dataset, as: RecordsDataSet.self)
}
