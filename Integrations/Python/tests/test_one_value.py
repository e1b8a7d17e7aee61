# SPDX-License-Identifier: Apache-2.0
"""A field has one value: records give the same findings as JSON, CSV, Arrow and pandas; a column of texts is said."""

import csv
import datetime
import io
import json
import random

import pytest

import assay

pyarrow = pytest.importorskip("pyarrow")
polars = pytest.importorskip("polars")
pandas = pytest.importorskip("pandas")

DAY = datetime.date(2024, 2, 29)
MOMENT = datetime.datetime(2024, 2, 29, 17, 45)


def _codes(found):
    table = pyarrow.table(found.violations)
    return [(row["record"], row["pointer"], row["code"]) for row in table.to_pylist()]


# ---- columns of texts that no rule reads ----


@pytest.mark.parametrize(
    ("rules", "message", "help"),
    [
        (
            {"qty": "notEquals(0)"},
            "notEquals(0) compares the text of 'qty' with a number, and no rule reads it as one",
            "cast the column of 'qty' to numbers",
        ),
        (
            {"qty": "oneOf(true)"},
            "oneOf(true) compares the text of 'qty' with a boolean, and no rule reads it as one",
            "cast the column of 'qty' to Booleans",
        ),
        (
            {"qty": "range(0...)"},
            "range(0...) accepts only a number, and no rule reads the text of 'qty' as one",
            "cast the column of 'qty' to numbers",
        ),
        (
            {"flag": "prohibitedIf(qty, 0)"},
            "prohibitedIf(qty, 0) compares the text of 'qty' with a number, and no rule reads it as one",
            "cast the column of 'qty' to numbers",
        ),
        (
            {"flag": "integer, sameAs(qty)"},
            "sameAs(qty) compares 'flag', which is read as a number, with the text of 'qty'",
            "cast the column of 'qty' to the type of 'flag'",
        ),
    ],
)
def test_a_column_of_texts_that_is_compared_with_numbers_is_an_error(rules, message, help):
    rules = assay.Rules(rules)
    flag = pyarrow.array([1], pyarrow.int64())
    for texts in [
        pyarrow.array(["0"]),
        pyarrow.array(["0"], pyarrow.large_string()),
        pyarrow.array(["0"], pyarrow.string_view()),
        pyarrow.array(["0"]).dictionary_encode(),
    ]:
        with pytest.raises(assay.RuleSetError) as error:
            rules.check_table(pyarrow.table({"qty": texts, "flag": flag}))
        assert [(issue.code, issue.message, issue.help) for issue in error.value.issues] == [
            ("field.unread", message, help)
        ]
    for frame in [polars.DataFrame({"qty": ["0"], "flag": [1]}), pandas.DataFrame({"qty": ["0"], "flag": [1]})]:
        with pytest.raises(assay.RuleSetError, match="and no rule reads|which is read as a number"):
            rules.check_table(frame)
    for numbers in [[0], [0.0], [True]]:
        assert rules.check_table(pyarrow.table({"qty": numbers, "flag": flag})) is not None


def test_a_column_of_texts_below_lists_and_structs_is_an_error():
    rules = assay.Rules({"items[*].qty": "notEquals(0)"})
    texts = pyarrow.array([[{"qty": "0"}]])
    with pytest.raises(assay.RuleSetError, match="compares the text of 'items\\[\\*\\].qty' with a number"):
        rules.check_table(pyarrow.table({"items": texts}))
    assert _codes(rules.check_table(pyarrow.table({"items": [[{"qty": 0}]]}))) == [
        (1, "/items/0/qty", "notEquals.equal")
    ]


def test_texts_stay_texts_where_a_rule_reads_numbers():
    found = assay.Rules({"a": "integer"}).check_table(pyarrow.table({"a": ["1", "x", None]}))
    assert _codes(found) == [(1, "/a", "integer.kind"), (2, "/a", "integer.kind")]


# ---- columns of dates are already read ----


@pytest.mark.parametrize("form", ["yyyy-MM-dd", "dd/MM/yyyy", "d.M.yyyy", "yyyyMMdd", "MM/dd/yy"])
def test_columns_of_dates_are_read_whatever_form_the_rule_names(form):
    rules = assay.Rules({"a": f'date("{form}")', "b": f'date("{form}"), greaterOrEqual(a), before("2025-01-01")'})
    days = [DAY, DAY, None]
    later = [DAY + datetime.timedelta(1), DAY - datetime.timedelta(1), datetime.date(2025, 1, 1)]
    expected = [(2, "/b", "greaterOrEqual.less"), (3, "/b", "before.late")]
    for kinds in [
        [pyarrow.date32()], [pyarrow.date64()], [pyarrow.timestamp("us")],
        [pyarrow.timestamp("s"), pyarrow.timestamp("s", "UTC")],
    ]:
        columns = {"a": pyarrow.array(days, pyarrow.date32()), "b": pyarrow.array(later, pyarrow.date32())}
        for kind in kinds:
            columns = {name: column.cast(kind) for name, column in columns.items()}
        table = pyarrow.table(columns)
        found = _codes(rules.check_table(table))
        assert [(row, pointer) for row, pointer, _ in found] == [(row, pointer) for row, pointer, _ in expected]
        encoded = pyarrow.table({name: table[name].dictionary_encode() for name in "ab"})
        assert _codes(rules.check_table(encoded)) == found
    frame = pandas.DataFrame({"a": pandas.to_datetime(days), "b": pandas.to_datetime(later)})
    assert len(_codes(rules.check_table(frame))) == 2


def test_a_moment_is_no_date():
    rules = assay.Rules({"a": 'date("dd/MM/yyyy")'})
    for kind in [pyarrow.timestamp("us"), pyarrow.timestamp("ns", "UTC")]:
        table = pyarrow.table({"a": pyarrow.array([MOMENT], kind)})
        assert _codes(rules.check_table(table)) == [(1, "/a", "date.syntax")]


