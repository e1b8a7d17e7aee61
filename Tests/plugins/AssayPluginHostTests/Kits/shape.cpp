/* SPDX-License-Identifier: Apache-2.0
 *
 * The rule `shape` of the plugin `kit` in C++: looks at every kind of value. */
#include "conformance.hpp"

#include <ostream>
#include <sstream>

namespace {

void describe(std::ostream &out, assay::field_value value) {
    if (value.kind() == ASSAY_NULL)
        out << "null";
    else if (value.is(assay::kinds::boolean))
        out << (value.boolean() ? "true" : "false");
    else if (value.is(assay::kinds::integer))
        out << 'i' << value.integer();
    else if (value.kind() == ASSAY_U64)
        out << 'u' << value.raw().as.u64;
    else if (value.kind() == ASSAY_F64)
        out << 'n' << static_cast<std::int64_t>(value.number() * 100);
    else if (value.is(assay::kinds::string))
        out << 's' << value.text().size();
    else if (value.kind() == ASSAY_DECIMAL)
        out << 'd' << value.text();
    else {
        const bool is_object = value.kind() == ASSAY_OBJECT;
        out << (is_object ? '{' : '[');
        for (std::size_t index = 0; index < value.size(); index++) {
            out << (index > 0 ? " " : "");
            if (is_object)
                out << value.key(index) << ':';
            describe(out, is_object ? value.member(value.key(index)) : value.element(index));
        }
        out << (is_object ? '}' : ']');
    }
}

assay::verdict check(const assay::row &row) {
    std::ostringstream shape;
    describe(shape, row.value());
    return row.fail(0, {shape.str()}, row.value().element(1).is_absent() ? "" : "/1");
}

} // namespace

assay::rule shape() {
    return assay::define("shape", "Says what a value is")
        .code("shape.is", "is {shape}", {"shape"})
        .invalid(0, "[1, \"ab\"]", "shape")
        .check(check);
}
