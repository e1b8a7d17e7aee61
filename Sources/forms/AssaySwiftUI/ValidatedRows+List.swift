// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
public import Foundation

extension ValidatedRows {
    /// Moves rows of a list with their states, for `onMove`.
    ///
    /// SwiftUI's own method for collections sets elements, which gives rows other values.
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
        move(at: source, to: destination)
    }

    /// Removes rows of a list, for `onDelete`.
    public mutating func remove(atOffsets offsets: IndexSet) {
        for index in offsets.reversed() { remove(at: index) }
    }
}
#endif
