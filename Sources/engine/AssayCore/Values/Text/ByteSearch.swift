// SPDX-License-Identifier: Apache-2.0

// The standard library searches texts for texts in `_StringProcessing`, which is a tenth of a program that has the
// runtime inside.
extension String {
    /// Returns `true` if this text contains the bytes of another one.
    package func contains(bytesOf text: String) -> Bool {
        place(ofBytesOf: text, from: utf8.startIndex) != nil
    }

    /// Returns this text with a replacement for each occurrence of another text's bytes.
    package func replacing(bytesOf text: String, with replacement: String) -> String {
        var result = ""
        var start = utf8.startIndex
        while !text.isEmpty, let place = place(ofBytesOf: text, from: start) {
            result += self[start..<place.lowerBound]
            result += replacement
            start = place.upperBound
        }
        return result + self[start...]
    }

    private func place(ofBytesOf text: String, from start: Index) -> Range<Index>? {
        var rest = utf8[start...]
        while !rest.starts(with: text.utf8) {
            guard rest.popFirst() != nil else { return nil }
        }
        let end = rest.index(rest.startIndex, offsetBy: text.utf8.count)
        return rest.startIndex..<end
    }
}
