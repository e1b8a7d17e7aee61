# SPDX-License-Identifier: Apache-2.0
"""Rules in Python that get whole columns: wrong answers first."""

import itertools
import json

import pytest

import assay

names = (f"columns.rule{number}" for number in itertools.count())


def _rules(function, field="a", **codes):
    name = next(names)
    assay.rule(name, codes=codes or {"bad": "must be good"}, columns=True)(function)
    return assay.Rules({field: name}), name


def _found(rules, records):
    lines = "".join(json.dumps(record) + "\n" for record in records).encode()
    return [(found.record, found.code.split(".")[-1], found.severity)
            for result in rules.check_file(lines, format="ndjson") for found in result.violations]


EXPECTED = "expected an array of booleans, or a list of True, False and codes"


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        (lambda column: [True], r"ValueError: rule {} returned 1 answers for 2 values"),
        (lambda column: [3, True], r"ValueError: rule {} returned 3, expected True, False or one of bad"),
        (lambda column: ["other", True], r"ValueError: rule {} returned 'other', expected True, False or one of bad"),
        (lambda column: [True, None], r"ValueError: rule {} returned None, expected True, False or one of bad"),
        (lambda column: (1, 1), r"ValueError: rule {} returned 1, expected True, False or one of bad"),
        (lambda column: None, r"ValueError: rule {} returned None for a column, " + EXPECTED),
        (lambda column: True, r"ValueError: rule {} returned True for a column, " + EXPECTED),
        (lambda column: "bb", r"ValueError: rule {} returned 'bb' for a column, " + EXPECTED),
        (lambda column: {True: 1}, r"ValueError: rule {} returned {{True: 1}} for a column, " + EXPECTED),
        (lambda column: 1 // 0, r"ZeroDivisionError: integer division or modulo by zero"),
    ],
)
def test_wrong_answers_are_faults(answers, message):
    rules, name = _rules(answers)
    checked = rules.check_file(b'{"a": 1}\n{"a": 2}\n', format="ndjson")
    found = [one for result in checked for one in result.violations]
    assert [(one.record, one.severity) for one in found] == [(1, "fault"), (2, "fault")]
    assert found[0].message.endswith(message.format(name))
    assert checked.invalid == 2


def test_interrupt_in_a_column():
    def interrupt(column):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _rules(interrupt)[0].check({"a": 1})


def test_too_many_codes():
    with pytest.raises(ValueError, match="must have at most 250 codes, found 251$"):
        assay.rule("columns.many", codes={f"code{number}": "must be" for number in range(251)}, columns=True)


def test_a_list_has_no_place_in_a_column():
    rules, _ = _rules(lambda column: [True] * len(column))
    assert _found(rules, [{"a": [1]}, {"a": "x"}]) == [(1, "kind", "error")]


def test_types_of_columns():
    pyarrow = pytest.importorskip("pyarrow")
    seen = []

    def note(column):
        array = pyarrow.array(column)
        seen.append((str(array.type), array.to_pylist()))
        return [True] * len(column)

    rules, _ = _rules(note)
    assert _found(rules, [{"a": value} for value in ("x", 1, None, 2.5, True, "ü", 2**63, 2**70, False, -1)]) == []
    assert seen == [
        ("large_string", ["x", "ü"]),
        ("int64", [1, -1]),
        ("double", [2.5, 2.0**63, 2.0**70]),
        ("bool", [True, False]),
    ]
    del seen[:]
    assert rules.check({"a": "alone"}) and rules.check({}) and seen == [("large_string", ["alone"])]


def _answers():
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    pandas = pytest.importorskip("pandas")
    import pyarrow.compute

    yield lambda column: pyarrow.compute.greater(pyarrow.array(column), 17)
    yield lambda column: pyarrow.chunked_array([pyarrow.compute.greater(pyarrow.array(column), 17)])
    yield lambda column: polars.Series(column) > 17
    yield lambda column: pandas.Series(pyarrow.array(column).to_numpy()) > 17
    yield lambda column: pyarrow.array(column).to_numpy() > 17
    yield lambda column: [number > 17 for number in pyarrow.array(column).to_pylist()]
    yield lambda column: [True if number > 17 else "bad" for number in pyarrow.array(column).to_pylist()]


def test_answers_of_every_library():
    records = [{"a": number % 37} for number in range(5000)]
    expected = [(number + 1, "bad", "error") for number in range(5000) if number % 37 <= 17]
    count = 0
    for answer in _answers():
        rules, _ = _rules(answer)
        assert _found(rules, records) == expected
        count += 1
    assert count == 7


def test_null_is_undecided():
    pyarrow = pytest.importorskip("pyarrow")
    rules, name = _rules(lambda column: pyarrow.array([True, None, False, None, True])[0 : len(column)])
    found = _found(rules, [{"a": number} for number in range(5)])
    assert [(record, severity) for record, _, severity in found] == [(2, "fault"), (3, "error"), (4, "fault")]
    table = rules.check_table(pyarrow.table({"a": list(range(5))}))
    faults = [one for one in pyarrow.table(table.violations).to_pylist() if one["severity"] == "fault"]
    assert len(faults) == 2
    assert faults[0]["message"].endswith(f"rule {name} returned null for 2 of 5 values, expected True or False")
    with pytest.raises(assay.Invalid):
        _rules(lambda column: pyarrow.array([None], pyarrow.bool_()))[0].validate({"a": 1})


def _codes_with_nulls():
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    yield lambda column: polars.Series(["bad", None])
    yield lambda column: pyarrow.array(["bad", None])
    yield lambda column: pyarrow.array(["bad", None]).dictionary_encode()


def test_null_among_codes_is_a_fault():
    for answer in _codes_with_nulls():
        rules, _ = _rules(answer)
        found = _found(rules, [{"a": 1}, {"a": 2}])
        assert [(record, severity) for record, _, severity in found] == [(1, "fault"), (2, "fault")]


def test_masked_answer_is_a_fault():
    numpy = pytest.importorskip("numpy")
    rules, _ = _rules(lambda column: numpy.ma.array([True, True], mask=[False, True]))
    assert [severity for _, _, severity in _found(rules, [{"a": 1}, {"a": 2}])] == ["fault", "fault"]


def test_second_code():
    rules, _ = _rules(lambda column: ["low", True, "high"], low="must be higher", high="must be lower")
    assert _found(rules, [{"a": 1}, {"a": 2}, {"a": 3}]) == [(1, "low", "error"), (3, "high", "error")]
