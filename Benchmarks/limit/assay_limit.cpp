// SPDX-License-Identifier: Apache-2.0
//
// assay-limit --mode A|B|C|D|J|N|V --file F [--threads N]
//
// The sign-up rules in hand-written C with PCRE2's JIT, measured like the engine: A and C validate parsed
// records in memory, B reads, parses and validates a file, D times each record by itself, J each document
// from its bytes on; V is B over CSV, N over nested orders. Prints one JSON line.
#include "bodies.hpp"
#include "memory.hpp"
#include "orders.hpp"
#include "stream.hpp"

#include <chrono>
#include <cstdio>
#include <iostream>

namespace {

using namespace limit;
using Clock = std::chrono::steady_clock;

struct Options {
    char mode = 'A';
    std::string file;
    size_t threads = 1;
};

struct Result {
    size_t records = 0, invalid = 0, errors = 0;
    double seconds = 0;
    uint64_t median = 0, slowest = 0;
};

Options parse(int count, char **arguments) {
    Options options;
    for (int index = 1; index + 1 < count; index += 2) {
        std::string name = arguments[index], value = arguments[index + 1];
        if (name == "--mode" && value.size() == 1)
            options.mode = value[0];
        else if (name == "--file")
            options.file = value;
        else if (name == "--threads")
            options.threads = std::stoul(value);
        else
            throw std::invalid_argument("unknown option or value: " + name);
    }
    bool isKnown = std::strchr("ABCDJNV", options.mode) != nullptr;
    if (count % 2 == 0 || !isKnown || options.file.empty() || options.threads < 1 || options.threads > 1024) {
        throw std::invalid_argument("usage: assay-limit --mode A|B|C|D|J|N|V --file F [--threads N]");
    }
    return options;
}

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Runs passes until they took a second, at least `least` and at most `most`; returns the median duration.
template <class Pass> double medianOf(size_t least, size_t most, Pass &&pass) {
    std::vector<double> durations;
    double total = 0;
    while (durations.size() < least || (total < 1.0 && durations.size() < most)) {
        Clock::time_point start = Clock::now();
        pass();
        durations.push_back(secondsSince(start));
        total += durations.back();
    }
    std::sort(durations.begin(), durations.end());
    return durations[durations.size() / 2];
}

template <class Piece> Result endToEnd(const InputFile &file, size_t threads) {
    Result result;
    std::vector<Tally> tallies;
    result.seconds = medianOf(1, 9, [&] { tallies = scan<Piece>(file, threads); });
    for (const Tally &tally : tallies) {
        result.records += tally.records;
        result.invalid += tally.invalid;
        result.errors += tally.findings.size();
    }
    return result;
}

void checkAll(const LoadedRecords &loaded, Checker &checker, Tally &tally) {
    tally.clear();
    for (const signup &record : loaded.records())
        checker.check(record, tally);
}

/// Keeps the middle, the 99th percentile and the sum of what each record took.
void summarize(std::vector<uint64_t> &times, Result &result) {
    if (times.empty())
        return;
    std::sort(times.begin(), times.end());
    result.median = times[times.size() / 2];
    result.slowest = times[times.size() * 99 / 100];
    for (uint64_t time : times)
        result.seconds += static_cast<double>(time) * 1e-9;
}

template <class Body> uint64_t nanosecondsOf(Body &&body) {
    Clock::time_point start = Clock::now();
    uint32_t count = body();
    auto elapsed = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start);
    asm volatile("" ::"r"(count) : "memory");
    return static_cast<uint64_t>(elapsed.count());
}

void timeEach(const LoadedRecords &loaded, Checker &checker, Result &result) {
    std::vector<uint64_t> times;
    times.reserve(loaded.records().size());
    for (const signup &record : loaded.records())
        times.push_back(nanosecondsOf([&] { return checker.errors(record); }));
    summarize(times, result);
}

Result eachBody(const InputFile &file) {
    Bodies bodies(file);
    Checker checker;
    Tally tally;
    Result result;
    bodies.forEach([&](const signup &record) { checker.check(record, tally); }); // warm-up
    std::vector<uint64_t> times;
    times.reserve(tally.records);
    for (size_t index = 0; index < bodies.count(); index++)
        times.push_back(nanosecondsOf([&] { return checker.errors(bodies.parse(index)); }));
    summarize(times, result);
    result.records = tally.records;
    result.invalid = tally.invalid;
    result.errors = tally.findings.size();
    return result;
}

Result inMemory(const InputFile &file, bool isLatency) {
    LoadedRecords loaded(file);
    Checker checker;
    Tally tally;
    Result result;
    checkAll(loaded, checker, tally); // warm-up
    if (isLatency)
        timeEach(loaded, checker, result);
    else
        result.seconds = medianOf(3, 15, [&] { checkAll(loaded, checker, tally); });
    result.records = tally.records;
    result.invalid = tally.invalid;
    result.errors = tally.findings.size();
    return result;
}

Result measure(const Options &options, const InputFile &file) {
    switch (options.mode) {
    case 'B':
        return endToEnd<JSONPiece>(file, options.threads);
    case 'V':
        return endToEnd<CSVPiece>(file, 1);
    case 'N':
        return endToEnd<OrderPiece>(file, 1);
    case 'J':
        return eachBody(file);
    default:
        return inMemory(file, options.mode == 'D');
    }
}

void print(const Options &options, const InputFile &file, const Result &result) {
    std::printf(
        "{\"engine\":\"L1\",\"mode\":\"%c\",\"threads\":%zu,\"records\":%zu,\"invalid\":%zu,\"errors\":%zu,"
        "\"seconds\":%.9f,\"bytes\":%zu",
        options.mode, options.threads, result.records, result.invalid, result.errors, result.seconds,
        file.size());
    if (options.mode == 'D' || options.mode == 'J') {
        std::printf(",\"p50_ns\":%llu,\"p99_ns\":%llu", static_cast<unsigned long long>(result.median),
                    static_cast<unsigned long long>(result.slowest));
    }
    std::printf("}\n");
}

} // namespace

int main(int count, char **arguments) {
    try {
        Options options = parse(count, arguments);
        InputFile file(options.file);
        if (!checks_prepare())
            throw std::runtime_error("PCRE2 rejects a pattern or has no JIT");
        print(options, file, measure(options, file));
        return 0;
    } catch (const std::exception &error) {
        std::cerr << "assay-limit: " << error.what() << '\n';
        return 1;
    }
}
