// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// What a program gives to plugins, whose ids are known only once they are loaded.
struct GivenSettings: Equatable {
    /// The settings for the plugin in hand, an object; absent: those by its id.
    var own = Value.absent
    var byPlugin: [String: Value] = [:]

    /// The settings of the plugin with an id, absent if there are none: an empty object says the same.
    func settings(of id: String) -> Value {
        let settings = own == .absent ? byPlugin[id] ?? .absent : own
        return settings == .object(Value.Object([])) ? .absent : settings
    }
}
