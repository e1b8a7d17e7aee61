// SPDX-License-Identifier: Apache-2.0
import Assay
import Glibc
import Testing

extension ByteSource {
    /// A source that delivers a text, from a file without a name: a pipe would have to be filled
    /// while it is read.
    static func of(_ text: String) throws -> ByteSource {
        let file = try #require(tmpfile())
        defer { fclose(file) }
        let bytes = Array(text.utf8)
        try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        rewind(file)
        return ByteSource(descriptor: dup(fileno(file)), name: "test", closes: true)
    }
}
