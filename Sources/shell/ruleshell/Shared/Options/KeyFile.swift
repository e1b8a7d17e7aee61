// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import Assay
import AssaySignatures
import AssaySystem

/// Reads the files of keys.
enum KeyFile {
    private static let maximumBytes = 4096

    static func signingKey(at path: String) throws(Diagnostic) -> SigningKey {
        let text = try text(at: path)
        return try understand(path) { () throws(SignatureError) in try SigningKey(text) }
    }

    static func verificationKey(at path: String) throws(Diagnostic) -> VerificationKey {
        let text = try text(at: path)
        return try understand(path) { () throws(SignatureError) in try VerificationKey(text) }
    }

    /// Returns the result of `body`, and throws an error that names the file of the key.
    static func understand<Result>(
        _ path: String, _ body: () throws(SignatureError) -> Result
    ) throws(Diagnostic) -> Result {
        do throws(SignatureError) {
            return try body()
        } catch {
            throw Diagnostic(
                "key.form", "'\(path)' is not a key: \(error)",
                help: "'ruleshell plugin keygen' creates keys")
        }
    }

    private static func text(at path: String) throws(Diagnostic) -> String {
        do throws(SystemError) {
            return String(
                decoding: try SmallFile.read(path, limit: maximumBytes), as: UTF8.self)
        } catch {
            throw Diagnostic(
                "key.unreadable", "cannot read the key '\(path)': \(error)",
                help: "name a file that 'ruleshell plugin keygen' created")
        }
    }
}
#endif
