/* SPDX-License-Identifier: Apache-2.0
 *
 * creditCard(networks: list?, separators: bool = true)
 *
 * A payment card number (PAN) by ISO/IEC 7812-1: 12 to 19 digits, not all of them 0, the last one the
 * Luhn check digit.
 *
 *     value = digit 11*18( [separator] digit )   separator = " " / "-", only with separators = true
 *
 * Without `networks` nothing else is checked: a number of any issuer passes. With `networks` the
 * first six digits and the length must be those of one of the named networks, see `ranges` below.
 * The ranges are the publicly documented ones; issuers share some (Discover with UnionPay and
 * Troy), and a number in a shared range belongs to each of them.
 * Cost: a few nanoseconds; with networks a walk over at most the table.
 */
#include "assay_plugin_c.h"
#include "luhn.h"

enum { CHARACTERS, LENGTH, ZEROS, NETWORK, CHECK_DIGIT };

enum { AMEX, DINERS, DISCOVER, ELO, JCB, MAESTRO, MASTERCARD, MIR, TROY, UNION_PAY, VISA, NETWORK_COUNT };
static const char *const network_names[NETWORK_COUNT] = {
    "amex",       "dinersClub", "discover", "elo",      "jcb",  "maestro",
    "mastercard", "mir",        "troy",     "unionPay", "visa",
};
#define SEPARATORS (1u << NETWORK_COUNT)
#define NETWORKS (SEPARATORS - 1u)

#define LENGTHS(first, last) ((1u << ((last) + 1)) - (1u << (first)))
#define EXACTLY(length) (1u << (length))

/* The first six digits from `first` to `last`, and a set of lengths. */
typedef struct {
    uint32_t network, first, last, lengths;
} card_range;

static const card_range ranges[] = {
    {AMEX, 340000, 349999, EXACTLY(15)},
    {AMEX, 370000, 379999, EXACTLY(15)},
    {DINERS, 300000, 305999, LENGTHS(14, 19)},
    {DINERS, 309500, 309599, LENGTHS(14, 19)},
    {DINERS, 360000, 369999, LENGTHS(14, 19)},
    {DINERS, 380000, 399999, LENGTHS(14, 19)},
    {DISCOVER, 601100, 601199, LENGTHS(16, 19)},
    {DISCOVER, 622126, 622925, LENGTHS(16, 19)},
    {DISCOVER, 644000, 659999, LENGTHS(16, 19)},
    {ELO, 401178, 401179, EXACTLY(16)},
    {ELO, 431274, 431274, EXACTLY(16)},
    {ELO, 438935, 438935, EXACTLY(16)},
    {ELO, 451416, 451416, EXACTLY(16)},
    {ELO, 457393, 457393, EXACTLY(16)},
    {ELO, 457631, 457632, EXACTLY(16)},
    {ELO, 504175, 504175, EXACTLY(16)},
    {ELO, 506699, 506778, EXACTLY(16)},
    {ELO, 509000, 509999, EXACTLY(16)},
    {ELO, 627780, 627780, EXACTLY(16)},
    {ELO, 636297, 636297, EXACTLY(16)},
    {ELO, 636368, 636368, EXACTLY(16)},
    {ELO, 650031, 650033, EXACTLY(16)},
    {ELO, 650035, 650051, EXACTLY(16)},
    {ELO, 650405, 650439, EXACTLY(16)},
    {ELO, 650485, 650538, EXACTLY(16)},
    {ELO, 650541, 650598, EXACTLY(16)},
    {ELO, 650700, 650718, EXACTLY(16)},
    {ELO, 650720, 650727, EXACTLY(16)},
    {ELO, 650901, 650978, EXACTLY(16)},
    {ELO, 651652, 651679, EXACTLY(16)},
    {ELO, 655000, 655019, EXACTLY(16)},
    {ELO, 655021, 655058, EXACTLY(16)},
    {JCB, 352800, 358999, LENGTHS(16, 19)},
    {JCB, 180000, 180099, EXACTLY(15)},
    {JCB, 213100, 213199, EXACTLY(15)},
    {MAESTRO, 500000, 504174, LENGTHS(12, 19)},
    {MAESTRO, 504176, 506698, LENGTHS(12, 19)},
    {MAESTRO, 506779, 508999, LENGTHS(12, 19)},
    {MAESTRO, 560000, 589999, LENGTHS(12, 19)},
    {MAESTRO, 630000, 639999, LENGTHS(12, 19)},
    {MAESTRO, 670000, 679999, LENGTHS(12, 19)},
    {MASTERCARD, 510000, 559999, EXACTLY(16)},
    {MASTERCARD, 222100, 272099, EXACTLY(16)},
    {MIR, 220000, 220499, LENGTHS(16, 19)},
    {TROY, 979200, 979299, EXACTLY(16)},
    {TROY, 650000, 659999, EXACTLY(16)},
    {UNION_PAY, 620000, 629999, LENGTHS(16, 19)},
    {UNION_PAY, 810000, 817199, LENGTHS(16, 19)},
    {VISA, 400000, 499999, EXACTLY(13) | EXACTLY(16) | EXACTLY(19)},
};

