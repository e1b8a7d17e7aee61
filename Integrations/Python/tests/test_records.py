# SPDX-License-Identifier: Apache-2.0
"""One record: wrong input first, then right input, as JSON and as a mapping."""

import collections
import datetime
import decimal
import itertools
import json
import multiprocessing
import pickle
import threading
import types

import pytest

import assay

names = (f"records.rule{number}" for number in itertools.count())

RULES = {"email": "required, email", "age": "integer, range(18...120)", "tags[*]": "length(...3)"}


@pytest.fixture(scope="module")
def rules():
    return assay.Rules(RULES)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (b"", [("", "record.malformed")]),
        (b'{"email', [("", "record.malformed")]),
        (b"[]", [("", "record.malformed")]),
        (b'{"email": "\xff"}', [("", "record.malformed")]),
        ('{"email": "\ud800"}', [("", "record.malformed")]),
        ({"email": "\ud800"}, [("", "record.malformed")]),
        ({"email": "a@b.cc", "age": float("inf")}, [("", "record.malformed")]),
        ({"email": "a@b.cc", "age": decimal.Decimal("NaN")}, [("", "record.malformed")]),
        ({}, [("/email", "required.missing")]),
        ({"email": None}, [("/email", "required.null")]),
        (b'{"email": "x", "age": 12}', [("/email", "email.syntax"), ("/age", "range.tooSmall")]),
        ({"email": "x", "age": 12}, [("/email", "email.syntax"), ("/age", "range.tooSmall")]),
        ({"email": "a@b.cc", "age": 2**70}, [("/age", "range.tooLarge")]),
        ({"email": "a@b.cc", "tags": ["abc", "abcd"]}, [("/tags/1", "length.tooLong")]),
        ({"email": "a@b.cc", "tags": ("abcd",)}, [("/tags/0", "length.tooLong")]),
    ],
)
def test_wrong_records(rules, record, expected):
    result = rules.check(record)
    assert not result
    assert [(found.pointer, found.code) for found in result.violations] == expected


@pytest.mark.parametrize("record", [3, None, ["a"], object()])
def test_what_is_no_record(rules, record):
    with pytest.raises(TypeError, match=r"^a record must be bytes, str \(JSON\) or a mapping, not \w+$"):
        rules.check(record)


def test_values_that_no_json_has(rules):
    with pytest.raises(TypeError, match="^cannot check a value of type object$"):
        rules.check({"email": object()})
    deep = []
    for _ in range(100):
        deep = [deep]
    result = rules.check({"email": "a@b.cc", "tags": deep})
    assert [found.message for found in result.violations] == [
        "cannot be parsed: nested more than 64 levels deep"
    ]


@pytest.mark.parametrize(
    "record",
    [
        {"email": "a@b.cc", "age": 20},
        collections.OrderedDict(email="a@b.cc"),
        types.MappingProxyType({"email": "a@b.cc", "age": decimal.Decimal("20")}),
        b'{"email": "a@b.cc"}',
        bytearray(b'{"email": "a@b.cc"}'),
        memoryview(b'{"email": "a@b.cc"}'),
        '{"email": "a@b.cc", "age": 20}',
        json.dumps({"email": "a@b.cc", "more": "x" * 10000}),
    ],
)
def test_valid_records(rules, record):
    result = rules.check(record)
    assert result and result.violations == () and result.problem() is None
    rules.validate(record)


@pytest.mark.parametrize("of", ["violations", "problem"])
def test_each_malformed_record_has_its_reason(rules, of):
    def message(record):
        result = rules.check(record)
        return result.violations[0].message if of == "violations" else result.problem()["errors"][0]["detail"]

    assert [message(record) for record in (b"", b'{"a', b'{"a": "\\ud83d"}', b"")] == [
        "cannot be parsed: no record",
        "cannot be parsed: unterminated string",
        r"cannot be parsed: invalid escape: \ud83d without the second half of its surrogate pair",
        "cannot be parsed: no record",
    ]


def test_violation(rules):
    (found,) = rules.check(b'{"email": "a@b.cc",\n "age": 12}').violations
    assert (found.record, found.field, found.rule, found.severity, found.value) == (1, "age", "range", "error", 12)
    assert (found.line, found.column, found.byte_offset, found.byte_length) == (2, 9, 28, 2)
    assert (found.message, found.parameters) == ("must be at least 18", {"min": 18, "max": 120})
    assert repr(found) == "<Violation /age range.tooSmall: must be at least 18>"


def test_invalid_is_raised(rules):
    with pytest.raises(assay.Invalid) as raised:
        rules.validate({"age": 1})
    assert str(raised.value) == "/email: is required; /age: must be at least 18"
    problem = raised.value.result.problem()
    assert (problem["status"], problem["detail"], len(problem["errors"])) == (422, "2 errors", 2)


def test_results_outlive_later_checks(rules):
    results = [rules.check({"email": f"x{number}", "age": number}) for number in range(100)]
    for number, result in enumerate(results):
        assert result.violations[0].value == f"x{number}"
        assert result.problem()["status"] == 422


def test_places_are_found_when_they_are_asked_for(rules):
    results = [rules.check('{"email": "a@b.cc",\n "age": %d}' % (number % 18)) for number in range(40)]
    found = [result.violations[0] for result in results]
    del results
    rules.check(b'{"email": "later"}')
    assert {(one.line, one.column, one.byte_offset) for one in found} == {(2, 9, 28)}
    assert {one.byte_length for one in found} == {1, 2}
    (of_a_mapping,) = rules.check({"email": "a@b.cc", "age": 1}).violations
    assert (of_a_mapping.line, of_a_mapping.column, of_a_mapping.byte_offset) == (None, None, None)


