// SPDX-License-Identifier: Apache-2.0
//
// Mode N: nested orders, with simdjson's documents, PCRE2's JIT and the rules of orders.yaml by hand.
#pragma once

#include "check_digits.h"
#include "range_scan.hpp"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace limit {

/// A pattern as machine code.
class JITPattern {
  public:
    explicit JITPattern(const char *source) {
        int error = 0;
        PCRE2_SIZE offset = 0;
        code_ = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(source), PCRE2_ZERO_TERMINATED,
                              PCRE2_DOLLAR_ENDONLY, &error, &offset, nullptr);
        if (!code_ || pcre2_jit_compile(code_, PCRE2_JIT_COMPLETE))
            throw std::runtime_error("PCRE2 rejects a pattern or has no JIT");
        match_ = pcre2_match_data_create(1, nullptr);
        if (!match_)
            throw std::bad_alloc();
    }
    JITPattern(const JITPattern &) = delete;
    JITPattern &operator=(const JITPattern &) = delete;
    ~JITPattern() {
        pcre2_match_data_free(match_);
        pcre2_code_free(code_);
    }

    bool matches(std::string_view text) const {
        return pcre2_jit_match(code_, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0, 0, match_,
                               nullptr) >= 0;
    }

  private:
    pcre2_code *code_;
    pcre2_match_data *match_;
};

/// Checks documents, every rule of each.
class OrderPiece {
  public:
    size_t check(std::vector<char> &buffer, size_t filled, bool isLast, Tally &tally) {
        size_t length = isLast ? filled : wholeLines(buffer.data(), filled);
        simdjson::dom::document_stream documents =
            parser_.parse_many(buffer.data(), length, simdjson::dom::DEFAULT_BATCH_SIZE);
        for (simdjson::dom::element document : documents) {
            tally_ = &tally;
            before_ = tally.findings.size();
            check(document.get_object());
            tally.invalid += tally.findings.size() != before_;
            tally.records++;
        }
        return length;
    }

  private:
    using Object = simdjson::dom::object;

    enum Error : uint8_t {
        ID = 1,
        PLACED,
        CURRENCY,
        NAME,
        EMAIL,
        STREET,
        ZIP,
        COUNTRY,
        ITEMS,
        SKU,
        ITEM,
        QUANTITY,
        PRICE,
        TAG,
        NOTE
    };

    void addIf(bool wrong, Error error) {
        if (wrong)
            tally_->findings.push_back({static_cast<uint32_t>(tally_->records), error});
    }

    void check(Object order) {
        checkText(order, "id", ID, [&](std::string_view text) { return id_.matches(text); });
        checkText(order, "placed", PLACED,
                  [&](std::string_view text) { return date_.matches(text) && is_date(text.data()); });
        checkText(order, "currency", CURRENCY, [](std::string_view text) {
            return text == "EUR" || text == "USD" || text == "GBP" || text == "CHF" || text == "SEK" ||
                   text == "PLN";
        });
        Object customer, address;
        if (order["customer"].get(customer) == simdjson::SUCCESS)
            checkCustomer(customer);
        if (customer["address"].get(address) == simdjson::SUCCESS)
            checkAddress(address);
        simdjson::dom::array items;
        bool hasItems = order["items"].get(items) == simdjson::SUCCESS;
        addIf(!hasItems || items.size() < 1 || items.size() > 20, ITEMS);
        if (hasItems) {
            for (Object item : items)
                checkItem(item);
        }
        std::string_view note;
        if (order["note"].get(note) == simdjson::SUCCESS)
            addIf(!isWithin(note, 0, 200), NOTE);
    }

    void checkCustomer(Object customer) {
        checkText(customer, "name", NAME, [](std::string_view text) { return isWithin(text, 1, 80); });
        checkText(customer, "email", EMAIL, [&](std::string_view text) { return email_.matches(text); });
    }

    void checkAddress(Object address) {
        checkText(address, "street", STREET, [](std::string_view text) { return isWithin(text, 1, 100); });
        checkText(address, "zip", ZIP, [&](std::string_view text) { return zip_.matches(text); });
        checkText(address, "country", COUNTRY, [](std::string_view text) {
            return text == "DE" || text == "AT" || text == "CH" || text == "FR" || text == "NL" ||
                   text == "BE" || text == "PL" || text == "SE";
        });
    }

    void checkItem(Object item) {
        checkText(item, "sku", SKU, [&](std::string_view text) { return sku_.matches(text); });
        checkText(item, "name", ITEM, [](std::string_view text) { return isWithin(text, 1, 60); });
        int64_t quantity = 0;
        addIf(item["quantity"].get(quantity) != simdjson::SUCCESS || quantity < 1 || quantity > 999,
              QUANTITY);
        double price = 0;
        addIf(item["price"].get(price) != simdjson::SUCCESS || price < 0 || price > 100000, PRICE);
        simdjson::dom::array tags;
        if (item["tags"].get(tags) != simdjson::SUCCESS)
            return;
        for (std::string_view tag : tags)
            addIf(!isWithin(tag, 1, 20), TAG);
    }

    /// A text that is required.
    template <class Rule> void checkText(Object object, std::string_view key, Error error, Rule &&rule) {
        std::string_view text;
        bool isThere = object[key].get(text) == simdjson::SUCCESS && !text.empty();
        addIf(!isThere || !rule(text), error);
    }

    /// Whether a text has so many code points.
    static bool isWithin(std::string_view text, size_t least, size_t most) {
        size_t count = 0;
        for (char byte : text)
            count += static_cast<signed char>(byte) > -65; // not a continuation byte
        return count >= least && count <= most;
    }

    JITPattern id_{"^ORD-[0-9]{7}$"};
    JITPattern date_{"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"};
    JITPattern email_{"^[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\\.)+[A-Za-z]{2,63}$"};
    JITPattern zip_{"^[0-9]{5}$"};
    JITPattern sku_{"^[A-Z]{2}-[0-9]{4,6}$"};
    simdjson::dom::parser parser_;
    Tally *tally_ = nullptr;
    size_t before_ = 0;
};

} // namespace limit
