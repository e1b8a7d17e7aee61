// SPDX-License-Identifier: Apache-2.0
#include "toml_events.h"

#include <cstring>
#include <exception>
#include <string_view>

#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace {

struct reader {
    void *context;
    toml_visitor visit;

    static toml_place place(const toml::source_region &region) {
        return {static_cast<uint32_t>(region.begin.line), static_cast<uint32_t>(region.begin.column)};
    }

    void scalar(const toml::node &node, toml_event &event) const {
        if (const auto *text = node.as_string()) {
            event.kind = TOML_STRING;
            event.text = {text->get().data(), text->get().size()};
        } else if (const auto *integer = node.as_integer()) {
            event.kind = TOML_INTEGER;
            event.integer = integer->get();
        } else if (const auto *number = node.as_floating_point()) {
            event.kind = TOML_FLOAT;
            event.number = number->get();
        } else if (const auto *flag = node.as_boolean()) {
            event.kind = TOML_BOOLEAN;
            event.integer = flag->get() ? 1 : 0;
        } else {
            event.kind = TOML_DATE;
        }
        visit(context, &event);
    }

    void end() const {
        toml_event event{};
        event.kind = TOML_END;
        visit(context, &event);
    }

    // Documents are shallow: the caller bounds how deep keys lead, toml++ how deep values do.
    // NOLINTNEXTLINE(misc-no-recursion)
    void value(const toml::node &node, const toml::key *key) const {
        toml_event event{};
        event.place = place(node.source());
        if (key != nullptr) {
            event.key = {key->data(), key->length()};
            event.key_place = place(key->source());
        }
        // The branches look alike: one is over members, the other over elements.
        // NOLINTNEXTLINE(bugprone-branch-clone)
        if (const auto *table = node.as_table()) {
            event.kind = TOML_TABLE;
            visit(context, &event);
            for (const auto &[name, member] : *table)
                value(member, &name);
            end();
        } else if (const auto *array = node.as_array()) {
            event.kind = TOML_ARRAY;
            visit(context, &event);
            for (const auto &element : *array)
                value(element, nullptr);
            end();
        } else {
            scalar(node, event);
        }
    }
};

void say(toml_error *error, std::string_view message) {
    const size_t count = message.size() < sizeof error->message ? message.size() : sizeof error->message - 1;
    std::memcpy(error->message, message.data(), count);
    error->message[count] = '\0';
}

} // namespace

int toml_read(const char *bytes, size_t count, void *context, toml_visitor visit,
              toml_error *error) noexcept {
    *error = toml_error{};
    try {
        const toml::table document = toml::parse(std::string_view(bytes, count));
        reader{context, visit}.value(document, nullptr);
        return 0;
    } catch (const toml::parse_error &problem) {
        error->place = reader::place(problem.source());
        say(error, problem.description());
    } catch (const std::exception &problem) {
        say(error, problem.what());
    }
    return -1;
}
