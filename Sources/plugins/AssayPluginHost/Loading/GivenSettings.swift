// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The settings that a program gives to plugins, whose ids are known only once they are loaded.
struct GivenSettings: Equatable {
    /// The settings for the plugin that is being loaded, an object, or absent to use those by its
    /// id.
    var own = Value.absent
    var byPlugin: [String: Value] = [:]

    /// Returns the settings of the plugin with an id, or absent if there are none or they are
    /// empty.
    func settings(of id: String) -> Value {
        let settings = own == .absent ? byPlugin[id] ?? .absent : own
        return settings == .object(Value.Object([])) ? .absent : settings
    }
}
