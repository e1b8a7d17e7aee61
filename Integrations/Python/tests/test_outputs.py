# SPDX-License-Identifier: Apache-2.0
"""Encodings, filters, and the valid and invalid records of files."""

import decimal
import gzip
import io
import json
import subprocess
import sys

import pytest

import assay

RULES = assay.Rules({"name": "required, length(2...)", "n": "integer"})
CSV = b"name,n\nAnn,1\nx,2\nBob,y\n"


def _codes(checked):
    return [(result.record, one.code) for result in checked for one in result.violations]


# ---- filters ----


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"select": ["lenght"]}, "'select': no rule of the rule set has the code 'lenght'; did you mean 'length'?"),
        ({"ignore": ["email"]}, "'ignore': no rule of the rule set has the code 'email'"),
        (
            {"ignore": ["fault.deadline"]},
            "'ignore': fault.deadline cannot be left out. A rule that could not decide has not validated the value; ignore "
            "the rule as a whole, or raise the limit that it reached",
        ),
        (
            {"ignore": ["record.malformed"]},
            "'ignore': record.malformed cannot be left out. Such a record is not validated; a report without the finding "
            "would call it valid",
        ),
        (
            {"encoding": "latin-9"},
            "'encoding' is 'latin-9', expected one of utf-8, utf-16, utf-16le, utf-16be, latin-1, windows-1252",
        ),
    ],
)
def test_wrong_options_are_errors(options, message):
    with pytest.raises(ValueError) as raised:
        RULES.check_file(CSV, format="csv", **options)
    assert str(raised.value) == message


def test_one_code_is_no_list():
    with pytest.raises(TypeError, match="^select must be a list of codes, such as \\['length'\\], not a str$"):
        RULES.check_file(CSV, format="csv", select="length")
    with pytest.raises(TypeError, match="^ignore must be a list of codes that are str, found 1$"):
        RULES.check_file(CSV, format="csv", ignore=["length", 1])
    with pytest.raises(TypeError, match="^encoding must be a str, not NoneType$"):
        RULES.check_file(CSV, format="csv", encoding=None)


def test_only_what_counts_makes_records_invalid():
    assert _codes(RULES.check_file(CSV, format="csv")) == [(2, "length.tooShort"), (3, "integer.notWhole")]
    assert _codes(RULES.check_file(CSV, format="csv", select=["length"])) == [(2, "length.tooShort")]
    checked = RULES.check_file(CSV, format="csv", ignore=["length.tooShort", "integer"]).run()
    assert checked and checked.counts == {}
    assert RULES.check_file(b"{\n", format="ndjson", select=["length"]).run().verdicts["malformed"] == 1


def test_a_filter_is_that_of_one_check():
    assert RULES.check_file(CSV, format="csv", ignore=["length", "integer"]).run()
    assert RULES.check_file(CSV, format="csv").run().invalid == 2


# ---- encodings ----


def test_text_is_read_in_its_encoding(tmp_path):
    text = "name,n\né€,1\né,2\n"
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "windows-1252"):
        data = text.encode(encoding)
        path = tmp_path / "a.csv"
        path.write_bytes(data)
        packed = tmp_path / "a.csv.gz"
        packed.write_bytes(gzip.compress(data))
        for source in (data, path, packed):
            checked = RULES.check_file(source, format="csv", encoding=encoding)
            assert _codes(checked) == [(2, "length.tooShort")], (encoding, source)
        with path.open("rb") as opened:
            assert RULES.check_file(opened, format="csv", encoding=encoding).run().invalid == 1


# ---- valid and invalid records ----


