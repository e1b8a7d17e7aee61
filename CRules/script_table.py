#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes script_table.c from the Unicode files of Debian's package unicode-data:

    ./script_table.py [FOLDER] > script_table.c

FOLDER is where another version of them is. Sets of scripts are those of Script_Extensions, augmented by UTS 39 section
5.1 with the writing systems of Chinese, Japanese and Korean, which have several scripts."""

import os
import re
import sys

FOLDER = os.path.join(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode", "")
AUGMENTED = {"Hani": {"Hanb", "Jpan", "Kore"}, "Hira": {"Jpan"}, "Kana": {"Jpan"}, "Hang": {"Kore"}, "Bopo": {"Hanb"}}
WRITING = ["Hanb", "Jpan", "Kore"]
ANNOTATIONS = {0xFFF9, 0xFFFA, 0xFFFB}
WORDS = 3


def rows(name):
    """The fields of each line, after its code points as a range."""
    with open(FOLDER + name, encoding="utf-8") as file:
        for line in file:
            fields = [field.strip() for field in line.split("#")[0].split(";")]
            if len(fields) > 1:
                ends = [int(end, 16) for end in fields[0].split("..")]
                yield range(ends[0], ends[-1] + 1), fields[1:]


def members(name, *values):
    """The code points whose first field is one of the values."""
    return {point for points, fields in rows(name) if fields[0] in values for point in points}


def version():
    with open(FOLDER + "Scripts.txt", encoding="utf-8") as file:
        return re.search(r"-(\d+\.\d+\.\d+)\.txt", file.readline()).group(1)


def short_names():
    with open(FOLDER + "PropertyValueAliases.txt", encoding="utf-8") as file:
        found = (re.match(r"sc ; (\w+) +; (\w+)", line) for line in file)
        return {match[2]: match[1] for match in found if match}


def scripts():
    """The set of scripts of each assigned code point; None: every script."""
    names = short_names()
    found = {point: {names[fields[0]]} for points, fields in rows("Scripts.txt") for point in points}
    for points, fields in rows("ScriptExtensions.txt"):
        for point in points:
            found[point] = set(fields[0].split())
    for point, each in found.items():
        for script in list(each):
            each = each | AUGMENTED.get(script, set())
        found[point] = None if each & {"Zyyy", "Zinh"} else frozenset(each)
    return found


def properties(point):
    bits = 0x001 if point in INVISIBLE else 0
    bits |= 0x002 if point in BIDI else 0
    bits |= 0x004 if point in NONSPACING else 0
    bits |= 0x008 if point in DIGITS else 0
    bits |= 0x010 if point in VIRAMAS else 0
    joining = JOINING.get(point, "U")
    bits |= 0x020 if joining in "LD" else 0
    bits |= 0x040 if joining in "RD" else 0
    bits |= 0x080 if joining == "T" else 0
    bits |= 0x100 if point in PICTOGRAPHIC else 0
    bits |= 0x200 if point in EMOJI else 0
    bits |= 0x400 if point in IDEOGRAPHS else 0
    bits |= 0x800 if point in MONGOLIAN else 0
    bits |= 0x1000 if point in HIDING_A_DOT else 0
    return bits


INVISIBLE = members("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point") | ANNOTATIONS
BIDI = members("PropList.txt", "Bidi_Control")
NONSPACING = members("extracted/DerivedGeneralCategory.txt", "Mn")
DIGITS = members("extracted/DerivedGeneralCategory.txt", "Nd")
VIRAMAS = members("extracted/DerivedCombiningClass.txt", "9")
JOINING = {point: fields[0] for points, fields in rows("extracted/DerivedJoiningType.txt") for point in points}
PICTOGRAPHIC = members("emoji/emoji-data.txt", "Extended_Pictographic")
EMOJI = members("emoji/emoji-data.txt", "Emoji")
IDEOGRAPHS = members("PropList.txt", "Unified_Ideograph")
MONGOLIAN = members("Scripts.txt", "Mongolian")
# The letters on which UTS 39 section 5.4 forbids U+0307: with their own dot, and those that look like i, j and l.
HIDING_A_DOT = members("PropList.txt", "Soft_Dotted") | {ord(letter) for letter in "l\u0131\u0237"}


def wrapped(items):
    """Lines of at most 108 columns."""
    line = "   "
    for item in items:
        if len(line) + len(item) + 2 > 108:
            yield line
            line = "   "
        line += f" {item},"
    yield line


def table(kind, name, items):
    print(f"const {kind} assay_{name}[] = {{")
    print("\n".join(wrapped(items)))
    print("};")


def main():
    found = scripts()
    # The writing systems and Latin have the first bits, in the order of script_table.h.
    names = WRITING + ["Latn"]
    names += sorted({script for each in found.values() if each for script in each} - set(names))
    assert len(names) <= 64 * WORDS
    sets = [None] + sorted({each for each in found.values() if each}, key=sorted)
    ranges = []  # [first, last, set, properties]
    for point in sorted(set(found) | INVISIBLE | PICTOGRAPHIC):
        entry = [sets.index(found.get(point)), properties(point)]
        if ranges and ranges[-1][1] == point - 1 and ranges[-1][2:] == entry:
            ranges[-1][1] = point
        else:
            ranges.append([point, point] + entry)
    print("/* SPDX-License-Identifier: Apache-2.0\n *\n"
          f" * Written by script_table.py from Unicode {version()}. */\n"
          '#include "script_table.h"\n\n/* clang-format off */')
    table("assay_script_range", "script_ranges", [f"{{0x{a:X}, 0x{b:X}, {c}, 0x{d:X}}}" for a, b, c, d in ranges])
    print("const uint32_t assay_script_range_count = sizeof assay_script_ranges / sizeof *assay_script_ranges;")
    masks = [sum(1 << names.index(script) for script in each) if each else (1 << 64 * WORDS) - 1 for each in sets]
    words = [", ".join(f"0x{mask >> 64 * word & (1 << 64) - 1:X}" for word in range(WORDS)) for mask in masks]
    table("assay_scripts_of_text", "script_sets", [f"{{{{{each}}}}}" for each in words])
    print("/* clang-format on */")


main()
