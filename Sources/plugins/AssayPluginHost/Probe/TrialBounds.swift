// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// The bounds that a policy sets for a process in which a plugin is tried, as the process receives them.
package struct TrialBounds: Sendable, Equatable {
    /// The calls whose attempt does not end the process, as bits of `ProbedCall`.
    var allowedCalls: UInt32 = 0
    /// The size of the memory that the process may address, in bytes, besides that of the program.
    var addressBytes: Int64 = Self.addressBytesByDefault

    static let addressBytesByDefault: Int64 = 2 << 30

    init(_ policy: PluginPolicy) {
        allowedCalls = ProbedCall.bits(of: policy.allowedCalls)
        addressBytes = Int64(max(0, policy.probeMemory))
    }

    /// The bounds of the standard policy.
    package init() {}

    /// The bounds as a part of a request.
    package var value: Value {
        .object(
            Value.Object([
                ("allowedCalls", .integer(Int64(allowedCalls))),
                ("addressBytes", .integer(addressBytes)),
            ]))
    }

    /// Nil for what are no bounds.
    package init?(_ value: Value) {
        guard case .integer(let calls) = value["allowedCalls"], let calls = UInt32(exactly: calls),
            case .integer(let bytes) = value["addressBytes"], bytes >= 0
        else { return nil }
        allowedCalls = calls
        addressBytes = bytes
    }

    /// "2 GiB", "768 MiB".
    var sizeText: String {
        let mebibytes = addressBytes >> 20
        return mebibytes % 1024 == 0 ? "\(mebibytes / 1024) GiB" : "\(mebibytes) MiB"
    }
}
