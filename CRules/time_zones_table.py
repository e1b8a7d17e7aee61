#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes time_zones_table.c from the names in the IANA time zone database of Debian's package tzdata:

    python3 time_zones_table.py > time_zones_table.c
"""

WIDTH = 96


def names():
    with open("/usr/share/zoneinfo/tzdata.zi", encoding="ascii") as file:
        for line in file:
            words = line.split()
            if words[0] == "Z":
                yield words[1]
            elif words[0] == "L":
                yield words[2]


# Debian's own name for a system without a time zone, and rules for testing, are no places.
listed = sorted(set(names()) - {"Factory", "localtime", "posixrules"}, key=lambda name: (name.lower(), name))
offsets, text = [], ""
for name in listed:
    offsets.append(len(text))
    text += name
offsets.append(len(text))

print("/* SPDX-License-Identifier: Apache-2.0")
print(" *")
print(" * Written by time_zones_table.py from tzdata (public domain). */")
print('#include "time_zones_table.h"')
print()
print("/* clang-format off */")
print("const char assay_time_zones[] =")
print("\n".join(f'    "{text[i : i + WIDTH]}"' for i in range(0, len(text), WIDTH)) + ";")
print("const uint16_t assay_time_zone_offsets[] = {")
for i in range(0, len(offsets), 16):
    print("    " + ", ".join(map(str, offsets[i : i + 16])) + ",")
print("};")
print(f"const uint32_t assay_time_zone_count = {len(listed)};")
