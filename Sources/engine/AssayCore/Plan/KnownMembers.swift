// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The members of objects that a rule set names, by which those that it does not know are found.
///
/// It is a tree of the paths of a plan. Only the members of objects of which the rule set names one are known;
/// any member of another object is as good as the object itself.
struct KnownMembers: Sendable {
    private struct Node {
        var members: [ExactKey: Int] = [:]
        var elements: Int?
        var indexes: [Int: Int] = [:]
        /// `true` if the node or one below it names members.
        var namesMembers = false
    }

    /// The nodes of the top-level fields come first, in the order of the plan.
    private let nodes: [Node]
    /// The top-level fields in which members are named.
    let fields: [Int]

    /// The members that columns are, or `nil` if there are none.
    ///
    /// - Parameters:
    ///   - columns: The columns of a plan.
    ///   - fieldCount: The number of its top-level fields.
    ///   - keys: Further keys of the objects of columns that the rules of these name.
    init?(_ columns: [ColumnSource], fieldCount: Int, keys: [(column: Int, key: String)]) {
        var nodes = Array(repeating: Node(), count: fieldCount)
        var nodeOfColumn: [Int] = []
        for source in columns {
            nodes.append(Node())
            let next = nodes.count - 1
            switch source {
            case .field(let field): nodeOfColumn.append(field)
            case .record: nodeOfColumn.append(next)
            case .member(let parent, let key):
                nodes[nodeOfColumn[parent]].members[ExactKey(key)] = next
                nodeOfColumn.append(next)
            case .index(let parent, let index):
                nodes[nodeOfColumn[parent]].indexes[index] = next
                nodeOfColumn.append(next)
            case .elements(let parent, _):
                nodes[nodeOfColumn[parent]].elements = next
                nodeOfColumn.append(next)
            case .repeated(let source, _): nodeOfColumn.append(nodeOfColumn[source])
            }
        }
        for (column, key) in keys where !nodes[nodeOfColumn[column]].members.isEmpty {
            let node = nodeOfColumn[column]
            guard nodes[node].members[ExactKey(key)] == nil else { continue }
            nodes.append(Node())
            nodes[node].members[ExactKey(key)] = nodes.count - 1
        }
        // Nodes follow the node that they are below, but for those of fields.
        for node in nodes.indices.reversed() {
            let below = Self.below(nodes[node])
            let isNaming = below.contains { nodes[$0].namesMembers }
            nodes[node].namesMembers = isNaming || !nodes[node].members.isEmpty
        }
        self.nodes = nodes
        fields = (0..<fieldCount).filter { nodes[$0].namesMembers }
        if fields.isEmpty { return nil }
    }

    private static func below(_ node: Node) -> [Int] {
        Array(node.members.values) + Array(node.indexes.values) + (node.elements.map { [$0] } ?? [])
    }

    /// Finds the members of a value that the rule set does not know, in the order of the value.
    ///
    /// O(size of the value).
    ///
    /// - Parameters:
    ///   - value: The value of a field.
    ///   - field: The place of the field in the plan.
    ///   - path: The path to the value.
    ///   - report: Takes the path to each such member.
    func findUnknown(
        in value: UnsafePointer<assay_value>, ofField field: Int, at path: [PointerToken],
        _ report: ([PointerToken]) -> Void
    ) {
        var path = path
        find(in: value, by: [field], at: &path, report)
    }

    /// Several nodes are about one element: that of its index, and that of all elements.
    private func find(
        in value: UnsafePointer<assay_value>, by places: [Int], at path: inout [PointerToken],
        _ report: ([PointerToken]) -> Void
    ) {
        if value.pointee.kind == ASSAY_OBJECT {
            guard places.contains(where: { !nodes[$0].members.isEmpty }) else { return }
            let members = UnsafeBufferPointer(
                start: value.pointee.as.members, count: Int(value.pointee.len))
            for index in members.indices {
                let name = members[index].key
                let key = String(
                    decoding: UnsafeBufferPointer(start: name.ptr, count: Int(name.len)),
                    as: UTF8.self)
                let exact = ExactKey(key)
                let known = places.compactMap { nodes[$0].members[exact] }
                path.append(.key(key))
                if known.isEmpty {
                    report(path)
                } else if known.contains(where: { nodes[$0].namesMembers }) {
                    var member = members[index].value
                    find(in: &member, by: known, at: &path, report)
                }
                path.removeLast()
            }
        } else if value.pointee.kind == ASSAY_ARRAY, let items = value.pointee.as.items {
            let ofAll = places.compactMap { nodes[$0].elements }
            guard !ofAll.isEmpty || places.contains(where: { !nodes[$0].indexes.isEmpty }) else {
                return
            }
            for index in 0..<Int(value.pointee.len) {
                let own = ofAll + places.compactMap { nodes[$0].indexes[index] }
                guard own.contains(where: { nodes[$0].namesMembers }) else { continue }
                path.append(.index(index))
                find(in: items + index, by: own, at: &path, report)
                path.removeLast()
            }
        }
    }
}

extension ValidationPlan {
    /// Returns the paths to the members of a record that the rule set does not know, although it names
    /// other members of the same objects.
    package func unknownMembers(of record: Value.Object) -> [[PointerToken]] {
        guard let knownMembers else { return [] }
        let arena = ValueArena()
        var found: [[PointerToken]] = []
        for field in knownMembers.fields {
            guard let value = record[fields[field]] else { continue }
            var stored = arena.store(value)
            knownMembers.findUnknown(in: &stored, ofField: field, at: [.key(fields[field])]) {
                found.append($0)
            }
        }
        return found
    }
}
