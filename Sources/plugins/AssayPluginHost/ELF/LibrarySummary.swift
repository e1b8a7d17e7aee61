// SPDX-License-Identifier: Apache-2.0
/// A summary of a shared library for any machine, of 32 or 64 bits, in either byte order.
///
/// It is read without the checks that a library for this machine has to pass before it is loaded:
/// every number in it may be wrong, which costs nothing but an error.
package struct LibrarySummary: Sendable, Equatable {
    /// `linux-x86_64`, `linux-aarch64`, `linux-arm`, ...
    package let machine: String
    /// The processor as the host names it: `AArch64 (183)`.
    package let processor: String
    package let is64Bit: Bool
    package let isBigEndian: Bool
    /// DT_NEEDED.
    package let neededLibraries: [String]
    /// DT_RPATH and DT_RUNPATH, as they are written.
    package let runPath: [String]
    /// The linker's digest, in hexadecimal.
    package let buildID: String?
    /// The JSON of its manifest; nil for a library that was not stamped.
    package let manifestText: String?
    /// The manifest.
    package let manifest: PluginManifest?

    /// The machine that this program was built for.
    package static let hostMachine = ForeignELF.machine(
        number: ELFMachine.host.rawValue, is64Bit: true, isBigEndian: false)

    /// `true` if the library is for the machine that this program runs on.
    package var isForHost: Bool { machine == Self.hostMachine }

    /// Reads a library.
    ///
    /// - Parameter path: The file. Its owner and mode are not checked.
    /// - Throws: `PluginError` at stage open, copy, format or manifest.
    package init(file path: String) throws(PluginError) {
        do throws(StageError) {
            let copy = try PrivateCopy(
                of: try PluginFile(path: path, maximumBytes: PluginPolicy.maximumBytesByDefault))
            defer { withExtendedLifetime(copy) {} }
            try self.init(copy.bytes)
        } catch {
            throw error.error(path: path)
        }
    }

    init(_ bytes: UnsafeRawBufferPointer) throws(StageError) {
        let file = try ForeignELF(bytes)
        machine = file.machine
        processor = file.processor
        is64Bit = file.is64Bit
        isBigEndian = file.isBigEndian
        let strings = try file.dynamicStrings()
        neededLibraries = strings.needed
        runPath = strings.runPath
        buildID = file.buildID
        let note = try file.manifestNote()
        manifestText = note.map { String(decoding: $0, as: UTF8.self) }
        manifest = try note.map { bytes throws(StageError) in try ManifestNote.manifest(bytes) }
    }
}
