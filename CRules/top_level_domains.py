#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes top_level_domains.c from the ICANN section of Debian's package publicsuffix, which has each top-level domain of
IANA's root zone:

    ./top_level_domains.py > top_level_domains.c"""

import re

# In the list, though not in the root zone (RFC 7686).
RESERVED = {"onion"}
LIST = "/usr/share/publicsuffix/public_suffix_list.dat"


def names():
    with open(LIST, encoding="utf-8") as file:
        text = file.read()
    section = text[text.index("===BEGIN ICANN DOMAINS==="):text.index("===END ICANN DOMAINS===")]
    rules = [line.split()[0] for line in section.split("\n")[1:] if line.strip() and not line.startswith("//")]
    last = {rule.rsplit(".", 1)[-1] for rule in rules} - RESERVED
    return sorted(name if name.isascii() else "xn--" + name.encode("punycode").decode() for name in last)


def version():
    """The day on which the list of generic domains was brought up to date."""
    with open(LIST, encoding="utf-8") as file:
        return re.search(r"new gTLDs imported .* on (\d{4}-\d\d-\d\d)", file.read())


def lines(items):
    line = "   "
    for item in items:
        if len(line) + len(item) + 1 > 108:
            yield line
            line = "   "
        line += " " + item
    yield line


def main():
    found, offsets, at = names(), [], 0
    for name in found:
        offsets.append(f"{at},")
        at += len(name)
    day = version()
    print("/* SPDX-License-Identifier: Apache-2.0\n *\n"
          f" * Written by top_level_domains.py: {len(found)} names"
          + (f", as of {day.group(1)}" if day else "") + ". */\n"
          '#include "top_level_domains.h"\n\n/* clang-format off */\n'
          "const char assay_top_level_domains[] =")
    print("\n".join(lines(f'"{name}"' for name in found)) + ";")
    print("const uint16_t assay_top_level_domain_offsets[] = {")
    print("\n".join(lines(offsets + [str(at)])))
    print("};\n/* clang-format on */\n"
          f"const uint32_t assay_top_level_domain_count = {len(found)};")


main()
