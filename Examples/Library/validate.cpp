// SPDX-License-Identifier: Apache-2.0
// validate RULES RECORD FILE: checks a record, then the records of a file, and prints what is wrong.
#include <assay.h>

#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

struct Error : assay_error {
    Error() : assay_error ASSAY_ERROR_INIT {}
    ~Error() { assay_error_release(this); }
    Error(const Error &) = delete;
    assay_rc must(assay_rc result) const {
        if (result < ASSAY_OK)
            throw std::runtime_error(std::string(json, json_length));
        return result;
    }
};

assay_str text(std::string_view view) {
    return {reinterpret_cast<const uint8_t *>(view.data()), view.size()};
}

std::string_view view(const assay_text &text) { return {reinterpret_cast<const char *>(text.ptr), text.len}; }

void print(assay_session *session, Error &error) {
    assay_finding found[64];
    uint64_t first = 0, count = 0;
    do {
        error.must(assay_findings(session, first, 64, ASSAY_FINDING_PLACE, found, &count, &error));
        for (uint64_t i = 0; i < count; i++)
            std::cout << found[i].line << ' ' << view(found[i].pointer) << ": " << view(found[i].message)
                      << " (" << view(found[i].code) << ")\n";
        first += count;
    } while (count > 0);
}

void run(std::string_view rule_set, std::string_view record, std::string_view file, Error &error) {
    assay_engine *engine = nullptr;
    assay_rules *rules = nullptr;
    assay_session *made = nullptr;
    assay_compile_options options = ASSAY_COMPILE_OPTIONS_INIT;
    options.flags = ASSAY_COMPILE_FILE;
    error.must(assay_engine_create(nullptr, &engine, &error));
    error.must(assay_rules_compile(engine, text(rule_set), &options, &rules, &error));
    error.must(assay_session_create(rules, nullptr, &made, &error));
    assay_rules_release(rules); // the session keeps what it needs
    assay_engine_release(engine);
    const std::unique_ptr<assay_session, void (*)(assay_session *)> session(made, assay_session_release);

    assay_result result = ASSAY_RESULT_INIT;
    error.must(assay_check_json(made, record.data(), record.size(), &result, &error));
    std::cout << "record: " << (result.invalid_count == 0 ? "valid" : "invalid") << '\n';
    print(made, error);

    uint64_t records = 0, invalid = 0;
    assay_lines lines = ASSAY_LINES_INIT;
    lines.path = text(file);
    error.must(assay_lines_open(made, &lines, &error));
    while (error.must(assay_lines_next(made, &result, &error)) == ASSAY_OK) {
        records += result.record_count;
        invalid += result.invalid_count;
        print(made, error);
    }
    std::cout << "file: " << records << " records, " << invalid << " invalid\n";
}

} // namespace

int main(int, char **argv) try {
    Error error;
    run(argv[1], argv[2], argv[3], error);
} catch (const std::exception &failure) {
    std::cerr << failure.what() << '\n';
    return 2;
}
