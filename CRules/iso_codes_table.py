#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes iso_codes_table.c from the codes in Debian's package iso-codes:

    python3 iso_codes_table.py > iso_codes_table.c
"""

import json

FOLDER = "/usr/share/iso-codes/json"


def entries(number):
    with open(f"{FOLDER}/iso_{number}.json", encoding="utf-8") as file:
        return json.load(file)[number]


def codes(number, *names):
    return {entry[name] for entry in entries(number) for name in names if name in entry}


def languages():
    # qaa-qtz is a range of codes for private use, which no table can list as one entry.
    listed = codes("639-2", "alpha_3", "bibliographic") | codes("639-3", "alpha_3") | codes("639-5", "alpha_3")
    private = {"q" + a + b for a in "abcdefghijklmnopqrst" for b in "abcdefghijklmnopqrstuvwxyz"}
    return {code for code in listed if len(code) == 3} | private


def scripts():
    # ISO 15924 gives codes by the range of Qaaa to Qabx for private use.
    private = {"Qa" + a + b for a in "ab" for b in "abcdefghijklmnopqrstuvwxyz" if a == "a" or b <= "x"}
    return codes("15924", "alpha_4") | private


TABLES = [
    ("countries_alpha2", codes("3166-1", "alpha_2")),
    ("countries_alpha3", codes("3166-1", "alpha_3")),
    ("countries_numeric", codes("3166-1", "numeric")),
    ("subdivisions", codes("3166-2", "code")),
    ("currencies_alpha", codes("4217", "alpha_3")),
    ("currencies_numeric", codes("4217", "numeric")),
    ("languages_alpha2", codes("639-2", "alpha_2")),
    ("languages_alpha3", languages()),
    ("scripts", scripts()),
]


def table(name, listed):
    width = max(map(len, listed))
    ordered = sorted(code.ljust(width) for code in listed)
    each = 96 // width
    lines = ["".join(ordered[i : i + each]) for i in range(0, len(ordered), each)]
    text = "\n".join(f'    "{line}"' for line in lines)
    return (
        f"static const char {name}[] =\n{text};\n"
        f"const assay_code_table assay_{name} = {{{name}, {len(ordered)}, {width}}};\n"
    )


print("/* SPDX-License-Identifier: Apache-2.0")
print(" *")
print(" * Written by iso_codes_table.py from iso-codes (LGPL-2.1-or-later; the codes are facts). */")
print('#include "iso_codes_table.h"')
print()
print("/* clang-format off */")
print("\n".join(table(name, listed) for name, listed in TABLES), end="")
