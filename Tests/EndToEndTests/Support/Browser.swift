// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Chromium without a window.
struct Browser {
    struct Picture {
        let bytes: [UInt8]
        let width: Int
        let height: Int

        var byteCount: Int { bytes.count }
    }

    /// Nil if there is none.
    static let program = ["chromium-headless-shell", "chromium", "chromium-browser"]
        .first(where: Toolchain.has)

    private let arguments: [String]

    init(isDark: Bool) throws {
        guard let program = Self.program else { throw TestFailure(description: "no Chromium") }
        arguments = [
            program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--window-size=1000,1400", "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)",
        ]
    }

    /// The document as the browser has it when it is loaded, as HTML.
    func document(of page: String) throws -> String {
        let result = try run(["--dump-dom", "file://" + page])
        return result.output
    }

    /// What is to be seen of a page.
    func picture(of page: String, in workshop: Workshop) throws -> Picture {
        let file = workshop.path + "/picture.png"
        _ = try run(["--screenshot=" + file, "file://" + page])
        return try Self.picture(file)
    }

    private func run(_ more: [String]) throws -> ProcessResult {
        let result = try ChildProcess("/usr/bin/env", arguments + more).finish()
        guard result.status == 0 else { throw TestFailure(description: result.errors) }
        return result
    }

    /// Reads a PNG file as far as its size.
    private static func picture(_ file: String) throws -> Picture {
        guard let stream = fopen(file, "r") else { throw SystemError("fopen \(file)", errno) }
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 4 << 20)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, stream))
        guard bytes.count > 24, bytes[1...3].elementsEqual("PNG".utf8) else {
            throw TestFailure(description: "'\(file)' is no PNG file")
        }
        let number = { (start: Int) in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        return Picture(bytes: bytes, width: number(16), height: number(20))
    }
}
