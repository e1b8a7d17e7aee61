/* SPDX-License-Identifier: Apache-2.0
 *
 * fleet-cpp.uniqueKeys: an array of objects that differ in one member. */
#include "fleet.hpp"

#include <map>
#include <variant>

namespace {

enum : std::uint32_t { MISSING, DUPLICATE };
constexpr std::size_t longest_key = 1024;

using identity = std::variant<std::int64_t, std::string_view>;

std::optional<identity> identify(assay::field_value element, std::string_view key) {
    const assay::field_value member = element.member(key);
    if (member.is(assay::kinds::integer))
        return member.integer();
    if (member.is(assay::kinds::string) && member.text().size() <= longest_key)
        return member.text();
    return std::nullopt;
}

/* "/" and the key as a token of a JSON Pointer (RFC 6901). */
std::string token(std::string_view key) {
    std::string token = "/";
    for (char each : key)
        token += each == '~' ? "~0" : each == '/' ? "~1" : std::string(1, each);
    return token;
}

assay::verdict check(const assay::row &row, const std::string &key) {
    std::map<identity, std::size_t> seen;
    for (std::size_t index = 0; index < row.value().size(); index++) {
        const auto found = identify(row.value().element(index), key);
        const std::string path = "/" + std::to_string(index);
        if (!found)
            return row.fail(MISSING, {}, path);
        const auto [first, is_new] = seen.try_emplace(*found, index);
        if (!is_new)
            return row.fail(
                DUPLICATE,
                {std::visit([](auto value) { return assay::literal(value); }, *found), first->second},
                path + token(key));
    }
    return assay::pass();
}

} // namespace

assay::rule unique_keys() {
    return assay::define("uniqueKeys", "An array of objects that differ in one member")
        .kinds(assay::kinds::array)
        .parameter(assay::string("key", "the name of the member"))
        .code("uniqueKeys.missing",
              "must be an object with an integer or a text of at most 1024 bytes as {key}")
        .translation("de", "muss ein Objekt mit einer ganzen Zahl oder einem Text von höchstens 1024 Bytes "
                           "als {key} sein")
        .code("uniqueKeys.duplicate", "must be unique: element {first} has {duplicate} too",
              {"duplicate", "first"})
        .translation("de", "muss eindeutig sein: auch Element {first} hat {duplicate}")
        .valid("[]", "uniqueKeys(\"id\")")
        .valid("[{\"id\": 1}, {\"id\": \"1\"}, {\"id\": 2}]", "uniqueKeys(\"id\")")
        .invalid(DUPLICATE, "[{\"id\": 1}, {\"id\": 2}, {\"id\": 1}]", "uniqueKeys(\"id\")")
        .invalid(MISSING, "[{\"id\": 1}, {\"name\": 1}]", "uniqueKeys(\"id\")")
        .invalid(MISSING, "[{\"id\": 1}, 1]", "uniqueKeys(\"id\")")
        .invalid(MISSING, "[{\"id\": 1.5}]", "uniqueKeys(\"id\")")
        .check(check);
}
