/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_plugin_values.hpp: what a rule in C++ sees and says: values, rows, verdicts, exceptions. Part
 * of assay_plugin.hpp. */
#ifndef ASSAY_PLUGIN_VALUES_HPP
#define ASSAY_PLUGIN_VALUES_HPP 1
#include "assay_plugin.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

/* Two plugins of one process share nothing. */
#pragma GCC visibility push(hidden)
namespace assay {

inline std::string_view view(assay_str text) noexcept {
    return text.len == 0 ? std::string_view()
                         : std::string_view(reinterpret_cast<const char *>(text.ptr), text.len);
}

inline assay_str text(std::string_view text) noexcept {
    return assay_str{reinterpret_cast<const std::uint8_t *>(text.data()), text.size()};
}

/* Bits of assay_rule.kinds. */
namespace kinds {
inline constexpr std::uint32_t boolean = ASSAY_KIND_BIT(ASSAY_BOOL), integer = ASSAY_KIND_BIT(ASSAY_I64),
                               number = ASSAY_KINDS_NUMBER, string = ASSAY_KIND_BIT(ASSAY_STR),
                               array = ASSAY_KIND_BIT(ASSAY_ARRAY), object = ASSAY_KIND_BIT(ASSAY_OBJECT),
                               all = ASSAY_KINDS_ALL;
}

inline constexpr assay_value absent_value{};

/* Thrown when a value is read as a kind that it is not. */
class wrong_kind : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

/* A value, borrowed like its texts until the call that received it returns. */
class field_value {
  public:
    explicit field_value(const assay_value &raw) noexcept : raw_(&raw) {}

    const assay_value &raw() const noexcept { return *raw_; }
    std::uint32_t kind() const noexcept { return raw_->kind; }
    bool is_absent() const noexcept { return kind() == ASSAY_ABSENT; }

    /* Whether the kind is one of some `kinds`. */
    bool is(std::uint32_t kinds) const noexcept { return (kinds & ASSAY_KIND_BIT(kind())) != 0; }

    /* The value as what it is; wrong_kind is thrown for any other. */
    std::int64_t integer() const {
        if (kind() != ASSAY_I64)
            throw wrong_kind("the value is no integer of 64 bits");
        return raw_->as.i64;
    }
    bool boolean() const {
        if (kind() != ASSAY_BOOL)
            throw wrong_kind("the value is no boolean");
        return raw_->as.i64 != 0;
    }
    /* The nearest double. An ASSAY_DECIMAL has none. */
    double number() const {
        switch (kind()) {
        case ASSAY_I64:
            return static_cast<double>(raw_->as.i64);
        case ASSAY_U64:
            return static_cast<double>(raw_->as.u64);
        case ASSAY_F64:
            return raw_->as.f64;
        default:
            throw wrong_kind("the value is no number");
        }
    }
    /* A string, or the digits of an ASSAY_DECIMAL. */
    std::string_view text() const {
        if (kind() != ASSAY_STR && kind() != ASSAY_DECIMAL)
            throw wrong_kind("the value is no string");
        return view(assay_str{raw_->as.ptr, raw_->len});
    }

    /* The number of elements or members; 0 for other kinds. */
    std::size_t size() const noexcept {
        return kind() == ASSAY_ARRAY || kind() == ASSAY_OBJECT ? raw_->len : 0;
    }
    /* Absent for other kinds and beyond the end. */
    field_value element(std::size_t index) const noexcept {
        return field_value(kind() == ASSAY_ARRAY && index < size() ? raw_->as.items[index] : absent_value);
    }
    std::string_view key(std::size_t index) const noexcept {
        return kind() == ASSAY_OBJECT && index < size() ? view(raw_->as.members[index].key)
                                                        : std::string_view();
    }
    field_value member(std::size_t index) const noexcept {
        return field_value(kind() == ASSAY_OBJECT && index < size() ? raw_->as.members[index].value
                                                                    : absent_value);
    }
    /* The last member with this key. */
    field_value member(std::string_view wanted) const noexcept {
        for (std::size_t index = size(); index > 0; index--)
            if (kind() == ASSAY_OBJECT && key(index - 1) == wanted)
                return member(index - 1);
        return field_value(absent_value);
    }