def test_outputs_that_cannot_be(tmp_path):
    source = tmp_path / "a.csv"
    source.write_bytes(CSV)
    with pytest.raises(ValueError, match="^valid must be another file than the one that is checked$"):
        RULES.check_file(source, valid=source)
    (tmp_path / "link").symlink_to(source)
    with source.open("rb") as opened, pytest.raises(ValueError, match="^invalid must be another file than"):
        RULES.check_file(opened, format="csv", invalid=tmp_path / "link")
    with pytest.raises(ValueError, match="^valid and invalid must be two files$"):
        RULES.check_file(source, valid=tmp_path / "b", invalid=str(tmp_path / "b"))
    with pytest.raises(TypeError, match="^valid must be a path or a file that is open for bytes, not int$"):
        RULES.check_file(source, valid=3)
    with pytest.raises(FileNotFoundError):
        RULES.check_file(source, valid=tmp_path / "none" / "b")
    assert source.read_bytes() == CSV


@pytest.mark.parametrize(
    ("name", "data", "valid", "invalid"),
    [
        ("a.csv", CSV, b"name,n\nAnn,1\n", b"name,n\nx,2\nBob,y\n"),
        ("a.csv.gz", gzip.compress(CSV), b"name,n\nAnn,1\n", b"name,n\nx,2\nBob,y\n"),
        ("a.csv", b"name,n\r\nAnn,1\r\nx,2", b"name,n\r\nAnn,1\r\n", b"name,n\r\nx,2\n"),
        ("a.ndjson", b'{"name": "Ann"}\n{\n{}', b'{"name": "Ann"}\n', b"{\n{}\n"),
        ("a.json", b'[{"name": "Ann"}, {}]', b'[\n{"name": "Ann"}\n]\n', b"[\n{}\n]\n"),
    ],
)
def test_records_are_split_as_they_are(tmp_path, name, data, valid, invalid):
    (tmp_path / name).write_bytes(data)
    good, bad = tmp_path / "good", io.BytesIO()
    checked = RULES.check_file(tmp_path / name, valid=good, invalid=bad)
    checked.run()
    assert good.read_bytes() == valid and bad.getvalue() == invalid
    format = name.split(".")[1]
    assert RULES.check_file(good, format=format).run()
    assert RULES.check_file(bad.getvalue(), format=format).run().valid == 0


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "windows-1252"])
@pytest.mark.parametrize("lines", ["\n", "\r\n", "\r"])
def test_records_are_written_in_the_bytes_of_the_input(tmp_path, encoding, lines):
    def encoded(*rows):
        return "".join(row + lines for row in ("# é", "name,n", *rows, "total,2")).encode(encoding)

    source, good, bad = (tmp_path / name for name in ("a.csv", "good.csv", "bad.csv"))
    source.write_bytes(encoded("é€,1", "é,2", "üü,3"))
    options = {"encoding": encoding.replace("-sig", ""), "skip": 1, "skip_last": 1}
    RULES.check_file(source, valid=good, invalid=bad, **options).run()
    assert good.read_bytes() == encoded("é€,1", "üü,3")
    assert bad.read_bytes() == encoded("é,2")
    assert RULES.check_file(good, **options).run().valid == 2
    assert RULES.check_file(bad, **options).run().invalid == 1


def test_every_way_to_read_a_check_writes_all_records(tmp_path):
    records = [{"name": "x" if number % 3 == 0 else f"name{number}"} for number in range(40_000)]
    data = "".join(json.dumps(record) + "\n" for record in records).encode()
    for number, read in enumerate((lambda check: check.run(), list, lambda check: list(check.tables()))):
        good, bad = tmp_path / f"good{number}", tmp_path / f"bad{number}"
        read(RULES.check_file(data, format="ndjson", valid=good, invalid=bad))
        for path, wanted in ((good, [one for one in records if one["name"] != "x"]),
                             (bad, [one for one in records if one["name"] == "x"])):
            assert [json.loads(line) for line in path.read_text().splitlines()] == wanted


