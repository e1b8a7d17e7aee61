#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes idna_table.c from the Unicode files of Debian's package unicode-data:

    ./idna_table.py [FOLDER] > idna_table.c

FOLDER is where another version of them is. Properties follow RFC 5892 section 3 (which labels may have a code point)
and UTS 46 section 7 (which code points a browser leaves as they are); mappings are NFKC_Casefold, as UTS 46 has them
without transitional processing."""

import os
import re
import sys

FOLDER = os.path.join(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode", "")
LAST = 0x10FFFF

# RFC 5892 section 2.6, and the code points of its appendix A.
EXCEPTIONS = {0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007, 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x200C, 0x200D}
EXCEPTIONS |= set(range(0x660, 0x66A)) | set(range(0x6F0, 0x6FA))
DISALLOWED = {0x640, 0x7FA, 0x302E, 0x302F, 0x303B} | set(range(0x3031, 0x3036))
# What UTS 46 leaves as it is although NFKC_Casefold changes it, and what it leaves out of a name.
DEVIATIONS = {0xDF, 0x3C2, 0x200C, 0x200D}
IGNORED = {0xAD, 0x34F, 0x180F, 0x200B, 0x2060, 0x2064, 0xFEFF} | set(range(0x180B, 0x180E))
IGNORED |= set(range(0xFE00, 0xFE10)) | set(range(0x1BCA0, 0x1BCA4)) | set(range(0xE0100, 0xE01F0))
FULL_STOPS = {0x3002, 0xFF0E, 0xFF61}
DIRECTIONS = {"L": 1, "R": 2, "AL": 3, "AN": 4, "EN": 5, "NSM": 6}
EVERY_SECOND = 0x800


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
    with open(FOLDER + "DerivedNormalizationProps.txt", encoding="utf-8") as file:
        return re.search(r"-(\d+\.\d+\.\d+)\.txt", file.readline()).group(1)


def unicode_data():
    """General category, combining class, Bidi class and canonical decomposition of each assigned code point."""
    found, first = {}, None
    with open(FOLDER + "UnicodeData.txt", encoding="utf-8") as file:
        for line in file:
            fields = line.split(";")
            point = int(fields[0], 16)
            if fields[1].endswith("First>"):
                first = point
                continue
            pair = [] if fields[5].startswith("<") else [int(part, 16) for part in fields[5].split()]
            for each in range(point if first is None else first, point + 1):
                found[each] = (fields[2], int(fields[3]), fields[4], pair)
            first = None
    return found


DATA = unicode_data()
FOLDED = {point: [int(part, 16) for part in fields[1].split()] for points, fields in
          rows("DerivedNormalizationProps.txt") if fields[0] == "NFKC_CF" for point in points}
IGNORABLE = members("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
SPACES = members("PropList.txt", "White_Space", "Noncharacter_Code_Point")
JAMO = members("HangulSyllableType.txt", "L", "V", "T")
JOINING = {point: fields[0] for points, fields in rows("extracted/DerivedJoiningType.txt") for point in points}
GREEK, HEBREW = members("Scripts.txt", "Greek"), members("Scripts.txt", "Hebrew")
KANA_OR_HAN = members("Scripts.txt", "Hiragana", "Katakana", "Han")


def is_protocol_valid(point):
    """PVALID, CONTEXTJ or CONTEXTO by RFC 5892."""
    if point in EXCEPTIONS or point == 0x2D or 0x30 <= point <= 0x39 or 0x61 <= point <= 0x7A:
        return True
    if point in DISALLOWED or point < 0x80 or point not in DATA:
        return False
    if DATA[point][0] not in {"Ll", "Lu", "Lo", "Nd", "Lm", "Mn", "Mc"}:
        return False
    if point in IGNORABLE or point in SPACES or point in JAMO or point in FOLDED:
        return False
    return not (0x20D0 <= point <= 0x20FF or 0x1D100 <= point <= 0x1D24F)


def is_left_alone(point):
    """Valid by UTS 46 (without transitional processing); of ASCII what is in names."""
    if point in DEVIATIONS or is_protocol_valid(point):
        return True
    if point < 0x80 or point not in DATA or point in FOLDED or point in FULL_STOPS:
        return False
    return DATA[point][0][0] not in "CZ" and point not in IGNORABLE and point not in SPACES


def properties(point):
    category, combining, direction, _ = DATA[point]
    joining = JOINING.get(point, "U")
    bits = 0x001 if category[0] == "M" else 0
    bits |= 0x002 if combining == 9 else 0
    bits |= 0x004 if joining in "LD" else 0
    bits |= 0x008 if joining in "RD" else 0
    bits |= 0x010 if joining == "T" else 0
    bits |= 0x020 if point in GREEK else 0
    bits |= 0x040 if point in HEBREW else 0
    bits |= 0x080 if point in KANA_OR_HAN else 0
    bits |= 0x1000 if is_protocol_valid(point) else 0
    return bits | DIRECTIONS.get(direction, 0) << 8 | combining << 16


def ranges():
    found = []  # [first, last, properties, step]
    for point in sorted(DATA):
        if not is_left_alone(point):
            continue
        bits = properties(point)
        if found and found[-1][2] == bits and point - found[-1][1] <= 2:
            step = point - found[-1][1]
            if found[-1][0] == found[-1][1] or found[-1][3] == step:
                found[-1][1], found[-1][3] = point, step
                continue
        found.append([point, point, bits, 1])
    return [f"{{0x{a:X}, 0x{b:X}, 0x{bits | (EVERY_SECOND if step == 2 else 0):X}}}" for a, b, bits, step in found]


def mapping(point):
    """What a browser reads instead of the code point; None: it is not changed, or not allowed."""
    if point in FULL_STOPS:
        return [0x2E]
    if point in IGNORED:
        return []
    if point in DEVIATIONS or point not in FOLDED or point in IGNORABLE:
        return None
    target = FOLDED[point]
    # ASCII that is in no name, and spaces, make the name invalid.
    return target if all(is_left_alone(each) or each == 0x2E for each in target) else None


def mappings():
    found, pool = [], []  # found: [first, last, length, target, step]
    for point in range(0x80, LAST + 1):
        target = mapping(point)
        if target is None:
            continue
        last = found[-1] if found else None
        if len(target) == 1 and last and last[2] == 1 and point - last[1] in (1, 2):
            step = point - last[1]
            if target[0] - last[3] == point - last[0] and (last[0] == last[1] or last[4] == step):
                last[1], last[4] = point, step
                continue
        if not target and last and last[2] == 0 and last[1] == point - 1:
            last[1] = point
            continue
        value = target[0] if len(target) == 1 else place(target, pool) if target else 0
        found.append([point, point, len(target), value, 1])
    lines = [f"{{0x{a:X}, 0x{b:X}, 0x{value:X}, {length}, {step}}}" for a, b, length, value, step in found]
    return lines, [f"0x{each:X}" for each in pool]


def place(target, pool):
    for at in range(len(pool) - len(target) + 1):
        if pool[at:at + len(target)] == target:
            return at
    pool.extend(target)
    return len(pool) - len(target)


def compositions():
    """Pairs that compose to a code point of names, by the composed one; and their order by the pair."""
    found = [(point, *DATA[point][3]) for point in sorted(DATA) if len(DATA[point][3]) == 2 and is_left_alone(point)]
    by_pair = sorted(range(len(found)), key=lambda at: found[at][1:])
    return [f"{{0x{a:X}, 0x{b:X}, 0x{c:X}}}" for a, b, c in found], [str(at) for at in by_pair]


def wrapped(items):
    """Lines of at most 108 columns."""
    line = "   "
    for item in items:
        if len(line) + len(item) + 2 > 108:
            yield line
            line = "   "
        line += f" {item},"
    yield line


def table(kind, name, items, count=True):
    print(f"const {kind} assay_{name}[] = {{")
    print("\n".join(wrapped(items)))
    print("};")
    if count:
        print(f"const uint32_t assay_{name}_count = sizeof assay_{name} / sizeof assay_{name}[0];")


def main():
    print("/* SPDX-License-Identifier: Apache-2.0\n *\n"
          f" * Written by idna_table.py from Unicode {version()}. */\n"
          '#include "idna_table.h"\n\n/* clang-format off */')
    lines, pool = mappings()
    pairs, by_pair = compositions()
    table("idna_range", "idna_ranges", ranges())
    table("idna_mapping", "idna_mappings", lines)
    table("uint32_t", "idna_sequences", pool, count=False)
    table("idna_composition", "idna_compositions", pairs)
    table("uint16_t", "idna_compositions_by_pair", by_pair, count=False)
    print("/* clang-format on */")


main()