  private:
    const assay_value *raw_;
};

using verdict = assay_verdict;

constexpr verdict pass() noexcept { return verdict{ASSAY_PASS, 0, 0, 0}; }
/* The rule does not apply to the value. */
constexpr verdict skip() noexcept { return verdict{ASSAY_SKIP, 0, 0, 0}; }
/* `code` is an index into the rule's codes. */
constexpr verdict fail(std::uint32_t code = 0) noexcept { return verdict{ASSAY_FAIL, code, 0, 0}; }
constexpr verdict pass_if(bool condition, std::uint32_t otherwise = 0) noexcept {
    return condition ? pass() : fail(otherwise);
}

/* A value of an author's own: an argument of a message, a default. Borrows a text. */
struct literal {
    template <class Integer, std::enable_if_t<std::is_integral_v<Integer>, int> = 0>
    literal(Integer number) noexcept {
        const bool is_large = std::is_unsigned_v<Integer> && static_cast<std::uint64_t>(number) > INT64_MAX;
        raw.kind = std::is_same_v<Integer, bool> ? ASSAY_BOOL : is_large ? ASSAY_U64 : ASSAY_I64;
        raw.as.i64 = static_cast<std::int64_t>(number);
    }
    literal(double number) noexcept {
        raw.kind = ASSAY_F64;
        raw.as.f64 = number;
    }
    literal(std::string_view words) noexcept {
        raw.kind = ASSAY_STR;
        raw.as.ptr = text(words).ptr;
        raw.len = words.size();
    }
    literal(const std::string &words) noexcept : literal(std::string_view(words)) {}
    literal(const char *words) noexcept : literal(std::string_view(words)) {}

    assay_value raw{};
};

/* What a `field` parameter gives: the column of another field, to be looked up in a row. */
struct column {
    std::uint64_t index = 0;
};

/* How grave a line of the host's log is. */
enum class level : std::uint32_t { trace, debug, info, warning, error };

/* Says why a function fails or, with `row`, why a row of a batch is undecided. A host of a version before 1.2
 * takes the reason of a row for all undecided rows of the batch. */
inline void tell(const assay_call *call, const std::uint32_t *row, assay_rc rc, assay_str reason) noexcept {
    if (row != nullptr && call->struct_size >= offsetof(assay_call, error_at) + sizeof call->error_at)
        static_cast<void>(call->error_at(call, *row, rc, reason));
    else
        call->error(call, rc, reason);
}

/* Thrown by a rule to leave the batch: the host wants no more of it. */
class cancelled : public std::exception {
  public:
    const char *what() const noexcept override { return "the call was cancelled"; }
};

/* Memory of the host, zeroed, until the call returns. */
template <class Element> class scratch_span {
  public:
    scratch_span(Element *start, std::size_t count) noexcept : start_(start), count_(count) {}

    Element *begin() const noexcept { return start_; }
    Element *end() const noexcept { return start_ + count_; }
    Element *data() const noexcept { return start_; }
    std::size_t size() const noexcept { return count_; }
    /* std::out_of_range is thrown for an index beyond the end. */
    Element &operator[](std::size_t index) const {
        if (index >= count_)
            throw std::out_of_range("an index beyond the end of scratch memory");
        return start_[index];
    }

  private:
    Element *start_;
    std::size_t count_;
};

/* One row of a batch: the value, the other fields, and what is said of them. */
class row {
  public:
    row(const assay_call &call, const assay_batch &batch, std::uint32_t index) noexcept
        : call_(&call), batch_(&batch), index_(index) {}

    field_value value() const noexcept { return field_value(batch_->columns[0][index_]); }
    field_value operator[](column other) const noexcept {
        return field_value(other.index < batch_->column_count ? batch_->columns[other.index][index_]
                                                              : absent_value);
    }
    const assay_call &call() const noexcept { return *call_; }

