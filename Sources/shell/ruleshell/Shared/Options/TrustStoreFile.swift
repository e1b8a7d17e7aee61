// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import Assay
import AssayPluginPackages
import AssaySystem

/// Reads trust stores.
enum TrustStoreFile {
    private static let maximumBytes = 1 << 20

    /// Reads a trust store.
    ///
    /// - Throws: An error if the file cannot be read or others can write it, or the last issue in
    ///   it. The other issues are written to standard error.
    static func store(at path: String) throws(Diagnostic) -> TrustStore {
        let bytes = try contents(of: path)
        do throws(RuleSetError) {
            return try TrustStore(file: path, bytes: bytes)
        } catch {
            try Diagnostic.throwAll(error.diagnostics(in: [path]))
            throw Diagnostic("package.store", "cannot read the trust store '\(path)'")
        }
    }

    private static func contents(of path: String) throws(Diagnostic) -> [UInt8] {
        let checked: String
        do throws(PluginError) {
            checked = try PluginPolicy.standard.checkOwners(of: path)
        } catch {
            throw Diagnostic(
                "package.store",
                "cannot trust '\(path)': found \(error.found), expected \(error.expected)",
                help: error.stage == .open
                    ? "write the keys that you trust into it: see docs/plugins/operators.md"
                    : error.remedy)
        }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(checked, limit: maximumBytes + 1)
        } catch {
            throw Diagnostic(
                "package.store", "cannot read the trust store '\(path)': \(error)",
                help: "check the path")
        }
        guard bytes.count <= maximumBytes else {
            throw Diagnostic(
                "package.store", "the trust store '\(path)' has more than \(maximumBytes) bytes",
                help: "split it: a store trusts only what it names")
        }
        return bytes
    }
}

extension Diagnostic {
    /// Creates the error for a package that cannot be made, installed or removed.
    init(_ error: PackageError, _ what: String) {
        self.init(
            error.code, "\(what): found \(error.found), expected \(error.expected)",
            help: error.remedy)
    }
}
#endif
