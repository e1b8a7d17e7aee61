# SPDX-License-Identifier: Apache-2.0
"""Tables of pyarrow, polars, pandas and duckdb: every type, slices, chunks, and what cannot be read."""

import datetime
import decimal
import os

import pytest

import assay

pyarrow = pytest.importorskip("pyarrow")
polars = pytest.importorskip("polars")
pandas = pytest.importorskip("pandas")


def _codes(rules, frame):
    table = pyarrow.table(rules.check_table(frame).violations)
    return list(zip(table["record"].to_pylist(), table["pointer"].to_pylist(), table["code"].to_pylist()))


TEXT = assay.Rules({"a": "required, length(2...3)"})
TEXTS = ["x", "xy", None, "xyzw", "äö", "a text of more than twelve bytes"]
FOUND = [(1, "length.tooShort"), (3, "required.missing"), (4, "length.tooLong"), (6, "length.tooLong")]
EXPECTED = [(row, "/a", code) for row, code in FOUND]


@pytest.mark.parametrize(
    ("array", "kind"),
    [
        (pyarrow.array([b"x"]), "z"),
        (pyarrow.array([datetime.timedelta(1)]), "tDu"),
        (pyarrow.array([(1, 2, 3)], pyarrow.month_day_nano_interval()), "tin"),
    ],
)
def test_types_that_are_not_read(array, kind):
    with pytest.raises(assay.InputError, match=f"^column 'a': the type '{kind}' is not read; cast the column$"):
        TEXT.check_table(pyarrow.table({"a": array}))
    assert TEXT.check_table(pyarrow.table({"a": ["xy"], "b": array}))


@pytest.mark.parametrize("frame", [[], {"a": [1]}, polars.DataFrame({"a": ["x"]}).lazy(), None])
def test_what_is_no_table(frame):
    with pytest.raises(TypeError, match="^a table must have __arrow_c_stream__, which "):
        TEXT.check_table(frame)


@pytest.mark.parametrize(
    "array",
    [
        pyarrow.array(TEXTS, pyarrow.string()),
        pyarrow.array(TEXTS, pyarrow.large_string()),
        pyarrow.array(TEXTS, pyarrow.string_view()),
        pyarrow.array(TEXTS).dictionary_encode(),
        pyarrow.array(TEXTS).dictionary_encode().cast(pyarrow.dictionary(pyarrow.uint8(), pyarrow.large_string())),
        pyarrow.chunked_array([TEXTS[:1], [], TEXTS[1:4], TEXTS[4:]], pyarrow.string()),
        pyarrow.array(["other", *TEXTS, "other"]).slice(1, len(TEXTS)),
        pyarrow.array(["other", *TEXTS], pyarrow.string_view()).slice(1),
        pyarrow.array([*TEXTS[:3], *TEXTS]).dictionary_encode().slice(3),
    ],
    ids=lambda array: str(array.type),
)
def test_texts(array):
    table = pyarrow.table({"a": array})
    assert _codes(TEXT, table) == EXPECTED
    assert _codes(TEXT, polars.from_arrow(table)) == EXPECTED
    assert _codes(TEXT, table.to_pandas()) == EXPECTED
    assert TEXT.check_table(table).valid_mask[1] and list(TEXT.check_table(table).valid_mask) == [
        row not in {row for row, _ in FOUND} for row in range(1, len(TEXTS) + 1)
    ]


def _small(kind, *values):
    return pyarrow.array(values, kind)


