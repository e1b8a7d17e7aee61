// SPDX-License-Identifier: Apache-2.0
import Assay

#if PluginSignatures
import AssaySignatures
#endif

/// The facts about a plugin's file, as JSON.
enum InspectionJSON {
    /// Returns one object on one line.
    static func text(of inspection: PluginInspection, file: String, jail: Jail?) -> String {
        var members: [(key: String, value: Value)] = [
            ("file", .string(file)), ("size", .integer(Int64(inspection.size))),
            ("machine", .string(inspection.machine)),
        ]
        #if PluginSignatures
        members += [
            ("sha256", .string(inspection.digest.description)),
            ("signature", signature(of: inspection.signature)),
        ]
        #endif
        members += [
            ("buildId", inspection.buildID.map { .string($0) } ?? .null),
            ("needed", .array(inspection.neededLibraries.map { .string($0) })),
            ("runPath", .array(inspection.runPath.map { .string($0) })),
            ("jail", jail.map { .array(names(in: $0)) } ?? .null),
            ("manifest", inspection.manifest?.note ?? .null),
        ]
        return Value.object(Value.Object(members)).json + "\n"
    }

    private static func names(in jail: Jail) -> [Value] {
        Jail.layers.filter { jail.contains($0.layer) }.map { .string($0.name) }
    }

    #if PluginSignatures
    private static func signature(of state: PluginInspection.SignatureState) -> Value {
        switch state {
        case .none: ["state": "none", "key": .null]
        case .unreadable: ["state": "unreadable", "key": .null]
        case .unverified(let id): ["state": "unverified", "key": .string(id)]
        case .verified(let key): ["state": "verified", "key": .string(key.id)]
        case .rejected(let id): ["state": "rejected", "key": .string(id)]
        }
    }
    #endif
}