def test_a_year_of_two_digits_cannot_have_all_days():
    rules = assay.Rules({"a": 'date("dd.MM.yy")'})
    table = pyarrow.table({"a": pyarrow.array([datetime.date(1950, 1, 2), datetime.date(2050, 1, 2)])})
    assert _codes(rules.check_table(table)) == [(1, "/a", "date.syntax")]


def test_moments_are_written_with_the_separator_of_the_rule():
    for separator in ["t", "space", "any"]:
        rules = assay.Rules({"a": f"dateTime(separator={separator}), before(\"2024-03-01\")"})
        table = pyarrow.table({"a": pyarrow.array([MOMENT], pyarrow.timestamp("ms", "UTC"))})
        assert rules.check_table(table)


# ---- the law ----

KINDS = {
    "number": (["integer"], lambda random: random.randint(-5, 5)),
    "fraction": (["number"], lambda random: random.randint(-9, 9) / 4),
    "boolean": (["boolean"], lambda random: random.random() < 0.5),
    "day": (["date"], lambda random: DAY + datetime.timedelta(random.randint(-3, 3))),
    "form": (['date("dd/MM/yyyy")'], lambda random: DAY + datetime.timedelta(random.randint(-3, 3))),
    "text": ([], lambda random: random.choice(["a", "ab", "abc", "é", "10", "9", "true", " "])),
}
TYPES = {
    "number": pyarrow.int64(), "fraction": pyarrow.float64(), "boolean": pyarrow.bool_(), "day": pyarrow.date32(),
    "form": pyarrow.date32(), "text": pyarrow.string(),
}
PANDAS = {
    "number": "Int64", "fraction": "Float64", "boolean": "boolean", "day": "datetime64[ns]", "form": "datetime64[ns]",
    "text": "object",
}
OWN = {
    "number": ["range(0...3)", "notEquals(0)", "oneOf(1, 2, 3)", "positive", "not(equals(2))", "multipleOf(2)"],
    "fraction": ["range(-1...1)", "lessThan({other})", "not(equals(0.25))", "precision(3, 1)"],
    "boolean": ["equals(true)", "notEquals(false)", "accepted"],
    "day": ['before("2024-03-01")', "past", "greaterOrEqual({other})", "length(10)", 'not(after("2024-02-28"))'],
    "form": ['after("2024-02-28")', "lessThan({other})", "sameAs({other})", "length(10)"],
    "text": ["length(2...)", "regex(/^[a-z]+$/)", "notOneOf(\"ab\")", "differentFrom({other})", "greaterThan({other}, as=text)"],
}
CONDITION = {
    "number": "range(1...)", "fraction": "negative", "boolean": "equals(true)", "day": 'before("2024-02-29")',
    "form": 'after("2024-02-29")', "text": "length(1)",
}


def _rule_set(source):
    kinds = {f"{kind}{place}": kind for kind in KINDS for place in "xy"}
    fields = {}
    for name, kind in kinds.items():
        other = kind + ("y" if name[-1] == "x" else "x")
        rules = [*KINDS[kind][0], *source.sample(OWN[kind], source.randint(0, 2))]
        if source.random() < 0.4:
            rules.append("required")
        if kind == "text" and source.random() < 0.3:
            rules.append("string")
        source.shuffle(rules)
        entries = []
        for rule in rules:
            entry = {"rule": rule.format(other=other)}
            if rule not in KINDS[kind][0] and source.random() < 0.3:
                asked = source.choice(list(kinds))
                entry["when"] = {asked: CONDITION[kinds[asked]]}
            if source.random() < 0.2:
                entry["severity"] = "warning"
            entries.append(entry)
        fields[name] = entries
    return kinds, {"assay": 1, "fields": fields}


def _text(kind, value):
    if value is None:
        return ""
    if kind == "form":
        return value.strftime("%d/%m/%Y")
    return json.dumps(value) if isinstance(value, (bool, int, float)) else str(value)


def _of_files(rules, data, format):
    return {
        (found.record, found.pointer, found.code)
        for result in rules.check_file(data, format=format)
        for found in result.violations
    }


@pytest.mark.parametrize("seed", range(150))
def test_the_same_records_give_the_same_findings(seed):
    source = random.Random(seed)
    kinds, rule_set = _rule_set(source)
    rules = assay.Rules(json.dumps(rule_set))
    records = [
        {name: None if source.random() < 0.15 else KINDS[kind][1](source) for name, kind in kinds.items()}
        for _ in range(8)
    ]
    columns = {name: [record[name] for record in records] for name in kinds}
    lines = [
        json.dumps({
            name: value if isinstance(value, (bool, int, float)) else _text(kinds[name], value)
            for name, value in record.items() if value is not None
        })
        for record in records
    ]
    cells = io.StringIO()
    writer = csv.writer(cells, lineterminator="\n")
    writer.writerow(kinds)
    writer.writerows([_text(kinds[name], value) for name, value in record.items()] for record in records)
    table = pyarrow.table({name: pyarrow.array(column, TYPES[kinds[name]]) for name, column in columns.items()})
    frame = pandas.DataFrame(
        {name: pandas.Series(column, dtype=PANDAS[kinds[name]]) for name, column in columns.items()})

    expected = _of_files(rules, "\n".join(lines).encode(), "ndjson")
    assert _of_files(rules, cells.getvalue().encode(), "csv") == expected
    assert set(_codes(rules.check_table(table))) == expected
    assert set(_codes(rules.check_table(table.slice(0, 3)))) == {found for found in expected if found[0] <= 3}
    assert set(_codes(rules.check_table(frame))) == expected
