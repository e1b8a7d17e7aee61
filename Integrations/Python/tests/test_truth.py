# SPDX-License-Identifier: Apache-2.0
"""Generated sign-up records, with what is wrong with each known before: every way into the package finds just that."""

import collections
import csv
import io
import json
import pathlib
import random

import pytest

import assay

pyarrow = pytest.importorskip("pyarrow")
polars = pytest.importorskip("polars")
pandas = pytest.importorskip("pandas")

SIGNUP = pathlib.Path(__file__).parents[3] / "Examples" / "signup"
RULES = assay.Rules.load(SIGNUP / "signup.yaml")
RECORDS = 3000
SEED = 11


def _card(random_):
    digits = [random_.randrange(10) for _ in range(15)]
    doubled = sum(sum(divmod(2 * digit, 10)) for digit in digits[::2]) + sum(digits[1::2])
    return "".join(map(str, digits)) + str(-doubled % 10)


def _iban(random_):
    account = "".join(str(random_.randrange(10)) for _ in range(18))
    return f"DE{98 - int(account + '131400') % 97:02}{account}"


def _valid(random_):
    name = "".join(random_.choice("abcxyz_0") for _ in range(random_.randint(2, 19)))
    password = f"Aa0{'äß€x'[:random_.randint(0, 4)]}{random_.randrange(10**6):06}"
    record = {
        "username": f"u{name}",
        "email": f"{name}@example.org",
        "password": password,
        "passwordConfirm": password,
        "age": random_.randint(18, 120),
        "country": random_.choice(["DE", "FR", "ZW"]),
        "zip": random_.choice(["12345", "12345-6789"]),
        "card": _card(random_),
        "iban": _iban(random_),
        "birthdate": f"{random_.randint(1920, 2005)}-02-28",
    }
    if random_.random() < 0.5:
        record["website"] = f"https://example.org/{name}"
        record["bio"] = random_.choice(["", "likes\nlines, commas and \"quotes\"", "日本語" * 40])
        record["tags"] = random_.sample(["red", "green", "ⓑlue"], random_.randint(0, 3))
    return record


# What is done to a record, at which pointer that shows, and as what.
_DAMAGES = [
    ("/username", "length.tooShort", lambda record: record.update(username="u")),
    ("/username", "regex.noMatch", lambda record: record.update(username="Ünicode")),
    ("/email", "regex.noMatch", lambda record: record.update(email="no one at example.org")),
    ("/email", "required.missing", lambda record: record.pop("email")),
    ("/passwordConfirm", "sameAs.different", lambda record: record.update(passwordConfirm="another one")),
    ("/age", "range.tooSmall", lambda record: record.update(age=17)),
    ("/age", "range.tooLarge", lambda record: record.update(age=121)),
    ("/website", "regex.noMatch", lambda record: record.update(website="ftp://example.org")),
    ("/country", "oneOf.other", lambda record: record.update(country="XX")),
    ("/zip", "regex.noMatch", lambda record: record.update(zip="1234")),
    ("/card", "luhn.checkDigit", lambda record: record.update(card=record["card"][:-1] + str((int(record["card"][-1]) + 1) % 10))),
    ("/iban", "iban.checksum", lambda record: record.update(iban="DE00" + record["iban"][4:])),
    ("/birthdate", "date.syntax", lambda record: record.update(birthdate="28.02.1990")),
    ("/bio", "length.tooLong", lambda record: record.update(bio="€" * 501)),
]
_TAG_DAMAGES = [
    ("/tags", "maxItems.tooMany", lambda record: record.update(tags=list("abcdef"))),
    ("/tags/1", "length.tooShort", lambda record: record.update(tags=["a", "", "b"])),
]


def _generate(damages):
    """Records, and what is wrong: the number from 1, the pointer and the code."""
    random_ = random.Random(SEED)
    records, truth = [], []
    for number in range(1, RECORDS + 1):
        record = _valid(random_)
        chosen = random_.sample(damages, random_.choice([0, 0, 1, 2, 4]))
        # Of a field, the first damage alone.
        first = {pointer.split("/")[1]: (pointer, code, damage) for pointer, code, damage in reversed(chosen)}
        for pointer, code, damage in first.values():
            damage(record)
            truth.append((number, pointer, code))
        records.append(record)
    return records, sorted(truth)


RECORD_LIST, TRUTH = _generate(_DAMAGES + _TAG_DAMAGES)
INVALID = {number for number, _, _ in TRUTH}


def _found(results):
    return sorted(
        (number, violation.pointer, violation.code) for number, result in enumerate(results, 1) for violation in result.violations
    )


