// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRecords
import CAssay

extension ArrowType {
    /// Returns `true` if a schema has texts at a path.
    static func isText(
        at path: ArraySlice<FieldPath.Segment>, below schema: UnsafePointer<ArrowSchema>
    ) -> Bool {
        if let values = schema.pointee.dictionary {
            return isText(at: path, below: UnsafePointer(values))
        }
        guard let type = schema.pointee.format.flatMap({ ArrowType(format: String(cString: $0)) })
        else { return false }
        guard let step = path.first else {
            return switch type {
            case .text, .textView: true
            default: false
            }
        }
        for index in 0..<max(0, Int(schema.pointee.n_children)) {
            guard let child = schema.pointee.children?[index] else { continue }
            let name = child.pointee.name.map { String(cString: $0) } ?? ""
            guard type.leads(by: step, into: name) else { continue }
            return isText(at: path.dropFirst(), below: UnsafePointer(child))
        }
        return false
    }
}
