// SPDX-License-Identifier: Apache-2.0
import Foundation
import ServiceTesting

/// Makes a certificate of localhost and its key.
func makeCertificate(
    in folder: TemporaryFolder, _ name: String
) throws -> (certificate: String, key: String) {
    let (certificate, key) = ("\(folder.path)/\(name).pem", "\(folder.path)/\(name)-key.pem")
    try run(
        "/usr/bin/openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key,
        "-out", certificate)
    return (certificate, key)
}

/// Runs a program; returns what it writes on standard output.
@discardableResult
func run(_ program: String, _ arguments: String..., input: String = "") throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let (output, given) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = given
    try process.run()
    try given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    if input.isEmpty { try given.fileHandleForWriting.close() }
    let text = String(
        decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
}
