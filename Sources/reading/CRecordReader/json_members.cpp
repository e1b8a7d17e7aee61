// SPDX-License-Identifier: Apache-2.0
//
// Repeated keys in one object: the member keeps its first place and gets the last value, and each repetition
// is an issue. Small objects compare all pairs, large ones are sorted.
#include "json_walker.hpp"
#include <algorithm>

namespace reader {

namespace {

constexpr size_t pairwise_maximum = 16;
constexpr uint64_t repeated = UINT64_MAX; // key_offset of a member that goes

int compare_keys(const assay_str &a, const assay_str &b) {
    if (a.len != b.len)
        return a.len < b.len ? -1 : 1;
    return a.len ? std::memcmp(a.ptr, b.ptr, a.len) : 0;
}

} // namespace

size_t JsonWalker::merge_duplicates(size_t base) {
    const size_t count = parser_.pending_members.count() - base;
    if (count > pairwise_maximum)
        return merge_many(base, count);
    PendingMember *members = parser_.pending_members.data() + base;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        size_t same = 0;
        while (same < kept && compare_keys(members[same].member.key, members[i].member.key) != 0)
            same++;
        if (same == kept) {
            members[kept++] = members[i];
        } else {
            members[same].member.value = members[i].member.value;
            if (!add_issue(READER_DUPLICATE_KEY, members[i].key_offset, members[i].member.key, true))
                return 0;
        }
    }
    return kept;
}

size_t JsonWalker::merge_many(size_t base, size_t count) {
    PendingMember *members = parser_.pending_members.data() + base;
    Growable<uint32_t> &order = parser_.member_order;
    if (!order.resize(count))
        return parser_.no_memory(), 0;
    for (size_t i = 0; i < count; i++)
        order[i] = static_cast<uint32_t>(i);
    std::sort(order.data(), order.data() + count, [members](uint32_t a, uint32_t b) {
        const int difference = compare_keys(members[a].member.key, members[b].member.key);
        return difference ? difference < 0 : a < b;
    });
    for (size_t i = 1, first = 0; i < count; i++) {
        PendingMember &kept = members[order[first]], &other = members[order[i]];
        if (compare_keys(kept.member.key, other.member.key) != 0) {
            first = i;
            continue;
        }
        kept.member.value = other.member.value;
        if (!add_issue(READER_DUPLICATE_KEY, other.key_offset, other.member.key, true))
            return 0;
        other.key_offset = repeated;
    }
    const auto gone = [](const PendingMember &member) { return member.key_offset == repeated; };
    return static_cast<size_t>(std::remove_if(members, members + count, gone) - members);
}

} // namespace reader
