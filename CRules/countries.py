#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes countries.c from the countries of Debian's package iso-codes (ISO 3166-1):

    ./countries.py > countries.c"""

import json
import re

# User-assigned, for Kosovo: SWIFT issues BICs with it.
BESIDE = ["XK"]


def main():
    with open("/usr/share/pkgconfig/iso-codes.pc", encoding="utf-8") as file:
        version = re.search(r"Version: (.*)", file.read()).group(1)
    with open("/usr/share/iso-codes/json/iso_3166-1.json", encoding="utf-8") as file:
        codes = sorted({entry["alpha_2"] for entry in json.load(file)["3166-1"]} | set(BESIDE))
    print("/* SPDX-License-Identifier: Apache-2.0\n *\n"
          f" * Written by countries.py from iso-codes {version}: {len(codes)} codes. */\n"
          '#include "countries.h"\n\n/* clang-format off */\n'
          "const uint32_t assay_countries[26] = {")
    for first in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        seconds = [code[1] for code in codes if code[0] == first]
        bits = sum(1 << (ord(second) - ord("A")) for second in seconds)
        print(f"    0x{bits:07X}, /* {first}: {''.join(seconds)} */")
    print("};\n/* clang-format on */")


main()
