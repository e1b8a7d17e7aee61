// SPDX-License-Identifier: Apache-2.0

/// Which files may be loaded as plugins.
///
/// A plugin runs with all rights of the process, so a user who can
/// write the file, or replace it by another one, can do whatever the process can.
public struct PluginPolicy: Sendable, Equatable {
    /// Whether the owners of the file and of each directory above it are checked: root, the
    /// effective user of the process and `allowedOwners` may own them.
    public var checksOwner = true
    /// Further user ids that may own the file and the directories above it.
    public var allowedOwners: Set<UInt32> = []
    /// Whether the group of the file, and of the directories above it, may write.
    public var allowsGroupWritable = false
    /// Whether all users may write to the file and to the directories above it.
    public var allowsWorldWritable = false
    /// Whether the directories above the file are checked as well as the file.
    public var checksDirectories = true
    /// The directories below which plugins must lie, at any depth; nil: anywhere.
    ///
    /// Symbolic links are resolved, those of the file and those of the directories; a directory
    /// that does not exist has nothing below it.
    public var directories: [String]?
    /// The size of the largest file that is read, in bytes.
    public var maximumBytes = Self.maximumBytesByDefault

    #if PluginSignatures
    /// The digests and keys one of which has to vouch for a file's bytes; nil: any bytes are loaded.
    public var requiredTrust: PluginTrust?
    #endif
    /// Whether a plugin without a manifest (`.note.assay`) fails to load.
    ///
    /// With one, everything that the plugin offers can be seen before any of it runs.
    public var requiresManifest = false
    /// Whether a library is tried in a process of its own before this process loads it.
    public var probe = PluginProbe.whenAvailable
    /// How long the probe may take before it is killed.
    public var probeTimeout = Self.probeTimeoutByDefault

    /// Whether the file itself is loaded under its path, without the probe, rather than a copy.
    ///
    /// For debuggers and sanitizers, which cannot read the copy: never in a service, for a file that
    /// is changed while it is loaded changes the process. Such a plugin cannot be reloaded, and
    /// `requiredTrust` rejects it.
    public var isForDebugging = false

    static let maximumBytesByDefault = 512 << 20
    /// Long, because a machine that starts all its services at once is slow.
    static let probeTimeoutByDefault = Duration.seconds(20)

    /// Only root and the effective user can write the file or replace it; 512 MiB; the probe runs if
    /// it is installed.
    public static let standard = PluginPolicy()

    /// No check of owners and modes; the size is limited, and the probe runs, all the same.
    public static let unrestricted: PluginPolicy = {
        var policy = PluginPolicy()
        policy.checksOwner = false
        policy.allowsGroupWritable = true
        policy.allowsWorldWritable = true
        policy.checksDirectories = false
        return policy
    }()

    /// The standard policy.
    package init() {}
}
