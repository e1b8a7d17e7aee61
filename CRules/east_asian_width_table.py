#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes east_asian_width_table.c from EastAsianWidth.txt (UAX 11) in Debian's package unicode-data:

    ./east_asian_width_table.py [FOLDER] > east_asian_width_table.c

FOLDER is where another version of it is."""

import os
import re
import sys

SOURCE = os.path.join(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode", "EastAsianWidth.txt")
WIDTHS = {"W": "WIDE", "F": "WIDE", "Na": "NARROW", "H": "NARROW"}
# UAX 11, section 5: code points of these blocks and planes are wide, assigned or not.
UNASSIGNED = [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD)]


def widths():
    found = {}
    for first, last in UNASSIGNED:
        for scalar in range(first, last + 1):
            found[scalar] = "WIDE"
    with open(SOURCE, encoding="utf-8") as file:
        version = re.search(r"-(\d+\.\d+\.\d+)\.txt", file.readline()).group(1)
        for line in file:
            match = re.match(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)", line)
            if not match:
                continue
            first, last = int(match[1], 16), int(match[2] or match[1], 16)
            for scalar in range(first, last + 1):
                found.pop(scalar, None)
                if match[3] in WIDTHS:
                    found[scalar] = WIDTHS[match[3]]
    return version, found


version, found = widths()
ranges = []
for scalar in sorted(found):
    if ranges and ranges[-1][1] == scalar - 1 and ranges[-1][2] == found[scalar]:
        ranges[-1][1] = scalar
    else:
        ranges.append([scalar, scalar, found[scalar]])
print("/* SPDX-License-Identifier: Apache-2.0\n *")
print(f" * Written by east_asian_width_table.py from Unicode {version}. */")
print('#include "east_asian_width_table.h"\n\n/* clang-format off */')
print("const assay_width_range assay_width_ranges[] = {")
for first, last, width in ranges:
    print(f"    {{0x{first:05X}, 0x{last:05X}, WIDTH_{width}}},")
print("};\nconst uint32_t assay_width_range_count = sizeof assay_width_ranges / sizeof *assay_width_ranges;")
