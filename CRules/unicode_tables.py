#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Renews every table that is made from the Unicode Character Database, and prints what changed:

    ./unicode_tables.py [FOLDER]

FOLDER has the files of one version, as UCD.zip of Unicode and Debian's package unicode-data have them; without it, the
files are those of the package. Each table is written by the script beside it. The rows of docs/conformance.md get the
version and the month of the data. Then run the tests, some of which name the version too. .ci/check-tables compares with
what the package gives, so that it rejects tables of a version that the package does not have yet."""

import difflib
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONFORMANCE = ROOT / "docs/conformance.md"
PACKAGE = pathlib.Path("/usr/share/unicode")
TABLES = [
    "CRules/idna_table.c",
    "CRules/script_table.c",
    "CRules/east_asian_width_table.c",
    "Sources/engine/CTextForms/text_tables.c",
]


def version_of(text):
    """The version that the head of a table names."""
    found = re.search(r"Unicode (?:Character Database )?(\d+\.\d+\.\d+)", text)
    return found[1] if found else "no version"


def month_of(folder):
    """The month of the version, as year and month."""
    found = re.search(r"^# Date: (\d{4}-\d\d)", (folder / "ReadMe.txt").read_text(encoding="utf-8"), re.MULTILINE)
    if not found:
        sys.exit(f"unicode_tables.py: {folder / 'ReadMe.txt'} has no date")
    return found[1]


def written(table, folder):
    script = (ROOT / table).with_suffix(".py")
    done = subprocess.run([sys.executable, script, folder], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"unicode_tables.py: {script.name} fails, and no table is changed:\n{done.stderr}")
    return done.stdout


def changed_lines(old, new):
    found = difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=0)
    return sum(line[0] in "+-" and line[:3] not in ("+++", "---") for line in found)


def write_row(table, version, month, source):
    """Gives the row of a table in the page the version and the month of its data."""
    page = CONFORMANCE.read_text(encoding="utf-8")
    row = re.compile(rf"^(\| `{re.escape(table)}` \|.*\| )Unicode [\d.]+ \([^)]*\)(.*\| )\d{{4}}-\d\d( \|)$", re.MULTILINE)
    if not row.search(page):
        sys.exit(f"unicode_tables.py: docs/conformance.md has no row for {table}")
    CONFORMANCE.write_text(row.sub(rf"\g<1>Unicode {version} ({source})\g<2>{month}\g<3>", page), encoding="utf-8")


def main(arguments):
    if len(arguments) > 1 or arguments and arguments[0].startswith("-"):
        sys.exit(__doc__)
    folder = pathlib.Path(arguments[0]) if arguments else PACKAGE
    month = month_of(folder)
    # All of them are made before the first is written.
    texts = {table: written(table, folder) for table in TABLES}
    if len({version_of(text) for text in texts.values()}) != 1:
        sys.exit(f"unicode_tables.py: {folder} has files of several versions")
    for table, text in texts.items():
        old = (ROOT / table).read_text(encoding="utf-8")
        version = version_of(text)
        (ROOT / table).write_text(text, encoding="utf-8")
        source = f"Debian's `unicode-data` {version}" if folder == PACKAGE else "Unicode's UCD.zip"
        write_row(table, version, month, source)
        change = f"{changed_lines(old, text)} lines changed" if old != text else "unchanged"
        print(f"{table}: Unicode {version_of(old)} -> {version} of {month}, {change}")


main(sys.argv[1:])
