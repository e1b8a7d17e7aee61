# SPDX-License-Identifier: Apache-2.0
"""What users get wrong, and what is said to them: wrong input first, by its exact text."""

import bz2
import collections.abc
import copy
import decimal
import enum
import gc
import gzip
import io
import json
import multiprocessing
import os
import pathlib
import pickle
import re
import subprocess
import sys
import weakref

import pytest

import assay

RULES = assay.Rules({"age": "required, range(18...120)"})
LINES = b'{"age": 1}\n{"age": 2}\n{"age": 20}\n'


def _says(error, text):
    return pytest.raises(error, match=f"^{re.escape(text)}$")


# ---- files ----


def test_a_check_of_a_file_is_no_cycle():
    """Its session and its descriptor are free when it is, without the collector."""
    gc.disable()
    try:
        before = len(os.listdir("/proc/self/fd"))
        checked = RULES.check_file(b"", format="ndjson")
        gone = weakref.ref(checked)
        del checked
        assert gone() is None
        checked = RULES.check_file(LINES, format="ndjson")
        gone = weakref.ref(checked)
        assert next(checked).record == 1
        del checked
        assert gone() is None and len(os.listdir("/proc/self/fd")) == before
    finally:
        gc.enable()


def test_open_files_that_are_not_their_descriptors(tmp_path):
    path = tmp_path / "lines.gz"
    path.write_bytes(gzip.compress(LINES))
    other = "gives other bytes than its descriptor: pass the path, of which gzip and Zstandard are unpacked, or the bytes, file.read()"
    for mode in ("rb", "rt"):
        with gzip.open(path, mode) as opened, _says(TypeError, f"GzipFile {other}"):
            RULES.check_file(opened, format="ndjson")
    with bz2.open(path) as opened, _says(TypeError, f"BZ2File {other}"):
        RULES.check_file(opened, format="ndjson")
    for memory in (io.BytesIO(LINES), io.StringIO("")):
        with _says(TypeError, f"{type(memory).__name__} has no descriptor: pass the bytes, file.read()"):
            RULES.check_file(memory, format="ndjson")


def test_open_files_are_read_from_their_position(tmp_path):
    path = tmp_path / "lines.ndjson"
    path.write_bytes(LINES)
    for mode, buffering in (("rb", -1), ("rb", 0), ("r", -1), ("r+b", -1)):
        for read in (0, 1, 2):
            with open(path, mode, buffering=buffering) as opened:
                for _ in range(read):
                    opened.readline()
                checked = RULES.check_file(opened, format="ndjson").run()
                assert (checked.records, checked.invalid) == (3 - read, 2 - read)


def test_pipes_of_which_python_has_read_ahead():
    def piped(mode, lines, buffering=-1):
        reader, writer = os.pipe()
        os.write(writer, LINES)
        os.close(writer)
        with open(reader, mode, buffering=buffering) as opened:
            for _ in range(lines):
                opened.readline()
            return RULES.check_file(opened, format="ndjson").run().records

    for mode, lines, kind in (("rb", 1, "BufferedReader"), ("r", 0, "TextIOWrapper")):
        with _says(ValueError, f"{kind} may have read ahead and cannot be sought: open it with buffering=0"):
            piped(mode, lines)
    assert [piped("rb", 0), piped("rb", 0, 0), piped("rb", 1, 0)] == [3, 3, 2]


def test_a_check_of_a_file_is_true_at_its_end_only():
    early = "this check is not read to its end: read it before, by run(), tables() or a loop"
    checked = RULES.check_file(LINES, format="ndjson")
    with _says(ValueError, early):
        bool(checked)
    next(checked)
    with _says(ValueError, early):
        bool(checked)
    assert len(list(checked)) == 1 and not checked
    assert RULES.check_file(b'{"age": 20}', format="ndjson").run()


def test_a_check_of_a_file_is_read_once():
    again = "this check was read to its end, and a check is read once: call check_file again"
    read = RULES.check_file(LINES, format="ndjson").run()
    listed = RULES.check_file(LINES, format="ndjson")
    assert len(list(listed)) == 2 and list(listed) == []
    for late in (read.run, lambda: list(read.tables()), lambda: next(read), listed.run):
        with _says(ValueError, again):
            late()


# ---- tables ----


