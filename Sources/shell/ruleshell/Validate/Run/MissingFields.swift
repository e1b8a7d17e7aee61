// SPDX-License-Identifier: Apache-2.0
import Assay

/// The fields that inputs of a run do not have.
///
/// A field that no input has is told once for the run. A field that other inputs have is told for
/// the inputs without it, since its name may be mistyped there.
struct MissingFields {
    /// An input whose fields are known, and the fields that none of its records has.
    struct Input {
        let name: String
        /// `true` if its columns say which fields its records have.
        let isOfColumns: Bool
        /// `true` if enough of its records were read to warn of fields that no similar name replaces.
        let tellsMissing: Bool
        let fields: [FieldPresence.MissingField]
        /// The field of each path: a rule set may have thousands.
        let fieldsByPath: [FieldPath: FieldPresence.MissingField]

        init(
            name: String, isOfColumns: Bool, tellsMissing: Bool,
            fields: [FieldPresence.MissingField]
        ) {
            self.name = name
            self.isOfColumns = isOfColumns
            self.tellsMissing = tellsMissing
            self.fields = fields
            fieldsByPath = Dictionary(fields.map { ($0.path, $0) }) { first, _ in first }
        }
    }

    /// The inputs that lack fields, in their order.
    private(set) var inputs: [Input] = []
    /// The number of all inputs whose fields are known.
    private(set) var inputCount = 0

    /// Adds an input that ended.
    ///
    /// - Parameters:
    ///   - name: The name of the input.
    ///   - presence: The fields of the input.
    ///   - tellsMissing: `true` if enough of its records were read to warn of fields that no similar
    ///     name replaces. A single record may lack them because they are optional, but not if it has
    ///     columns.
    ///   - isPartial: `true` if records have a part of the fields, so that fields may be missing.
    mutating func add(
        _ name: String, presence: FieldPresence, tellsMissing: Bool, isPartial: Bool = false
    ) {
        guard presence.hasRecords else { return }
        inputCount += 1
        let fields = presence.neverSeen
        guard !fields.isEmpty else { return }
        let isOfColumns = presence.isOfColumns
        inputs.append(
            Input(
                name: name, isOfColumns: isOfColumns,
                tellsMissing: (tellsMissing || isOfColumns) && !isPartial, fields: fields))
    }

    /// Returns the warnings about the fields.
    ///
    /// - Parameters:
    ///   - tellsMissing: The same for the run as `add` takes for an input.
    ///   - isPartial: The same as `add` takes.
    /// - Returns: The warnings about the whole run, then those about inputs.
    func notices(tellsMissing: Bool, isPartial: Bool = false) -> [RunNotice] {
        let tellsMissing = (tellsMissing || inputs.contains(where: \.isOfColumns)) && !isPartial
        var places: [FieldPath: [Int]] = [:]
        var order: [FieldPath] = []
        for (place, input) in inputs.enumerated() {
            for field in input.fields {
                if places[field.path] == nil { order.append(field.path) }
                places[field.path, default: []].append(place)
            }
        }
        let ofRun = order.filter { places[$0]?.count == inputCount }
        var notices = MissingFieldWarnings(
            ofRun.compactMap { field(at: $0, in: places[$0] ?? []) }, tellsMissing: tellsMissing
        ).all.map { RunNotice($0, isError: false) }
        // Fields of the same inputs share their warnings.
        var groups: [(inputs: [Int], fields: [FieldPresence.MissingField])] = []
        var groupOfInputs: [[Int]: Int] = [:]
        for path in order where places[path]?.count != inputCount {
            let told = (places[path] ?? []).filter { tells(path, ofInput: $0) }
            guard let field = field(at: path, in: told) else { continue }
            if let group = groupOfInputs[told] {
                groups[group].fields.append(field)
            } else {
                groupOfInputs[told] = groups.count
                groups.append((told, [field]))
            }
        }
        for group in groups {
            let names = group.inputs.map { inputs[$0].name }
            notices += MissingFieldWarnings(group.fields, inputs: names, tellsMissing: true).all
                .map { RunNotice($0, isError: false, input: names.count == 1 ? names[0] : nil) }
        }
        return notices
    }

    /// The field as the first of some inputs lacks it, preferably one that has a similar name.
    private func field(at path: FieldPath, in places: [Int]) -> FieldPresence.MissingField? {
        let fields = places.compactMap { inputs[$0].fieldsByPath[path] }
        return fields.first { $0.nearest != nil } ?? fields.first { !$0.isMerelyMissing }
            ?? fields.first
    }

    /// Returns `true` if a field that other inputs have is told for one without it.
    private func tells(_ path: FieldPath, ofInput place: Int) -> Bool {
        inputs[place].tellsMissing
            || inputs[place].fieldsByPath[path]?.nearest != nil
    }
}

// MARK: - Checkpoints

extension MissingFields {
    /// The state that a run needs to continue.
    var saved: Value {
        [
            "count": Value(inputCount),
            "inputs": .array(
                inputs.map { input in
                    [
                        "name": .string(input.name), "isOfColumns": .bool(input.isOfColumns),
                        "tellsMissing": .bool(input.tellsMissing),
                        "fields": .array(
                            input.fields.map { field in
                                [
                                    "field": .string(field.path.description),
                                    "names": .array(field.names.map { .string($0) }),
                                    "nearest": field.nearest.map { .string($0) } ?? .null,
                                ]
                            }),
                    ]
                }),
        ]
    }

    /// Creates the state from a checkpoint; what is not known there is left out.
    init(saved: Value) {
        inputCount = saved["count"].natural ?? 0
        guard case .array(let inputs) = saved["inputs"] else { return }
        self.inputs = inputs.compactMap { input in
            guard case .string(let name) = input["name"],
                case .bool(let tellsMissing) = input["tellsMissing"],
                case .array(let fields) = input["fields"]
            else { return nil }
            return Input(
                name: name, isOfColumns: input["isOfColumns"] == true, tellsMissing: tellsMissing,
                fields: fields.compactMap { FieldPresence.MissingField(saved: $0) })
        }
    }
}

extension FieldPresence.MissingField {
    fileprivate init?(saved: Value) {
        guard case .string(let text) = saved["field"], let path = try? FieldPath(text),
            case .array(let names) = saved["names"]
        else { return nil }
        var nearest: String?
        if case .string(let name) = saved["nearest"] { nearest = name }
        self.init(
            path: path,
            names: names.compactMap { if case .string(let name) = $0 { name } else { nil } },
            nearest: nearest)
    }
}