def test_a_record_that_is_too_long_is_no_silent_loss(tmp_path):
    rules = assay.Rules({"name": "required"}, maximum_record_bytes=1000)
    data = b'{"name": "' + b"x" * 2000 + b'"}\n{"name": "Ann"}\n'
    with pytest.raises(assay.InputError, match="^record 1 of 2013 bytes is too long to be written with the invalid records; "):
        rules.check_file(data, format="ndjson", invalid=tmp_path / "bad").run()
    good = tmp_path / "good"
    assert rules.check_file(data, format="ndjson", valid=good).run().invalid == 1
    assert good.read_bytes() == b'{"name": "Ann"}\n'


# ---- numbers of many digits ----


def test_decimals_of_any_length_are_exact():
    digits = "1." + "0" * ((1 << 24) - 3)
    rules = assay.Rules({"a": "integer, range(...1)"}, maximum_record_bytes=1 << 26)
    for ending, valid in (("0", True), ("1", False), ("01", False)):
        assert bool(rules.check({"a": decimal.Decimal(digits + ending)})) is valid, ending
    assert not rules.check(f'{{"a": {digits}1}}')


def test_columns_have_the_nearest_number():
    seen = []

    @assay.rule("outputs.column", codes={"bad": "must be good"}, columns=True)
    def column(values):
        import pyarrow

        seen.extend(pyarrow.array(values).to_pylist())
        return [True] * len(values)

    pytest.importorskip("pyarrow")
    rules = assay.Rules({"a": "outputs.column"})
    for text in ("1." + "0" * 600 + "e400", "1e400", "-1e400"):
        assert rules.check(f'{{"a": {text}}}')
    assert seen == [float("inf"), float("inf"), float("-inf")]


# ---- rules in Python ----


def test_a_rule_checks_records_itself():
    inner = assay.Rules({"n": "required, range(1...)"})

    @assay.rule("outputs.nested", codes={"bad": "must have a number"})
    def nested(value):
        return bool(inner.check({"n": value}))

    @assay.rule("outputs.endless", codes={"bad": "must end"})
    def endless(value):
        return bool(endless_rules.check({"a": value}))

    endless_rules = assay.Rules({"a": "outputs.endless"})
    rules = assay.Rules({"a": "outputs.nested"})
    assert rules.check({"a": 1}) and not rules.check({"a": 0})
    (found,) = endless_rules.check({"a": 1}).violations
    assert found.severity == "fault" or found.code.endswith(".bad")


_IN_SUBINTERPRETER = """
import sys
try:
    import _xxsubinterpreters as interpreters
except ImportError:
    sys.exit(77)
import assay
calls = []
@assay.rule("sub.even", codes={"odd": "must be even"})
def even(value):
    calls.append(value)
    return value % 2 == 0
code = '''
import assay
def said(body):
    try:
        return body()
    except RuntimeError as error:
        return f"RuntimeError: {error}"
rules = assay.Rules({"a": "sub.even"})
print(said(lambda: rules.check({"a": 1})))
print(said(lambda: rules.check_file(b'{"a": 1}\\\\n', format="ndjson").run()))
print(said(lambda: assay.rule("sub.odd", codes={"even": "must be odd"})(lambda value: True)))
print(bool(assay.Rules({"a": "range(2...)"}).check({"a": 1})))
'''
other = interpreters.create()
interpreters.run_string(other, code)
print(assay.Rules({"a": "sub.even"}).check({"a": 1}), calls)
"""


def test_a_rule_in_a_subinterpreter_is_an_exception():
    run = subprocess.run([sys.executable, "-c", _IN_SUBINTERPRETER], capture_output=True, text=True, timeout=60)
    if run.returncode == 77:
        pytest.skip("this Python has no module for subinterpreters")
    reason = (
        "RuntimeError: a rule in Python cannot run in a subinterpreter: check in the main interpreter, or by rules that are "
        "not in Python"
    )
    assert run.stdout.splitlines() == [reason, reason, reason, "False", "<Result invalid, 1 violation> [1]"], run.stderr