def test_tables_without_rows():
    pyarrow = pytest.importorskip("pyarrow")
    pandas = pytest.importorskip("pandas")
    import assay.pandas

    invalid = pyarrow.table({"age": [1, 2]})
    schema = pyarrow.table(RULES.check_table(invalid).violations).schema
    used = invalid.to_reader()
    used.read_all()
    for empty in (invalid.slice(0, 0), invalid.schema.empty_table(), used, pandas.DataFrame({"age": []})):
        # The session has findings of this one, which are none of the empty one.
        assert RULES.check_table(invalid).invalid == 2
        with pytest.warns(assay.NoRecordsWarning):
            checked = RULES.check_table(empty)
        found = pyarrow.table(checked.violations)
        assert (checked.rows, len(checked.violations), found.num_rows, found.schema) == (0, 0, 0, schema)
    with pytest.warns(assay.NoRecordsWarning):
        assert list(pandas.DataFrame({"age": []}).assay.violations(RULES).columns) == schema.names


# ---- results ----


def _values(found):
    names = ("record", "pointer", "field", "rule", "code", "severity", "message", "parameters", "value")
    return [getattr(found, name) for name in (*names, "line", "column", "byte_offset", "byte_length")]


@pytest.mark.parametrize("record", [b'{"age": 1}', {"age": decimal.Decimal("1.5")}, {}, b"", {"age": 20}])
def test_results_pickle_by_value(record):
    result = RULES.check(record)
    for again in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert (again.valid, again.count, again.dropped) == (result.valid, result.count, result.dropped)
        assert [*map(_values, again.violations)] == [*map(_values, result.violations)]
        assert again.problem_json() == result.problem_json() and repr(again) == repr(result)


def test_results_come_back_from_processes():
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert [*map(bool, pool.map(RULES.check, [{"age": 1}, {"age": 20}]))] == [False, True]
    with pytest.raises(assay.Invalid) as raised:
        RULES.validate({})
    again = pickle.loads(pickle.dumps(raised.value))
    assert type(again) is assay.Invalid and str(again) == "/age: is required"


def test_only_checks_make_results():
    for kind in (assay.Result, assay.Violation):
        with _says(TypeError, f"cannot create 'assay.{kind.__name__}' instances"):
            kind()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("18446744073709551616", 2**64),
        ("-18446744073709551616", -(2**64)),
        ("1" + 400 * "0", 10**400),
        ("1E-400", decimal.Decimal("1E-400")),
        ("1e+400", decimal.Decimal("1E+400")),
        ("0.1000000000000000055", decimal.Decimal("0.1000000000000000055")),
        ("0.1", 0.1),
        ("12.50", 12.5),
        ("1.25e3", 1250.0),
        ("7", 7),
    ],
)
def test_values_of_numbers_are_exact(text, value):
    rules = assay.Rules({"n": "oneOf(3)"})
    records = [f'{{"n": {text}}}', {"n": decimal.Decimal(text)}, *([{"n": value}] if isinstance(value, int) else [])]
    for record in records:
        (found,) = rules.check(record).violations
        assert found.value == value
        # `1250` is how a decimal of that size is written.
        assert type(found.value) is type(value) or (text, found.value) == ("1.25e3", 1250)


# ---- records ----


def _nested(levels):
    value = 1
    for _ in range(levels):
        value = [value]
    return {"a": value}


@pytest.mark.parametrize("maximum", [1, 2, 5, 64])
def test_dicts_are_as_deep_as_json(maximum):
    rules = assay.Rules({"a": "required"}, maximum_depth=maximum)
    default = assay.Rules({"a": "required"})
    for checked in [rules, *([default] if maximum == 64 else [])]:
        assert not checked.check(json.dumps(_nested(maximum)))
        (found,) = checked.check(_nested(maximum)).violations
        assert found.message == f"cannot be parsed: nested more than {maximum} levels deep"
        assert checked.check(_nested(maximum - 1)) and checked.check(json.dumps(_nested(maximum - 1)))


def test_the_most_levels_of_a_dict():
    rules = assay.Rules({"a": "required"}, maximum_depth=100)
    assert rules.check(json.dumps(_nested(99))) and rules.check(_nested(63))
    (found,) = rules.check(_nested(64)).violations
    assert found.message == "cannot be parsed: nested more than 64 levels deep"


class _Listed(collections.abc.Mapping):
    def __init__(self, pairs):
        self.pairs = pairs

    def __getitem__(self, name):
        raise KeyError(name)

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0

    def items(self):
        return self.pairs


@pytest.mark.parametrize("pair", [["a", 1], ("a",), ("a", 1, 2), 3])
def test_items_that_are_no_pairs(pair):
    with _says(TypeError, f"items() of a mapping must be pairs (name, value), found {pair!r}"):
        RULES.check({"age": _Listed([pair])})


def test_enumerations_without_an_end():
    class Endless(enum.Enum):
        ONE = 1

        @property
        def value(self):
            return self

    with pytest.raises(RecursionError):
        RULES.check({"age": Endless.ONE})