def test_equal_texts_are_one_object(rules):
    first, second = (rules.check(b'{"age": 1}').violations[1] for _ in range(2))
    assert first.code is second.code and first.message is second.message


def test_every_issue_of_a_rule_set():
    with pytest.raises(assay.RuleSetError) as raised:
        assay.Rules("assay: 1\nfields:\n  email: requird\n  age: range(1\n", name="people.yaml")
    assert [(issue.file, issue.line, issue.column) for issue in raised.value.issues] == [
        ("people.yaml", 3, 10),
        ("people.yaml", 4, 15),
    ]
    assert str(raised.value).splitlines()[0] == (
        "people.yaml:3:10: there is no rule 'requird' (did you mean 'required'?)"
    )


def test_load(tmp_path):
    path = tmp_path / "people.yaml"
    path.write_text("assay: 1\nfields:\n  email: required, email\nunknownFields: reject\n")
    loaded = assay.Rules.load(path)
    assert [found.code for found in loaded.check({"email": "a@b.cc", "mail": 1}).violations] == [
        found.code for found in loaded.check(b'{"email": "a@b.cc", "mail": 1}').violations
    ] != []
    with pytest.raises(FileNotFoundError):
        assay.Rules.load(tmp_path / "none.yaml")


def test_language():
    (found,) = assay.Rules({"email": "required"}, language="de").check({}).violations
    assert found.message != "is required"


def test_rule_in_python():
    calls = []

    @assay.rule("acme.isbn10", codes={"checksum": "must have a valid check digit", "form": "must have 10 digits"})
    def isbn10(value):
        """Checks an ISBN of 10 digits."""
        calls.append(value)
        if value == "boom":
            raise ValueError("no such book")
        if len(value) != 10:
            return "form"
        return sum((10 - at) * (10 if digit == "X" else int(digit)) for at, digit in enumerate(value)) % 11 == 0

    books = assay.Rules({"isbn": "acme.isbn10"})
    assert [found.code for found in books.check({"isbn": "12"}).violations] == ["acme.isbn10.form"]
    assert [found.code for found in books.check({"isbn": "0306406153"}).violations] == ["acme.isbn10.checksum"]
    (fault,) = books.check(b'{"isbn": "boom"}').violations
    assert fault.severity == "fault" and fault.message.endswith("ValueError: no such book")
    assert books.check({"isbn": "0306406152"}) and books.check({})
    assert calls == ["12", "0306406153", "boom", "0306406152"]
    with pytest.raises(assay.PluginError):
        assay.rule("acme.isbn10", codes={"checksum": "must be"})(isbn10)
    with pytest.raises(ValueError, match=r"^a rule's name must be '<prefix>.<rule>', found 'isbn'$"):
        assay.rule("isbn", codes={"form": "must be"})


def test_exceptions_are_the_faults_of_their_records():
    @assay.rule("records.each", codes={"bad": "must be good"})
    def each(value):
        if value % 2:
            raise ValueError(f"no {value}")
        return True

    lines = "".join(f'{{"a": {number}}}\n' for number in range(5)).encode()
    checked = assay.Rules({"a": "records.each"}).check_file(lines, format="ndjson")
    found = [(one.record, one.message.rpartition(": ")[2]) for result in checked for one in result.violations]
    assert found == [(2, "no 1"), (4, "no 3")]


@pytest.mark.parametrize(
    ("answer", "shown"),
    [(None, "None"), (1, "1"), ("", "''"), ("other", "'other'"), ([], "[]"), (float("nan"), "nan")],
)
def test_other_answers_of_a_rule_are_faults(answer, shown):
    name = next(names)
    assay.rule(name, codes={"bad": "must be good", "worse": "must be better"})(lambda value: answer)
    result = assay.Rules({"a": name}).check({"a": 1})
    assert not result
    assert [found.severity for found in result.violations] == ["fault"]
    message = f"ValueError: rule {name} returned {shown}, expected True, False or one of bad, worse"
    assert result.violations[0].message.endswith(message)


def test_interrupt_in_a_rule():
    @assay.rule("acme.interrupt", codes={"bad": "must be"})
    def interrupt(value):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        assay.Rules({"a": "acme.interrupt"}).check({"a": 1})


def test_plugin_that_is_none(tmp_path):
    path = tmp_path / "plugin.so"
    path.write_text("no library")
    with pytest.raises(assay.PluginError):
        assay.load_plugin(path)


def _invalid(rules, record):
    return len(rules.check(record).violations)


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes(rules, method):
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.starmap(_invalid, [(rules, {"age": 1}), (rules, {"email": "a@b.cc"})]) == [2, 0]


def test_threads(rules):
    wrong = []
    large = json.dumps({"email": "x", "more": "y" * 20000}).encode()

    def work():
        for number in range(300):
            if [rules.check(large).violations[0].value, len(rules.check({"age": number % 18}).violations)] != ["x", 2]:
                wrong.append(number)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_pickle(rules):
    copy = pickle.loads(pickle.dumps(rules))
    assert copy.rules == rules.rules and not copy.check({})


def test_dates():
    day = datetime.date(2026, 1, 31)
    assert assay.Rules({"day": "date"}).check({"day": day})
    assert not assay.Rules({"day": "date"}).check({"day": "31 January"})
