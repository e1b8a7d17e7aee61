#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes messages.c from the translations in languages/.

A line of a translation is `"English": "translation"`, each a JSON string; comments begin with #.
"""
import json
import pathlib
import re
import sys

ENTRY = re.compile(r'  ("(?:[^"\\]|\\.)*"): ("(?:[^"\\]|\\.)*")')


def read(path):
    """The tag and the messages of a translation, by the English ones."""
    tag, messages = None, {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        entry = ENTRY.fullmatch(line)
        if entry:
            english, translation = map(json.loads, entry.groups())
            if english in messages:
                sys.exit(f"{path}:{number}: {english!r} twice")
            messages[english] = translation
        elif line.startswith("language: "):
            tag = line.removeprefix("language: ")
        elif line.strip() and not line.lstrip().startswith("#") and line != "messages:":
            sys.exit(f"{path}:{number}: expected \"English\": \"translation\", found {line!r}")
    if tag != path.stem:
        sys.exit(f"{path}: found the language {tag!r}, expected {path.stem!r}")
    return tag, messages


def literal(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def table(name, texts):
    print(f"\n{name} = {{")
    for text in texts:
        print(f"    {literal(text) if text else 'NULL'},")
    print("};")


folder = pathlib.Path(__file__).parent / "languages"
languages = dict(sorted(read(path) for path in folder.glob("*.yaml")))
english = sorted({text for messages in languages.values() for text in messages})
print("/* SPDX-License-Identifier: Apache-2.0")
print(" *")
print(" * Written by messages.py from languages/. */")
print('#include "messages.h"')
print("\n/* clang-format off */")
table("const char *const assay_english[]", english)
print(f"\nconst size_t assay_english_count = {len(english)};")
for tag, messages in languages.items():
    name = tag.lower().replace("-", "_")
    table(f"static const char *const {name}[]", [messages.get(text) for text in english])
print("\nconst assay_language assay_languages[] = {")
for tag in languages:
    print(f'    {{"{tag}", {tag.lower().replace("-", "_")}}},')
print("};")
print(f"\nconst size_t assay_languages_count = {len(languages)};")