    /* Fails with the arguments of the code's message, in the order of its argument names; `path` is
     * empty or a JSON Pointer below the value. */
    verdict fail(std::uint32_t code, std::initializer_list<literal> arguments,
                 std::string_view path = {}) const noexcept {
        call_->args(call_, index_, assay::text(path), &arguments.begin()->raw,
                    static_cast<std::uint32_t>(arguments.size()));
        return assay::fail(code);
    }
    /* A line for the host's log. */
    void log(level level, std::string_view message) const noexcept {
        call_->log(call_, static_cast<std::uint32_t>(level), assay::text(message));
    }

    using clock = std::chrono::steady_clock;

    /* When the call has to end, if it has to. */
    std::optional<clock::time_point> deadline() const noexcept {
        if (call_->deadline_ns == 0)
            return std::nullopt;
        const std::chrono::nanoseconds since_start(
            static_cast<std::int64_t>(call_->deadline_ns > INT64_MAX ? INT64_MAX : call_->deadline_ns));
        return clock::time_point(std::chrono::duration_cast<clock::duration>(since_start));
    }
    /* How long the call may still take; zero after its deadline. */
    std::optional<clock::duration> remaining() const noexcept {
        const std::optional<clock::time_point> end = deadline();
        if (!end)
            return std::nullopt;
        const clock::time_point now = clock::now();
        return *end > now ? *end - now : clock::duration::zero();
    }
    /* Whether the host wants no more of the call, or its deadline has passed. */
    bool is_cancelled() const noexcept {
        if (call_->cancelled != nullptr && __atomic_load_n(call_->cancelled, __ATOMIC_RELAXED) != 0)
            return true;
        const std::optional<clock::duration> left = remaining();
        return left && *left == clock::duration::zero();
    }
    /* For long work: leaves the batch if the call is cancelled. */
    void check_cancellation() const {
        if (is_cancelled())
            throw cancelled();
    }

    /* Memory for so many elements, which ends with the call; std::bad_alloc is thrown when there is no
     * more (64 MiB for a call). */
    template <class Element> scratch_span<Element> scratch(std::size_t count) const {
        static_assert(std::is_trivially_default_constructible_v<Element> &&
                          std::is_trivially_destructible_v<Element> && alignof(Element) <= 16,
                      "scratch memory holds elements that are neither made nor destroyed");
        if (count > SIZE_MAX / sizeof(Element))
            throw std::bad_alloc();
        void *memory = call_->scratch(call_, count * sizeof(Element));
        if (memory == nullptr)
            throw std::bad_alloc();
        Element *start = static_cast<Element *>(memory);
        for (std::size_t index = 0; index < count; index++)
            ::new (static_cast<void *>(start + index)) Element();
        return scratch_span<Element>(start, count);
    }

    /* The rule cannot decide. */
    verdict undecided(std::string_view reason) const noexcept {
        tell(call_, &index_, ASSAY_E_INTERNAL, assay::text(reason));
        return verdict{ASSAY_UNDECIDED, 0, 0, 0};
    }

  private:
    const assay_call *call_;
    const assay_batch *batch_;
    std::uint32_t index_;
};

/* Thrown by the constructor of a rule whose arguments are wrong together, and by that of settings that
 * cannot be used. */
class rejection : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/* Tells the host about the exception that is being handled, and returns its number; `rejected` is that
 * of a rejection, and `row` the row of the batch that it is about, or NULL. */
inline assay_rc report_exception(const assay_call *call, assay_rc rejected = ASSAY_E_PARAM,
                                 const std::uint32_t *row = nullptr) noexcept {
    assay_rc rc = ASSAY_E_INTERNAL;
    try {
        throw;
    } catch (const rejection &error) {
        tell(call, row, rc = rejected, text(error.what()));
    } catch (const std::bad_alloc &error) {
        tell(call, row, rc = ASSAY_E_NOMEM, text(error.what()));
    } catch (const std::exception &error) {
        tell(call, row, rc, text(error.what()));
    } catch (...) {
        tell(call, row, rc, text("an exception that is no std::exception"));
    }
    return rc;
}

} // namespace assay
#pragma GCC visibility pop

#endif