@pytest.mark.parametrize(
    ("expression", "array", "codes"),
    [
        ("range(2...)", _small(pyarrow.int8(), 1, 2, None), [(1, "range.tooSmall")]),
        ("range(2...)", _small(pyarrow.uint64(), 1, 2**64 - 1), [(1, "range.tooSmall")]),
        ("range(2...)", _small(pyarrow.float32(), 1.5, 2.5), [(1, "range.tooSmall")]),
        ("range(2...)", _small(pyarrow.float16(), 1.5, 2.5), [(1, "range.tooSmall")]),
        ("range(2...)", _small(pyarrow.decimal128(5, 2), decimal.Decimal("1.99"), decimal.Decimal(2)), [(1, "range.tooSmall")]),
        ("range(2...)", _small(pyarrow.decimal256(50, 2), decimal.Decimal("1.99"), decimal.Decimal(2)), [(1, "range.tooSmall")]),
        ("equals(true)", _small(pyarrow.bool_(), True, False, None), [(2, "equals.different")]),
        ("required", _small(pyarrow.null(), None, None), [(1, "required.missing"), (2, "required.missing")]),
        ("date, past", _small(pyarrow.date32(), datetime.date(2020, 1, 31), datetime.date(9000, 1, 1)), [(2, "past.notPast")]),
        ("date", _small(pyarrow.date64(), datetime.date(2020, 1, 31)), []),
        ("dateTime, past", _small(pyarrow.timestamp("us", "UTC"), datetime.datetime(2020, 1, 1), datetime.datetime(9000, 1, 1)),
         [(2, "past.notPast")]),
        ("regex(/^12:30:00/)", _small(pyarrow.time64("us"), datetime.time(12, 30)), []),
    ],
    ids=lambda given: str(getattr(given, "type", "")),
)
def test_scalars(expression, array, codes):
    rules = assay.Rules({"a": expression})
    expected = [(row, "/a", code) for row, code in codes]
    for table in (pyarrow.table({"a": array}), pyarrow.table({"a": pyarrow.concat_arrays([array, array])}).slice(len(array))):
        assert _codes(rules, table) == expected


@pytest.mark.parametrize(
    "kind",
    [
        pyarrow.list_(pyarrow.string()), pyarrow.large_list(pyarrow.large_string()), pyarrow.list_(pyarrow.string(), 2),
        pyarrow.list_view(pyarrow.string()), pyarrow.large_list_view(pyarrow.string_view()),
    ],
    ids=str,
)
def test_lists(kind):
    rules = assay.Rules({"a[*]": "length(2...3)"})
    array = pyarrow.array([["xy", "x"], None, ["wxyz", "ab"]], kind)
    expected = [(1, "/a/1", "length.tooShort"), (3, "/a/0", "length.tooLong")]
    assert _codes(rules, pyarrow.table({"a": array})) == expected
    assert _codes(rules, pyarrow.table({"a": pyarrow.chunked_array([array.slice(0, 1), array.slice(1)])})) == expected
    assert _codes(rules, pyarrow.table({"a": array}).slice(2)) == [(1, "/a/0", "length.tooLong")]


def test_structs():
    rules = assay.Rules({"a.b": "required, length(2...)", "items[*].price": "range(...10)"})
    rows = [
        {"a": {"b": "x"}, "items": [{"price": 5}, {"price": 11}]},
        {"a": None, "items": []},
        {"a": {"b": "xy"}, "items": None},
    ]
    table = pyarrow.Table.from_pylist(rows)
    expected = [(1, "/a/b", "length.tooShort"), (1, "/items/1/price", "range.tooLarge"), (2, "/a/b", "required.missing")]
    assert _codes(rules, table) == expected
    assert _codes(rules, polars.DataFrame(rows)) == expected
    assert _codes(rules, table.slice(1)) == [(1, "/a/b", "required.missing")]


def test_a_table_without_rows():
    with pytest.warns(assay.NoRecordsWarning):
        assert TEXT.check_table(pyarrow.table({"a": pyarrow.array([], pyarrow.string())})).rows == 0


def test_numbers_of_a_check():
    rules = assay.Rules({"a": ["required", {"rule": "length(2...)", "severity": "warning"}], "b": "required"})
    checked = rules.check_table(pyarrow.table({"a": ["x", "xy", None], "b": [1, 2, 3]}))
    assert (checked.rows, checked.invalid, checked.errors, checked.warnings, checked.faults) == (3, 1, 1, 1, 0)
    assert checked.rule_counts == [1, 1, 0] and checked.counts == {"a: required": 1, "a: length(2...)": 1}
    assert repr(checked) == "<TableCheck 3 rows, 1 invalid>" and not checked
    assert pyarrow.table(checked.violations).column_names == [
        "record", "pointer", "field", "rule", "code", "severity", "message", "parameters", "value"
    ]
    with pytest.raises(IndexError):
        checked.valid_mask[3]


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.sql("select range as id, 'user' || range as a from range(5000)")
    checked = assay.Rules({"a": "length(...7)"}).check_table(relation)
    assert (checked.rows, checked.invalid) == (5000, 4000)
    good, quarantined = checked.split()
    assert (good.num_rows, quarantined.num_rows) == (1000, 4000) and good["id"].to_pylist() == list(range(1000))


def test_record_batch():
    batch = pyarrow.RecordBatch.from_pydict({"a": TEXTS})
    good, quarantined = TEXT.check_table(batch).split()
    assert type(good) is type(batch) and (good.num_rows, quarantined.num_rows) == (2, 4)


