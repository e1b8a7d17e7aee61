// SPDX-License-Identifier: Apache-2.0
internal import CPluginHost
import AssayCLibrary

/// The users and groups that a thread acts as.
///
/// The kernel keeps them for each thread, and the C library changes them in all threads alike.
struct ProcessIdentity {
    var user = [uid_t](repeating: 0, count: 3)
    var group = [gid_t](repeating: 0, count: 3)
    /// The supplementary groups, in ascending order.
    var groups: [gid_t] = []

    private static let names = ["real", "effective", "saved"]

    /// Returns the identity of the calling thread.
    static func current() -> ProcessIdentity {
        var identity = ProcessIdentity()
        assay_identity(&identity.user, &identity.group)
        var groups = [gid_t](repeating: 0, count: max(0, Int(getgroups(0, nil))))
        let count = Int(getgroups(Int32(groups.count), &groups))
        if count >= 0 { identity.groups = groups.prefix(count).sorted() }
        return identity
    }

    /// Returns the differences from an earlier identity, in words.
    func changes(since before: ProcessIdentity) -> [String] {
        var changes: [String] = []
        for (index, name) in Self.names.enumerated() where user[index] != before.user[index] {
            changes.append("another \(name) user (\(user[index]), was \(before.user[index]))")
        }
        for (index, name) in Self.names.enumerated() where group[index] != before.group[index] {
            changes.append("another \(name) group (\(group[index]), was \(before.group[index]))")
        }
        if groups != before.groups {
            changes.append("other groups (\(Self.text(groups)), was \(Self.text(before.groups)))")
        }
        return changes
    }

    private static func text(_ groups: [gid_t]) -> String {
        groups.isEmpty ? "none" : groups.map(String.init).joined(separator: " ")
    }
}