static bool is_of_network(uint32_t networks, const uint8_t *digits, size_t count) {
    uint32_t issuer = 0;
    for (size_t i = 0; i < 6; i++)
        issuer = issuer * 10 + (digits[i] & 0x0Fu);
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        const card_range *range = &ranges[i];
        if ((networks >> range->network & 1) && issuer >= range->first && issuer <= range->last &&
            (range->lengths >> count & 1))
            return true;
    }
    return false;
}

static inline assay_verdict check_digits(uint32_t networks, const uint8_t *digits, size_t count) {
    if (count < 12 || count > 19)
        return assay_fail(LENGTH);
    uint64_t sum = luhn_sum(digits, count);
    if (sum == 0) /* which no digit but 0 leaves it */
        return assay_fail(ZEROS);
    if (networks && !is_of_network(networks, digits, count))
        return assay_fail(NETWORK);
    return assay_pass_if(sum % 10 == 0, CHECK_DIGIT);
}

static assay_verdict check_separated(uint32_t networks, assay_str text) {
    uint8_t digits[37]; /* the longest number with a separator in each gap is this long */
    if (text.len > sizeof digits)
        return assay_fail(LENGTH);
    size_t count = without_separators(text.ptr, text.len, digits, sizeof digits);
    if (count == SIZE_MAX || !are_digits(digits, count))
        return assay_fail(CHARACTERS);
    return check_digits(networks, digits, count);
}

static inline assay_verdict check(assay_str text, const void *inst) {
    uint32_t options = (uint32_t)assay_options(inst);
    if (are_digits(text.ptr, text.len))
        return check_digits(options & NETWORKS, text.ptr, text.len);
    return options & SEPARATORS ? check_separated(options & NETWORKS, text) : assay_fail(CHARACTERS);
}

/* The bit of a network's name, or 0. */
static uint32_t network_named(const assay_value *name) {
    for (uint32_t i = 0; name->kind == ASSAY_STR && i < NETWORK_COUNT; i++)
        if (strlen(network_names[i]) == name->len && memcmp(network_names[i], name->as.ptr, name->len) == 0)
            return 1u << i;
    return 0;
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    uint32_t options = params[1].as.i64 ? SEPARATORS : 0;
    if (assay_is_given(&params[0]) && params[0].len == 0)
        return ASSAY_REJECT(call, "networks must name at least one network");
    for (uint64_t i = 0; assay_is_given(&params[0]) && i < params[0].len; i++) {
        uint32_t network = network_named(&params[0].as.items[i]);
        if (!network)
            return ASSAY_REJECT(
                call, "networks must be one or more of amex, dinersClub, discover, elo, jcb, maestro, "
                      "mastercard, mir, troy, unionPay, visa");
        options |= network;
    }
    *inst = (void *)(uintptr_t)options;
    return ASSAY_OK;
}

ASSAY_TEXT_RULE(
    creditCard, "A payment card number", check,
    ASSAY_PARAMETERS(
        ASSAY_PARAMETER(ASSAY_PARAM_LIST, "networks",
                        "The accepted networks: amex, dinersClub, discover, elo, jcb, maestro, mastercard, "
                        "mir, troy, unionPay, visa; by default any issuer",
                        ASSAY_OPTIONAL),
        ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "separators",
                        "Single spaces and hyphens between digits are allowed", ASSAY_DEFAULT_BOOLEAN(true))),
    ASSAY_CODES(ASSAY_CODE("creditCard.characters", "must contain only the digits of a card number"),
                ASSAY_CODE("creditCard.length", "must have 12 to 19 digits"),
                ASSAY_CODE("creditCard.zeros", "must have a digit other than 0"),
                ASSAY_CODE("creditCard.network", "must be a card number of an accepted network"),
                ASSAY_CODE("creditCard.checkDigit", "must end with the right check digit")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"4111 1111 1111 1111\"", "creditCard"),
                   ASSAY_VALID("\"4111111111111111\"", "creditCard(networks=[\"visa\"])"),
                   ASSAY_VALID("\"378282246310005\"",
                               "creditCard(networks=[\"visa\", \"amex\"], separators=false)"),
                   ASSAY_INVALID(CHECK_DIGIT, "\"4111111111111112\"", "creditCard"),
                   ASSAY_INVALID(NETWORK, "\"5555555555554444\"", "creditCard(networks=[\"visa\"])"),
                   ASSAY_INVALID(CHARACTERS, "\"4111-1111-1111-1111\"", "creditCard(separators=false)"),
                   ASSAY_INVALID(ZEROS, "\"0000 0000 0000 0000\"", "creditCard"),
                   ASSAY_INVALID(LENGTH, "\"42424242424\"", "creditCard")),
    .create = create);
