/* SPDX-License-Identifier: Apache-2.0
 *
 * The words of the settings, which are read once, when the plugin is loaded. */
#include "fleet.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

constexpr std::uintmax_t most_bytes = 1 << 20;

[[noreturn]] void reject(const std::string &path, const std::string &found) {
    throw assay::rejection("file '" + path + "' " + found);
}

/* The number of bytes of the character at the beginning (RFC 3629, 4), or 0 if there is none. */
std::size_t character_bytes(std::string_view text) {
    const auto byte = [&](std::size_t index) { return static_cast<std::uint8_t>(text[index]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80)
        return 1;
    const std::size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (length == 0 || length > text.size())
        return 0;
    /* The second byte keeps out long forms, surrogates and what is above U+10FFFF. */
    const std::uint8_t lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const std::uint8_t highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (byte(1) < lowest || byte(1) > highest)
        return 0;
    for (std::size_t index = 2; index < length; index++)
        if ((byte(index) & 0xC0) != 0x80)
            return 0;
    return length;
}

void check_utf8(const std::string &path, std::string_view text) {
    for (std::size_t index = 0, length = 0; index < text.size(); index += length) {
        length = character_bytes(text.substr(index));
        if (length == 0)
            reject(path, "has bytes that are not UTF-8 in line " +
                             std::to_string(std::count(text.begin(), text.begin() + index, '\n') + 1));
    }
}

std::string read(const std::string &path) {
    std::error_code error;
    if (path.find('\0') != std::string::npos)
        throw assay::rejection("file: the path has a NUL");
    const auto status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::not_found)
        reject(path, error == std::errc::not_a_directory ? "cannot be read" : "does not exist");
    if (!std::filesystem::status_known(status))
        reject(path, "cannot be read");
    if (!std::filesystem::is_regular_file(status))
        reject(path, "is not a regular file");
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (!error && size > most_bytes)
        reject(path,
               "has " + std::to_string(size) + " bytes, expected at most " + std::to_string(most_bytes));
    std::ifstream file(path, std::ios::binary);
    if (error || !file)
        reject(path, "cannot be read");
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

words::words(const std::optional<std::string> &file, const std::string &inlined, bool is_case_sensitive)
    : is_case_sensitive_(is_case_sensitive) {
    if (!file) {
        take(inlined, ' ');
        if (count() == 0)
            throw assay::rejection("words: expected words and spaces");
        return;
    }
    const std::string bytes = read(*file);
    check_utf8(*file, bytes);
    const bool has_mark = bytes.compare(0, 3, "\xEF\xBB\xBF") == 0;
    take(std::string_view(bytes).substr(has_mark ? 3 : 0), '\n');
    if (count() == 0)
        reject(*file, "has no words, expected one on each line");
}

/* Without differences of case among the letters A to Z, unless they count. */
std::string words::folded(std::string_view word) const {
    std::string folded(word);
    for (char &each : folded)
        if (!is_case_sensitive_ && each >= 'A' && each <= 'Z')
            each = static_cast<char>(each | 0x20);
    return folded;
}

void words::take(std::string_view text, char separator) {
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(separator, start), text.size());
        const std::string_view line = text.substr(start, end - start);
        const std::size_t first = line.find_first_not_of(" \t\r"), last = line.find_last_not_of(" \t\r");
        if (first != std::string_view::npos && line[first] != '#')
            words_.insert(folded(line.substr(first, last - first + 1)));
        start = end + 1;
    }
}
