// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Packs a text with the program `gzip`.
package func gzipped(_ text: String) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "text")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-9", "-n", "-c", folder.path + "/text"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Array(bytes)
}
