// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "parser.hpp"
#include "projection.hpp"

namespace reader {

// Reads one record after the other along the structural index: one strict pass, values go straight to the
// columns. It only says whether a record is well-formed; json_check.hpp finds out what is wrong with one that
// is not.
//
// A position is a pointer into the index; a function that reads something returns the position after it, or
// NULL when the text is malformed (or there is no memory: the parser remembers). No offset at or beyond
// `limit_` is accepted, so at most four positions are read beyond the last accepted one, which the index's
// guard covers.
class JsonWalker {
  public:
    JsonWalker(reader_parser &parser, const reader_projection &projection)
        : parser_(parser), projection_(projection) {}

    // `data` is what the index was built from; `origin` is where it lies in the chunk.
    void enter(const uint8_t *data, uint64_t origin) {
        data_ = data;
        origin_ = origin;
    }

    // Reads the object at `at` into the columns of `row`. `limit`: the record must end before this offset.
    const uint32_t *record(const uint32_t *at, uint32_t limit, uint32_t row);

  private:
    enum class Use { keep, check };

    // Tells that the keys of an object are different, without comparing them; of many keys it cannot.
    struct KeyMarks {
        uint64_t seen = 0;
        bool may_repeat = false;

        void add(const assay_str &key) {
            const uint64_t ends = key.len ? (uint64_t{key.ptr[0]} << 8 | key.ptr[key.len - 1]) << 8 : 0;
            const uint64_t product = (ends + key.len) * 0x9E3779B97F4A7C15u;
            const uint64_t mark = uint64_t{1} << (product >> 58);
            may_repeat |= (seen & mark) != 0;
            seen |= mark;
        }
    };

    const uint32_t *unpredicted_member(const uint32_t *at, ColumnSlot *&slot);
    const uint32_t *unknown_member(const uint32_t *at, const assay_str &key);
    bool report_duplicate(const uint32_t *at, const ColumnSlot &slot);

    template <Use use> const uint32_t *any_value(const uint32_t *at, assay_value &out, uint32_t depth);
    template <Use use> const uint32_t *value(const uint32_t *at, assay_value &out, uint32_t depth);
    template <Use use> const uint32_t *object(const uint32_t *at, assay_value &out, uint32_t depth);
    template <Use use> const uint32_t *member(const uint32_t *at, uint32_t depth, KeyMarks &marks);
    template <Use use> const uint32_t *array(const uint32_t *at, assay_value &out, uint32_t depth);
    template <Use use> const uint32_t *item(const uint32_t *at, uint32_t depth);
    template <Use use> const uint32_t *string(const uint32_t *at, assay_value &out);
    const uint32_t *number(const uint32_t *at, assay_value &out);
    const uint32_t *literal(const uint32_t *at, const char *word, uint32_t length, assay_value &out);

    bool is_simple(const uint32_t *at) const;
    template <Use use> const uint32_t *simple_value(const uint32_t *at, assay_value &out);
    const uint8_t *closing_quote(const uint32_t *at) const;
    bool other_string(const uint8_t *text, uint64_t length, assay_value &out);
    bool escaped_string(const uint8_t *text, uint64_t length, assay_value &out);
    bool take_items(size_t base, assay_value &out);
    bool keep_items(size_t base, assay_value &out);
    bool keep_members(size_t base, const KeyMarks &marks, assay_value &out);
    bool add_issue(uint32_t kind, uint64_t offset, const assay_str &key, bool is_nested);
    size_t merge_duplicates(size_t base);
    size_t merge_many(size_t base, size_t count);

    reader_parser &parser_;
    const reader_projection &projection_;
    const uint8_t *data_ = nullptr;
    uint64_t origin_ = 0;
    uint32_t limit_ = 0;
    uint32_t row_ = 0;
};

} // namespace reader
