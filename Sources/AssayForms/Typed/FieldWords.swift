// SPDX-License-Identifier: Apache-2.0

/// Where a form that is a struct has the references of its fields' values.
///
/// Two forms are compared by these: a value whose reference is the same was not touched, and what reads it
/// by its key path costs a hundred times as much.
struct FieldWords<Form: ValidatableForm> {
    /// By field its place in the memory of a form.
    private let offsets: [Int]

    /// Nil if a field's value is not where a change of it changes exactly one word, such as in an object.
    init?(of form: Form) {
        let size = MemoryLayout<UInt>.size
        var offsets: [Int] = []
        for field in Form.validatedFields {
            var other = form
            field.update(&other) { $0.link.shown &+= 1 }
            let words = stride(from: 0, through: MemoryLayout<Form>.size - size, by: size)
            let changed = words.filter {
                Self.word(of: form, at: $0) != Self.word(of: other, at: $0)
            }
            guard changed.count == 1, !offsets.contains(changed[0]) else { return nil }
            offsets.append(changed[0])
        }
        self.offsets = offsets
    }

    /// The fields whose values can have been touched.
    func changes(from old: Form, to new: Form) -> [Int] {
        offsets.indices.filter { field in
            Self.word(of: old, at: offsets[field]) != Self.word(of: new, at: offsets[field])
        }
    }

    private static func word(of form: Form, at offset: Int) -> UInt {
        withUnsafeBytes(of: form) { $0.loadUnaligned(fromByteOffset: offset, as: UInt.self) }
    }
}
