// SPDX-License-Identifier: Apache-2.0
import NIOSSL
import SystemPackage

extension ServerSettings.TLSFiles {
    /// Reads the files.
    ///
    /// - Returns: The configuration of TLS for a server.
    /// - Throws: `Invalid` for a file that cannot be read or has something else, and for files that do not belong
    ///   together.
    func configuration() throws(ServerSettings.Invalid) -> TLSConfiguration {
        let chain = try Self.read("tls-certificate", certificate, "certificates in PEM") {
            try NIOSSLCertificate.fromPEMFile($0)
        }
        let key = try Self.read("tls-key", key, "a private key in PEM, without a passphrase") {
            try NIOSSLPrivateKey(file: $0, format: .pem)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        do {
            // The server makes its own when it listens, and says less then.
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw .init(
                description:
                    "tls-key is '\(self.key)', which cannot be used with '\(certificate)' (\(error)); "
                    + "it must be the key of the first certificate in that file")
        }
        return configuration
    }

    private static func read<Content>(
        _ setting: String, _ path: String, _ expected: String, _ read: (String) throws -> Content
    ) throws(ServerSettings.Invalid) -> Content {
        do {
            // What the library says of a file that is not there does not tell so.
            try FileDescriptor.open(FilePath(path), .readOnly).close()
            return try read(path)
        } catch let error as Errno {
            throw .init(
                description:
                    "\(setting) is '\(path)', which cannot be read: \(error); name a file with "
                    + expected)
        } catch {
            throw .init(
                description: "\(setting) is '\(path)', which must have \(expected) (\(error))")
        }
    }
}