def _listed(violations):
    table = pyarrow.table(violations)
    return sorted(zip(table["record"].to_pylist(), table["pointer"].to_pylist(), table["code"].to_pylist()))


def test_the_truth_has_something_of_everything():
    assert {(pointer, code) for _, pointer, code in TRUTH} == {(pointer, code) for pointer, code, _ in _DAMAGES + _TAG_DAMAGES}
    assert 1000 < len(INVALID) < RECORDS - 1000


@pytest.mark.parametrize(
    "form",
    [
        lambda record: json.dumps(record).encode(),
        lambda record: json.dumps(record, ensure_ascii=False).encode(),
        lambda record: json.dumps(record, ensure_ascii=False),
        lambda record: record,
        lambda record: collections.ChainMap(record),
    ],
    ids=["escaped bytes", "bytes", "str", "dict", "mapping"],
)
def test_records(form):
    results = [RULES.check(form(record)) for record in RECORD_LIST]
    assert _found(results) == TRUTH
    assert {number for number, result in enumerate(results, 1) if not result} == INVALID
    assert _found(RULES.check_many(map(form, RECORD_LIST))) == TRUTH


def _holds(check):
    assert (check.invalid, check.errors, check.warnings, check.faults) == (len(INVALID), len(TRUTH), 0, 0)
    assert _listed(check.violations) == TRUTH
    assert sum(check.counts.values()) == len(TRUTH)


def test_lines(tmp_path):
    text = "".join(json.dumps(record) + "\n" for record in RECORD_LIST).encode()
    (tmp_path / "records.ndjson").write_bytes(text)
    for source in (text, tmp_path / "records.ndjson"):
        found = []
        for result in RULES.check_file(source, format="ndjson"):
            found += [(violation.record, violation.pointer, violation.code) for violation in result.violations]
        assert sorted(found) == TRUTH


def test_cells(tmp_path):
    rules = assay.Rules.load(SIGNUP / "signup-csv.yaml")
    records, truth = _generate(_DAMAGES)
    columns = list(rules.columns)
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\r\n")
    writer.writeheader()
    for record in records:
        writer.writerow({**record, "tags": "|".join(record.get("tags", []))})
    (tmp_path / "records.csv").write_text(text.getvalue(), encoding="utf-8", newline="")
    found = []
    for result in rules.check_file(tmp_path / "records.csv"):
        found += [(violation.record, violation.pointer, violation.code) for violation in result.violations]
    assert sorted(found) == truth


TEXTS = "username email password passwordConfirm website country zip card iban birthdate bio".split()


def _table(text, tags):
    fields = [(name, text) for name in TEXTS] + [("age", pyarrow.int64()), ("tags", tags)]
    return pyarrow.Table.from_pylist(RECORD_LIST, schema=pyarrow.schema(fields))


TABLE = _table(pyarrow.string(), pyarrow.list_(pyarrow.string()))


@pytest.mark.parametrize(
    "frame",
    [
        TABLE,
        _table(pyarrow.large_string(), pyarrow.large_list(pyarrow.large_string())),
        _table(pyarrow.string_view(), pyarrow.list_(pyarrow.string_view())),
        pyarrow.Table.from_batches(TABLE.to_batches(max_chunksize=97)),
        pyarrow.concat_tables([TABLE.slice(0, 1), TABLE.slice(1, 1500), TABLE.slice(1501)]),
        pyarrow.concat_tables([TABLE, TABLE]).slice(RECORDS),
        polars.from_arrow(TABLE),
        polars.concat([polars.from_arrow(TABLE.slice(0, 1234)), polars.from_arrow(TABLE.slice(1234))], rechunk=False),
        polars.from_arrow(pyarrow.concat_tables([TABLE.slice(7), TABLE])).slice(RECORDS - 7),
        TABLE.to_pandas(),
        TABLE.to_pandas(types_mapper=pandas.ArrowDtype),
    ],
    ids=[
        "pyarrow", "large", "views", "batches", "chunks", "slice", "polars", "chunks of polars", "slice of polars", "pandas",
        "pandas on Arrow",
    ],
)
def test_tables(frame):
    check = RULES.check_table(frame)
    _holds(check)
    assert [row for row, holds in enumerate(check.valid_mask, 1) if not holds] == sorted(INVALID)


@pytest.mark.parametrize("frame", [TABLE, polars.from_arrow(TABLE), TABLE.to_pandas()], ids=["pyarrow", "polars", "pandas"])
def test_split(frame):
    good, bad = RULES.check_table(frame).split()
    assert (len(good), len(bad)) == (RECORDS - len(INVALID), len(INVALID))
    assert RULES.check_table(good) and RULES.check_table(bad).errors == len(TRUTH)
