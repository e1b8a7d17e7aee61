// SPDX-License-Identifier: Apache-2.0
internal import CPluginHost

/// A limit on how much of a resource the process may take.
struct ResourceLimit: Equatable {
    let name: String
    let soft: UInt64
    let hard: UInt64

    /// Every limit that the system has, in the order of its numbers.
    static func all() -> [ResourceLimit] {
        (0..<ASSAY_RESOURCE_COUNT).compactMap { number in
            var soft: UInt64 = 0
            var hard: UInt64 = 0
            guard assay_resource_limit(number, &soft, &hard) == 0,
                let name = assay_resource_name(number)
            else { return nil }
            return ResourceLimit(name: String(cString: name), soft: soft, hard: hard)
        }
    }

    /// Returns the differences from an earlier limit, in words.
    func changes(since before: ResourceLimit) -> [String] {
        var changes: [String] = []
        if soft != before.soft {
            changes.append("another \(name) (\(Self.text(soft)), was \(Self.text(before.soft)))")
        }
        if hard != before.hard {
            changes.append(
                "another hard \(name) (\(Self.text(hard)), was \(Self.text(before.hard)))")
        }
        return changes
    }

    private static func text(_ limit: UInt64) -> String {
        limit == ASSAY_RESOURCE_UNLIMITED ? "unlimited" : "\(limit)"
    }
}