@pytest.mark.parametrize(
    "array",
    [
        pyarrow.array(TEXTS, kind) for kind in (
            pyarrow.string_view(), pyarrow.large_string(), pyarrow.dictionary(pyarrow.int8(), pyarrow.string()),
        )
    ] + [
        pyarrow.array(None if text is None else text.encode() for text in TEXTS).cast(pyarrow.binary_view()),
        pyarrow.array([None if text is None else [text] for text in TEXTS], pyarrow.list_(pyarrow.string_view())),
        pyarrow.array([None if text is None else [text] for text in TEXTS], pyarrow.large_list(pyarrow.large_string())),
        pyarrow.array([None if text is None else {"b": text} for text in TEXTS], pyarrow.struct([("b", pyarrow.string_view())])),
        pyarrow.array([[("b", text)] for text in TEXTS], pyarrow.map_(pyarrow.string(), pyarrow.string_view())),
    ],
    ids=lambda array: str(array.type),
)
def test_split_keeps_every_type(array):
    values = array.to_pylist()
    expected = [values[row] for row in (1, 4)], [values[row] for row in (0, 2, 3, 5)]
    a = pyarrow.array(TEXTS, pyarrow.string_view())
    whole = pyarrow.table({"a": a, "b": array})
    chunked = pyarrow.concat_tables([whole.slice(0, 2), whole.slice(2)])
    for table in (whole, chunked, whole.to_batches()[0]):
        parts = TEXT.check_table(table).split()
        assert [type(part) for part in parts] == [type(table)] * 2
        assert tuple(part["b"].to_pylist() for part in parts) == expected
        assert all(part.schema == table.schema for part in parts)
        for part in parts:
            part.validate(full=True)
    with pytest.warns(assay.NoRecordsWarning):
        good, quarantined = TEXT.check_table(whole.slice(0, 0)).split()
    assert (good.num_rows, quarantined.num_rows) == (0, 0)
    assert assay.Rules({"a": "length(...99)"}).check_table(whole).split()[0].num_rows == len(TEXTS)


def test_accessor_of_pandas():
    import assay.pandas

    people = pandas.DataFrame({"a": TEXTS}, index=list("uvwxyz"))
    assert people.assay.check(TEXT).invalid == 4
    assert people.assay.valid(TEXT).tolist() == [False, True, False, False, True, False]
    assert people.assay.valid(TEXT).index.tolist() == list("uvwxyz")
    good, quarantined = people.assay.split({"a": "required, length(2...3)"})
    assert (good.index.tolist(), quarantined.index.tolist()) == (list("vy"), list("uwxz"))
    found = people.assay.violations(TEXT)
    assert found.index.tolist() == list("uwxz") and found["code"].tolist() == [code for _, code in FOUND]
    assert people[people.assay.valid(TEXT)]["a"].tolist() == ["xy", "äö"]


def test_namespace_of_polars():
    import assay.polars

    people = polars.DataFrame({"a": TEXTS})
    assert people.assay.check(TEXT).invalid == 4
    assert people.filter(people.assay.valid(TEXT))["a"].to_list() == ["xy", "äö"]
    good, quarantined = people.assay.split({"a": "required, length(2...3)"})
    assert (len(good), len(quarantined)) == (2, 4)
    found = people.assay.violations(TEXT)
    assert found["record"].to_list() == [row for row, _ in FOUND]
    assert people.with_row_index("record", offset=1).join(found, on="record", how="semi")["a"].to_list() == quarantined["a"].to_list()


def _memory():
    return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(_memory() < 8 << 30, reason="less than 8 GiB of memory are free")
def test_column_of_more_than_2_gibibytes():
    rows, text = (1 << 31) // 1024 + 5000, "x" * 1024
    offsets = pyarrow.array(range(0, (rows + 1) * 1024, 1024), pyarrow.int64())
    data = pyarrow.py_buffer((text * (1 << 10)).encode() * (rows // (1 << 10) + 1))
    array = pyarrow.LargeStringArray.from_buffers(rows, offsets.buffers()[1], data)
    checked = assay.Rules({"a": "length(1025...)"}).check_table(pyarrow.table({"a": array}), violations=False)
    assert (checked.rows, checked.invalid) == (rows, rows)
    assert assay.Rules({"a": "length(1024...1024)"}).check_table(pyarrow.table({"a": array}))