# ---- rule sets ----


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"timeout": -1}, "timeout must be seconds from 0 to 1,000,000,000, found -1"),
        ({"timeout": 1e30}, "timeout must be seconds from 0 to 1,000,000,000, found 1e+30"),
        ({"timeout": float("inf")}, "timeout must be seconds from 0 to 1,000,000,000, found inf"),
        ({"timeout": float("nan")}, "timeout must be seconds from 0 to 1,000,000,000, found nan"),
        ({"maximum_depth": -1}, "maximum_depth must be levels from 0 to 1,000, found -1"),
        ({"maximum_depth": 2**40}, f"maximum_depth must be levels from 0 to 1,000, found {2**40}"),
        ({"maximum_record_bytes": -1}, "maximum_record_bytes must be bytes from 0 to 2,147,483,648, found -1"),
        (
            {"maximum_record_bytes": 2**70},
            f"maximum_record_bytes must be bytes from 0 to 2,147,483,648, found {2**70}",
        ),
    ],
)
def test_options_out_of_range(options, text):
    with _says(ValueError, text):
        assay.Rules({"a": "required"}, **options)


def test_the_last_options_in_range():
    most = {"timeout": 1e9, "maximum_depth": 1000, "maximum_record_bytes": 1 << 31}
    assert assay.Rules({"a": "required"}, **most).check({"a": 1})
    assert pickle.loads(pickle.dumps(assay.Rules({"a": "required"}, timeout=1e-12)))._source[1][2] == 1


def test_rule_sets_of_other_types():
    descriptors = os.listdir("/proc/self/fd")
    for source in (1, b"a", None):
        with _says(TypeError, f"a rule set must be a str, a path or a mapping, not {type(source).__name__}"):
            assay.Rules(source)
    assert os.listdir("/proc/self/fd") == descriptors
    with pytest.raises(UnicodeEncodeError, match="surrogates not allowed$"):
        assay.Rules({"a": "required"}, language="\ud800")
    with pytest.raises(TypeError, match="object is not iterable$"):
        assay.Rules({"a": object()})


def test_a_file_that_is_no_rule_set(tmp_path):
    path = tmp_path / "binary"
    path.write_bytes(b"ab\xff")
    for load in (lambda: assay.Rules.load(path), lambda: assay.Rules(path), lambda: assay.Rules.load(str(path))):
        with _says(assay.RuleSetError, f"{path}: expected UTF-8, found other bytes at 2"):
            load()


def test_a_first_compilation_imports_little(tmp_path):
    """A first compilation imports nothing that takes milliseconds, of a dict, a text or a file."""
    path = tmp_path / "rules.yaml"
    path.write_text("assay: 1\nfields:\n  a: required\n")
    where = f"import sys; sys.path.insert(0, {str(pathlib.Path(assay.__file__).parents[1])!r}); import assay; "
    for made in ("Rules({'a': 'required'})", f"Rules({path.read_text()!r})", f"Rules.load({str(path)!r})"):
        program = f"{where}print(bool(assay.{made}.check({{}})), *{{'json', 're'}} & set(sys.modules))"
        command = [sys.executable, "-I", "-S", "-c", program]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.stdout, done.stderr) == ("False\n", "")


def test_json_without_its_module():
    from assay import _json

    for value in ({"a": ['é"\n', 1, 2.5, None, True, {"b": {}}], "1": 10**30}, [], "\u2028"):
        assert _json.dumps(value) == json.dumps(value, ensure_ascii=False)
        assert _json.loads(json.dumps(value)) == value == _json.loads(json.dumps(value).encode())


# ---- rules in Python ----


def test_rules_that_are_none():
    with _says(TypeError, "rule edge.number must be a function, not int"):
        assay.rule("edge.number", codes={"odd": "must be even"})(5)
    with _says(ValueError, "a code of rule edge.code must be letters and digits, found 'a b'"):
        assay.rule("edge.code", codes={"a b": "must be"})
    with _says(TypeError, "codes of rule edge.list must be a mapping of codes to messages, not list"):
        assay.rule("edge.list", codes=["odd"])
    with _says(TypeError, "codes of rule edge.text must be str with messages that are str, found 'odd': 3"):
        assay.rule("edge.text", codes={"odd": 3})


def test_booleans_of_numpy():
    numpy = pytest.importorskip("numpy")
    seen = []

    @assay.rule("edge.even", codes={"odd": "must be even"})
    def even(value):
        seen.append(value)
        return numpy.bool_(value % 2 == 0)

    rules = assay.Rules({"n": "edge.even"})
    assert [found.code for found in rules.check({"n": 3}).violations] == ["edge.even.odd"]
    assert rules.check({"n": 4}) and rules.check(b'{"n": 18446744073709551616}') and seen == [3, 4, 2**64]
