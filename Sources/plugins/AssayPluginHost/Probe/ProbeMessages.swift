// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The request of the host to the probe.
struct ProbeRequest: Equatable {
    /// The path as it was given, for messages.
    let path: String
    let settings: GivenSettings
    /// The directory of the plugin's data files.
    var directory = ""
    /// The working directory that relative paths in the settings begin with, or `nil` for that of the
    /// host.
    var workingDirectory: String?
    /// The process that makes the request.
    let parent: Int32
    /// The number of seconds after which the host kills the probe.
    let seconds: Int64
    /// The manifest in the library's file, or `nil` if there is none.
    var note: PluginManifest?
    var wants = Wish.start
    /// The layers that are to confine the probe.
    var jail = Jail.all
    var bounds = TrialBounds()

    /// The answer that the host wants.
    enum Wish: String {
        /// The outcome of starting the plugin.
        case start
        /// The manifest of the library: `init` is not called.
        case manifest
        /// The layers that confine the probe: there is no library.
        case jail
    }

    var json: String {
        var members: [(key: String, value: Value)] = [
            ("probe", .string(HostTable.version)), ("path", .string(path)),
            ("directory", .string(directory)),
            ("parent", .integer(Int64(parent))), ("seconds", .integer(seconds)),
            ("wants", .string(wants.rawValue)), ("jail", .integer(Int64(jail.rawValue))),
            ("bounds", bounds.value),
        ]
        if settings.own != .absent { members.append(("configuration", Self.given(settings.own))) }
        let byPlugin = settings.byPlugin.filter { $0.value != .absent }.sorted { $0.key < $1.key }
            .map { (key: $0.key, value: Self.given($0.value)) }
        members.append(("configurations", .object(Value.Object(byPlugin))))
        if let workingDirectory {
            members.append(("workingDirectory", .string(workingDirectory)))
        }
        if let note { members.append(("note", note.value)) }
        return Value.object(Value.Object(members)).json
    }

    /// A setting that is absent is left out: JSON has no such value.
    private static func given(_ configuration: Value) -> Value {
        guard case .object(let object) = configuration else { return configuration }
        return .object(Value.Object(object.members.filter { $0.value != .absent }))
    }
}

extension ProbeRequest {
    /// Nil for what is no request of a host of this version.
    init?(parsing text: [UInt8]) {
        guard let value = try? JSONValueParser.parse(String(decoding: text, as: UTF8.self)),
            value["probe"] == .string(HostTable.version),
            case .string(let path) = value["path"],
            case .string(let directory) = value["directory"],
            case .integer(let parent) = value["parent"], let parent = Int32(exactly: parent),
            case .integer(let seconds) = value["seconds"],
            case .string(let wish) = value["wants"], let wants = Wish(rawValue: wish),
            case .integer(let layers) = value["jail"], let layers = UInt32(exactly: layers),
            let bounds = TrialBounds(value["bounds"]),
            case .object(let byPlugin) = value["configurations"]
        else { return nil }
        let settings = GivenSettings(
            own: value["configuration"],
            byPlugin: Dictionary(byPlugin.members.map { ($0.key, $0.value) }) { $1 })
        let note = value["note"] == .absent ? nil : try? PluginManifest(value["note"])
        guard note != nil || value["note"] == .absent else { return nil }
        self.init(
            path: path, settings: settings, directory: directory,
            workingDirectory: value["workingDirectory"].text, parent: parent, seconds: seconds,
            note: note,
            wants: wants, jail: Jail(rawValue: layers), bounds: bounds)
    }
}

extension Value {
    /// The text, or `nil` for a value of another kind.
    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}

/// The answer of the probe: an error of the plugin, or none.
struct ProbeAnswer {
    let error: StageError?
    /// The manifest, if it was requested.
    let manifest: PluginManifest?
    /// The layers that confined the probe, or `nil` if something is wrong with the plugin.
    let jail: Jail?
    /// The table that the probe saw, or `nil` if no table was read.
    let table: SeenTable?
    /// The calls that failed in the jail, each once, as the process that watches saw them.
    var deniedCalls: [String] = []

    /// The stages that the probe goes through.
    private static let stages: Set<PluginStage> = [
        .probe, .load, .entry, .table, .configure, .initialize,
    ]
    /// The size of the longest text in bytes; the channel has space for three, escaped.
    private static let maximumBytes = 100_000

    init(
        _ error: StageError?, manifest: PluginManifest? = nil, jail: Jail? = nil,
        table: SeenTable? = nil
    ) {
        self.error = error
        self.table = table
        self.manifest = manifest
        self.jail = jail
    }

    var json: String {
        var members: [(key: String, value: Value)] = [("probe", .string(HostTable.version))]
        if let manifest = manifest ?? table?.manifest {
            members.append(("manifest", manifest.value))
        }
        if let table { members.append(("table", .string(table.fingerprint))) }
        if let jail { members.append(("jail", .integer(Int64(jail.rawValue)))) }
        if let error {
            members += [
                ("stage", .string(error.stage.rawValue)), ("found", Self.text(error.found)),
                ("expected", Self.text(error.expected)), ("remedy", Self.text(error.remedy)),
            ]
        }
        return Value.object(Value.Object(members)).json
    }

    private static func text(_ text: String) -> Value {
        guard text.utf8.count > maximumBytes else { return .string(text) }
        return .string(String(decoding: text.utf8.prefix(maximumBytes), as: UTF8.self) + "…")
    }

    private static func jail(_ value: Value) -> Jail? {
        guard case .integer(let layers) = value else { return nil }
        return UInt32(exactly: layers).map(Jail.init(rawValue:))
    }

    private static func oneLine(_ text: String) -> String {
        AssayPluginHost.oneLine(text, limit: maximumBytes)
    }

    /// Nil for what no probe of this version says.
    init?(parsing line: [UInt8]) {
        guard let value = try? JSONValueParser.parse(String(decoding: line, as: UTF8.self)),
            value["probe"] == .string(HostTable.version)
        else { return nil }
        if value["stage"] == .absent {
            error = nil
            manifest = try? PluginManifest(value["manifest"])
            jail = Self.jail(value["jail"])
            if case .string(let fingerprint) = value["table"] {
                table = SeenTable(fingerprint: fingerprint, manifest: manifest)
            } else {
                table = nil
            }
            return
        }
        manifest = nil
        table = nil
        jail = nil
        guard case .string(let name) = value["stage"], let stage = PluginStage(rawValue: name),
            Self.stages.contains(stage), case .string(let found) = value["found"],
            case .string(let expected) = value["expected"],
            case .string(let remedy) = value["remedy"]
        else { return nil }
        error = StageError(
            stage, found: Self.oneLine(found), expected: Self.oneLine(expected),
            remedy: Self.oneLine(remedy))
    }
}
