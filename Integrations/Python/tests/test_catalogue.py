# SPDX-License-Identifier: Apache-2.0
"""Random rule sets of every rule in the catalogue: the same flat records as JSON, CSV, Arrow and pandas give the same findings.

ASSAY_RULE_SETS says how many rule sets; there are 1,000 if it is not set."""

import csv
import io
import json
import os
import pathlib
import random
import re

import pytest

import assay

pyarrow = pytest.importorskip("pyarrow")
pandas = pytest.importorskip("pandas")

# `.ci/write-rule-examples` writes the file: the id of a rule, an expression, a value and the other fields.
EXAMPLES = [
    json.loads(line) for line in pathlib.Path(__file__).with_name("examples.jsonl").read_text(encoding="utf-8").splitlines()
]
READERS = {"integer", "number", "boolean", "type"}
NAMES = sorted({name for *_, fields in EXAMPLES for name in fields})
PARTS = 10
COUNT = int(os.environ.get("ASSAY_RULE_SETS") or 1000)


def _kind(value):
    """What a field is read as so that it has the value."""
    return "boolean" if isinstance(value, bool) else "text" if isinstance(value, str) or value is None else "number"


def _reads(expression):
    """True if a rule replaces the text, alone or inside another one, which reads it for itself."""
    return any(word in READERS for word in re.findall(r"\w+", expression))


# The examples whose rules read nothing, by the kind of their values. What no value passes is for any kind.
USES = {kind: [] for kind in ("text", "number", "boolean")}
for _, expression, value, _fields in EXAMPLES:
    if not _reads(expression):
        USES[_kind(value)].append((expression, value))
VALUES = {
    "text": [value for _, value in USES["text"] if value is not None] + ["x", "5", "true", " ", "2024-02-29"],
    "number": [value for _, value in USES["number"]] + [0, 1, 5, -1, 50.5],
    "boolean": [True, False],
}
for *_, fields in EXAMPLES:
    for value in fields.values():
        VALUES[_kind(value)].append(value)
COLUMNS = {"boolean": pyarrow.bool_(), "text": pyarrow.string()}


