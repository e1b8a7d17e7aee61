#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes text_tables.c from the Unicode Character Database of Debian's package unicode-data: decompositions, combining
classes, compositions, quick checks, case folding. FOLDER is where another version of it is:

    ./text_tables.py [FOLDER] > text_tables.c"""

import os
import re
import sys

BLOCK = 128
LIMIT = 0x110000


def lines(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        for line in file:
            fields = [field.strip() for field in line.split("#")[0].split(";")]
            if len(fields) > 1 or fields[0]:
                yield fields


def version(folder):
    with open(os.path.join(folder, "CaseFolding.txt"), encoding="utf-8") as file:
        return [int(part) for part in re.search(r"-(\d+)\.(\d+)\.(\d+)\.txt", file.readline()).groups()]


def read(folder):
    classes, canonical, compatible, folds = {}, {}, {}, {}
    for fields in lines(folder, "UnicodeData.txt"):
        scalar, mapping = int(fields[0], 16), fields[5]
        if int(fields[3]):
            classes[scalar] = int(fields[3])
        if mapping:
            target = [int(part, 16) for part in mapping.split() if not part.startswith("<")]
            (compatible if mapping.startswith("<") else canonical)[scalar] = target
    for fields in lines(folder, "CaseFolding.txt"):
        if fields[1] in "CF":
            folds[int(fields[0], 16)] = [int(part, 16) for part in fields[2].split()]
    excluded = {int(fields[0], 16) for fields in lines(folder, "CompositionExclusions.txt")}
    return classes, canonical, compatible, folds, excluded


def quick_checks(folder):
    """The scalars that are in no text of NFC, and of NFKC."""
    found = {"NFC_QC": set(), "NFKC_QC": set()}
    for fields in lines(folder, "DerivedNormalizationProps.txt"):
        if len(fields) > 2 and fields[1] in found and fields[2] == "N":
            ends = [int(end, 16) for end in fields[0].split("..")]
            found[fields[1]].update(range(ends[0], ends[-1] + 1))
    return found["NFC_QC"], found["NFKC_QC"]


def whole(scalar, *tables):
    """A decomposition with those of its parts."""
    for table in tables:
        if scalar in table:
            return [part for each in table[scalar] for part in whole(each, *tables)]
    return [scalar]


def pairs(canonical, classes, excluded):
    """What two scalars compose to: primary composites of UAX #15."""
    found = []
    for scalar, parts in canonical.items():
        if len(parts) == 2 and scalar not in excluded and not classes.get(scalar) and not classes.get(parts[0]):
            found.append((parts[0], parts[1], scalar))
    return sorted(found)


class Pool:
    """Runs of scalars, each stored once."""

    def __init__(self):
        self.scalars, self.places = [0], {}

    def place(self, run):
        key = tuple(run)
        if key not in self.places:
            self.places[key] = len(self.scalars)
            self.scalars += run
        return self.places[key]


def table(kind, name, numbers, width=110):
    text, line = [f"{kind} {name}[] = {{"], "   "
    for number in numbers:
        if len(line) + len(str(number)) + 2 > width:
            text.append(line)
            line = "   "
        line += f" {number},"
    return "\n".join(text + [line, "};", ""])


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode"
    classes, canonical, compatible, folds, excluded = read(folder)
    no_nfc, no_nfkc = quick_checks(folder)
    composed = pairs(canonical, classes, excluded)
    # Hangul composes by arithmetic.
    seconds = {second for _, second, _ in composed} | set(range(0x1161, 0x1176)) | set(range(0x11A8, 0x11C3))
    pool, records, known = Pool(), [], {}

    def run(scalar, parts):
        return (0, 0) if parts == [scalar] else (pool.place(parts), len(parts))

    def record(scalar):
        each = (run(scalar, whole(scalar, canonical)), run(scalar, whole(scalar, canonical, compatible)),
                run(scalar, folds.get(scalar, [scalar])), classes.get(scalar, 0), int(scalar in seconds),
                int(scalar in no_nfc), int(scalar in no_nfkc))
        if each not in known:
            known[each] = len(records)
            records.append(each)
        return known[each]

    blocks, places, index = [], {}, []
    for start in range(0, LIMIT, BLOCK):
        block = tuple(record(scalar) for scalar in range(start, start + BLOCK))
        if block not in places:
            places[block] = len(blocks) // BLOCK
            blocks += block
        index.append(places[block])
    assert len(pool.scalars) < 1 << 16 and len(records) < 1 << 16
    major, minor, update = version(folder)
    texts = [
        "/* SPDX-License-Identifier: Apache-2.0 AND Unicode-3.0\n *\n"
        f" * Written by text_tables.py from the Unicode Character Database {major}.{minor}.{update}.\n"
        " * Copyright of the data: Unicode, Inc. */\n/* clang-format off */\n"
        '#include "text_tables.h"\n',
        f"const uint32_t assay_text_unicode_version = {major << 16 | minor << 8 | update}u;\n",
        table("const uint16_t", "assay_text_index", index),
        table("const uint16_t", "assay_text_blocks", blocks),
        table("const assay_text_record", "assay_text_records", [
            "{%d, %d, %d, %d, %d, %d, %d, %d, %d, %d}" % (a[0], b[0], c[0], a[1], b[1], c[1], ccc, second, nfc, nfkc)
            for a, b, c, ccc, second, nfc, nfkc in records]),
        table("const uint32_t", "assay_text_scalars", pool.scalars),
        table("const uint32_t", "assay_text_compositions", [number for each in composed for number in each]),
        f"const uint32_t assay_text_composition_count = {len(composed)};\n",
    ]
    sys.stdout.write("\n".join(texts))


if __name__ == "__main__":
    main()
