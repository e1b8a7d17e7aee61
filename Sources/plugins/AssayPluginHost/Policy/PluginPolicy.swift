// SPDX-License-Identifier: Apache-2.0

/// The conditions under which a file may be loaded as a plugin.
///
/// A plugin runs with all rights of the process, so a user who can write the file, or replace it by
/// another one, can do whatever the process can.
public struct PluginPolicy: Sendable, Equatable {
    /// `true` to check the owners of the file and of each directory above it.
    ///
    /// Root, the effective user of the process and `allowedOwners` may own them.
    public var checksOwner = true
    /// Further user ids that may own the file and the directories above it.
    public var allowedOwners: Set<UInt32> = []
    /// `true` if the group of the file and of the directories above it may write to them.
    public var allowsGroupWritable = false
    /// `true` if all users may write to the file and to the directories above it.
    public var allowsWorldWritable = false
    /// `true` to check the directories above the file as well as the file.
    public var checksDirectories = true
    /// The directories in which plugins must be, at any depth, or `nil` for any directory.
    ///
    /// Symbolic links are resolved, both of the file and of the directories. A directory that does
    /// not exist contains nothing.
    public var directories: [String]?
    /// The size of the largest file that is read, in bytes.
    public var maximumBytes = Self.maximumBytesByDefault

    #if PluginSignatures
    /// The digests and keys, one of which must match the file's bytes, or `nil` to load any bytes.
    public var requiredTrust: PluginTrust?
    #endif
    /// `true` if a plugin without a manifest (`.note.assay`) fails to load.
    ///
    /// A manifest shows everything that the plugin offers before any of it runs.
    public var requiresManifest = false
    /// The way a library is tried in a process of its own before this process loads it.
    public var probe = PluginProbe.whenAvailable
    /// The time after which the probe is killed.
    public var probeTimeout = Self.probeTimeoutByDefault

    /// The system calls that a plugin may attempt while it is tried: `kill`, `ptrace`, `open`, `truncate`,
    /// `rename` and `unlink`.
    ///
    /// Without its name here, an attempt to signal, stop or trace another process, or to write,
    /// truncate, rename or remove a file that exists, is an error at stage probe. In the probe the
    /// call fails in both cases; afterwards, nothing keeps a plugin from making it.
    public var allowedCalls: Set<String> = []

    /// The size of the memory that a plugin may address while it is tried, in bytes.
    ///
    /// A plugin that maps a large file needs more than the 2 GiB of the standard policy.
    public var probeMemory = Int(TrialBounds.addressBytesByDefault)

    /// `true` to load the file itself under its path, without the probe, instead of a copy.
    ///
    /// This is for debuggers and sanitizers, which cannot read the copy. Do not use it in a
    /// service: a file that is changed while it is loaded changes the process. Such a plugin cannot
    /// be reloaded, and `requiredTrust` rejects it.
    package var isForDebugging = false

    static let maximumBytesByDefault = 512 << 20
    /// Long, because a machine that starts all its services at once is slow.
    static let probeTimeoutByDefault = Duration.seconds(20)

    /// The policy for files that only root and the effective user can write or replace.
    ///
    /// A file has at most 512 MiB, and the probe runs if it is installed.
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
