// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayCLibrary

/// A library that the dynamic loader has mapped; it stays for the life of the process.
struct LoadedLibrary {
    typealias Entry =
        @convention(c) (UnsafePointer<assay_host>?) -> UnsafePointer<assay_plugin>?

    private let handle: UnsafeMutableRawPointer
    private let entrySite: PluginCallSite

    /// Loads a copy that has passed the preflight.
    ///
    /// Its constructors run.
    ///
    /// - Parameters:
    ///   - copy: The path of the bytes, which are kept for the life of the process once they are
    ///     loaded.
    ///   - path: The path that the user gave, for the loader's message.
    /// - Throws: An error of stage load with the loader's words.
    init(copy: String, path: String) throws(StageError) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let constructors = PluginCallSite("a constructor of plugin '\(name)'")
        entrySite = PluginCallSite("the function \(Preflight.entryName) of plugin '\(name)'")
        let loaded = constructors.call {
            dlopen(copy, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)
        }
        guard let handle = loaded else {
            let reason = dlerror().map { String(cString: $0) } ?? "no reason given"
            throw Self.error(Self.message(reason, replacing: copy, by: path))
        }
        self.handle = handle
    }

    /// Calls the entry function.
    ///
    /// - Throws: An error of stage entry.
    func enter(host: UnsafePointer<assay_host>) throws(StageError) -> UnsafeRawPointer {
        guard let table = try callEntry(host: host) else {
            throw StageError(
                .entry, found: "NULL from \(Preflight.entryName)", expected: "the plugin's table",
                remedy: "use a plugin that supports version \(HostTable.version) of this host")
        }
        return table
    }

    /// Calls the entry function, whatever it returns.
    ///
    /// - Throws: An error of stage entry.
    func callEntry(host: UnsafePointer<assay_host>) throws(StageError) -> UnsafeRawPointer? {
        guard let symbol = dlsym(handle, Preflight.entryName) else {
            throw StageError(
                .entry, found: "no \(Preflight.entryName)",
                expected: "the entry function of a plugin",
                remedy: "define it with the signature of assay_plugin.h")
        }
        let entry = unsafeBitCast(symbol, to: Entry.self)  // the preflight has seen a function
        return entrySite.call { entry(host).map { UnsafeRawPointer($0) } }
    }

    /// Returns `true` if the program, or a library that it has loaded for all, has a symbol.
    static func programHas(_ symbol: String) -> Bool { dlsym(nil, symbol) != nil }

    private static func error(_ reason: String) -> StageError {
        if let error = SanitizerRuntime.error(for: reason) { return error }
        let isThreadLocal = reason.contains(bytesOf: "static TLS block")
        return StageError(
            .load, found: "an error (\(reason))",
            expected: isThreadLocal
                ? "thread-local variables whose memory is allocated when they are used"
                : "a library whose symbols and needed libraries are all found",
            remedy: isThreadLocal
                ? "compile the plugin, and all that is linked into it, without "
                    + "-ftls-model=initial-exec and the attribute tls_model"
                : "link the plugin with the libraries that it needs, and install them")
    }

    /// The loader knows the copy's path only.
    private static func message(_ text: String, replacing copy: String, by path: String) -> String {
        let text = oneLine(text)
        guard text.hasPrefix(copy) else { return text }
        return path + text.dropFirst(copy.count)
    }
}
