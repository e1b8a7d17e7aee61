// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import Synchronization

/// The C functions of a plugin with settings.
///
/// `init` has nothing to go by but which function it is, so that each plugin takes one of a fixed
/// number, as rules take theirs.
enum SettingsFunctions {
    /// The settings that have taken a function, in the order of the functions.
    private static let settings = Mutex<[any PluginSettings.Type]>([])

    /// Returns the `init` of a plugin with these settings, or `nil` if no function is left.
    static func initializer(
        for added: any PluginSettings.Type
    ) -> RuleFunctions.Initialize? {
        settings.withLock { settings in
            guard settings.count < makers.count else { return nil }
            settings.append(added)
            return makers[settings.count - 1]
        }
    }

    /// The `init` of a plugin for which no function is left.
    static let reject: RuleFunctions.Initialize = { _, call, _, _ in
        call?.tell(
            ASSAY_E_INTERNAL,
            "AssayPluginKit makes at most \(makers.count) plugins with settings in one library")
        return ASSAY_E_INTERNAL
    }

    static let shutdown: @convention(c) (UnsafeMutableRawPointer?) -> Void = { state in
        if let state { Unmanaged<SettingsBox>.fromOpaque(state).release() }
    }

    private static func make(
        _ index: Int, call: UnsafePointer<assay_call>?, given: UnsafePointer<assay_value>?,
        state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> assay_rc {
        let settings = settings.withLock { $0[index] }
        let values = values(of: given)
        do throws(SettingsError) {
            let made = try values.withUnsafeBufferPointer { values throws(SettingsError) in
                try settings.init(Arguments(values.baseAddress, of: settings.parameters))
            }
            state?.pointee = Unmanaged.passRetained(SettingsBox(made)).toOpaque()
            return ASSAY_OK
        } catch {
            call?.tell(ASSAY_E_CONFIG, error.message)
            return ASSAY_E_CONFIG
        }
    }

    /// A member for each declared setting, in their order, by the contract.
    private static func values(of given: UnsafePointer<assay_value>?) -> [assay_value] {
        UnsafeBufferPointer(start: given?.pointee.as.members, count: Int(given?.pointee.len ?? 0))
            .map(\.value)
    }

    private static let makers: [RuleFunctions.Initialize] = [
        { make(0, call: $1, given: $2, state: $3) }, { make(1, call: $1, given: $2, state: $3) },
        { make(2, call: $1, given: $2, state: $3) },
        { make(3, call: $1, given: $2, state: $3) },
    ]
}

/// The object that the host keeps for a plugin's settings.
final class SettingsBox: Sendable {
    let settings: any PluginSettings

    init(_ settings: any PluginSettings) {
        self.settings = settings
    }
}