class _Sets:
    """A random rule set, and records in which values of the rules' own examples are common."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.kinds = {name: self.random.choice(["number", "boolean", "text", "text"]) for name in NAMES}
        self.values = {name: [] for name in NAMES}
        self.used = set()
        fields = {name: self._field(name) for name in self.random.sample(NAMES, 3)}
        self.rules = {"assay": 1, "fields": fields}
        # What a rule or a condition names is a column too.
        for name in NAMES:
            if name not in fields and self.kinds[name] != "text":
                fields[name] = self._reading(name)

    def _chance(self, share):
        return self.random.random() < share

    def _reading(self, name):
        """The rule that reads the field, if its values are no texts."""
        kind = self.kinds[name]
        return [] if kind == "text" else [{"rule": self.random.choice(["integer", "number"]) if kind == "number" else kind}]

    def _field(self, name):
        entries = self._reading(name) + [self._entry(name) for _ in range(self.random.randint(1, 3))]
        self.random.shuffle(entries)
        return {"rules": entries, "policy": "first" if self._chance(0.3) else "all"}

    def _use(self, name):
        own = USES[self.kinds[name]]
        if self._chance(0.85):
            expression, value = self.random.choice(own)
            if value is not None:
                self.values[name].append(value)
        else:
            expression, _ = self.random.choice(USES[self.random.choice(list(USES))])
        self.used.add(expression)
        return expression

    def _entry(self, name):
        rule = self._use(name)
        if self._chance(0.12):
            rule = f"not({rule})"
        elif self._chance(0.12):
            rule = f"{self.random.choice(['anyOf', 'allOf', 'exactlyOne'])}({rule}, {self._use(name)})"
        entry = {"rule": rule}
        if self._chance(0.2):
            asked = self.random.choice(NAMES)
            entry["when"] = {asked: self._use(asked)}
        if self._chance(0.2):
            entry["severity"] = "warning"
        if self._chance(0.3):
            entry["dependencies"] = "any"
        return entry

    def record(self):
        return {name: None if self._chance(0.12) else self._value(name) for name in NAMES}

    def damaged(self, record):
        """The record with texts that are no numbers and no Booleans, which no column of a table has beside them."""
        return {name: "x" if value is not None and self._chance(0.3) else value for name, value in record.items()}

    def _value(self, name):
        own = self.values[name]
        return self.random.choice(own if own and self._chance(0.6) else VALUES[self.kinds[name]])

    def column(self, name, values):
        """The values as a column of Arrow: numbers are integers if all of them are."""
        if self.kinds[name] != "number":
            return pyarrow.array(values, COLUMNS[self.kinds[name]])
        whole = all(value is None or isinstance(value, int) for value in values)
        return pyarrow.array(values if whole else [None if value is None else float(value) for value in values])


def _finding(record, pointer, code, severity):
    """What a failed reading is called differs: the cell `x` is `integer.notWhole`, the string `integer.kind`."""
    rule = code.split(".")[0]
    return record, pointer, rule if rule in READERS else code, severity


def _of_files(rules, data, format):
    checked = rules.check_file(data, format=format)
    return {_finding(found.record, found.pointer, found.code, found.severity) for result in checked for found in result.violations}


def _of_table(rules, table):
    rows = pyarrow.table(rules.check_table(table).violations).to_pylist()
    return {_finding(*(row[name] for name in ("record", "pointer", "code", "severity"))) for row in rows}


def _lines(records):
    return "\n".join(
        json.dumps({name: value for name, value in record.items() if value is not None}) for record in records).encode()


def _cells(records):
    cells = io.StringIO()
    writer = csv.writer(cells, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow(NAMES)
    for record in records:
        writer.writerow(
            "" if value is None else value if isinstance(value, str) else json.dumps(value) for value in record.values())
    return cells.getvalue().encode()


def _compare(seed):
    """The findings in JSON, which are those of CSV, Arrow and pandas, and the rules; None for a rule set that cannot be used."""
    sets = _Sets(seed)
    records = [sets.record() for _ in range(6)]
    damaged = [sets.damaged(record) for record in records]
    table = pyarrow.table({name: sets.column(name, [record[name] for record in records]) for name in NAMES})
    try:
        rules = assay.Rules(json.dumps(sets.rules))
        from_cells = _of_files(rules, _cells(records), "csv")
    except (assay.RuleSetError, assay.InputError):
        # Two readings, or text that nothing reads: see test_one_value.
        return None
    assert _of_files(rules, _cells(damaged), "csv") == _of_files(rules, _lines(damaged), "ndjson"), (
        f"damaged, seed {seed}: {json.dumps(sets.rules)}"
    )
    expected = _of_files(rules, _lines(records), "ndjson")
    assert from_cells == expected, f"CSV, seed {seed}: {json.dumps(sets.rules)}"
    assert _of_table(rules, table) == expected, f"Arrow, seed {seed}: {json.dumps(sets.rules)}"
    frame = table.to_pandas(types_mapper={pyarrow.int64(): pandas.Int64Dtype(), pyarrow.bool_(): pandas.BooleanDtype()}.get)
    assert _of_table(rules, frame) == expected, f"pandas, seed {seed}: {json.dumps(sets.rules)}"
    first = {found for found in expected if found[0] <= 2}
    assert _of_table(rules, table.slice(0, 2)) == first, f"a part, seed {seed}: {json.dumps(sets.rules)}"
    return expected, sets.used


@pytest.mark.filterwarnings("ignore::assay.CellWarning")
@pytest.mark.parametrize("part", range(PARTS))
def test_the_same_records_give_the_same_findings(part):
    compared = [found for seed in range(part, COUNT, PARTS) if (found := _compare(seed)) is not None]
    assert len(compared) > COUNT / PARTS / 10
    assert sum(len(expected) for expected, _ in compared) > 5 * len(compared)


def test_every_rule_has_its_part():
    used = {rule for seed in range(COUNT) for rule in _Sets(seed).used}
    assert {identifier for identifier, expression, *_ in EXAMPLES if expression in used} >= {
        identifier for identifier, *_ in EXAMPLES if identifier not in READERS
    }
