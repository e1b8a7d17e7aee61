# SPDX-License-Identifier: Apache-2.0
"""What was not checked is said: missing columns, fields that no record has, no records, malformed records."""

import json
import warnings

import pytest

import assay

RULES = assay.Rules({"email": "required, email", "nick": "length(...3)", "address.zip": "digits"})
# A cell of CSV is no object.
CELLS = assay.Rules({"email": "required, email", "nick": "length(...3)"})


def _ndjson(*records):
    return "".join((record if isinstance(record, str) else json.dumps(record)) + "\n" for record in records).encode()


def _run(data, rules=RULES, **options):
    return rules.check_file(data, format="ndjson", **options).run()


# ---- missing columns ----


def _frames(columns):
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    pandas = pytest.importorskip("pandas")
    table = pyarrow.table(columns)
    return [table, table.slice(0, 0), table.to_batches()[0], polars.DataFrame(columns), pandas.DataFrame(columns)]


MISSING = (
    "^the table has no columns 'nick' \\(did you mean 'nik'\\?\\) and 'address'; it has 'email', 'nik'; "
    "allow_missing_columns=True checks the others$"
)


def test_a_missing_column_is_an_error():
    import assay.pandas
    import assay.polars

    for frame in _frames({"email": ["a@b.cc"], "nik": ["Annabel"]}):
        with pytest.raises(assay.InputError, match=MISSING):
            RULES.check_table(frame)
        if hasattr(frame, "assay"):
            for call in (frame.assay.check, frame.assay.valid, frame.assay.split, frame.assay.violations):
                with pytest.raises(assay.InputError, match=MISSING):
                    call(RULES)
    with pytest.raises(assay.InputError, match="^'<bytes>' has no column 'nick'.*; allow_missing_columns=True checks the"):
        CELLS.check_file(b"email\na@b.cc\n", format="csv")


def test_a_missing_column_may_be_allowed():
    import assay.pandas
    import assay.polars

    pyarrow = pytest.importorskip("pyarrow")
    for frame in _frames({"email": ["a@b.cc"], "nik": ["Annabel"]}):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", assay.NoRecordsWarning)
            checked = RULES.check_table(frame, allow_missing_columns=True)
            assert checked
            if len(frame) == 0:
                assert repr(checked) == "<TableCheck 0 rows: nothing was checked>" and checked.never_seen == []
                continue
        assert repr(checked) == "<TableCheck 1 row, 0 invalid, never seen: 'nick', 'address.zip'>"
        assert checked.never_seen[0] == assay.MissingField("nick", "nik", ("nik",))
        assert str(checked.never_seen[0]) == "no record has the field 'nick' (did you mean 'nik'?)"
        assert len(checked.split()[0]) == 1
        if hasattr(frame, "assay"):
            assert len(frame.assay.split(RULES, allow_missing_columns=True)[0]) == 1
            assert list(frame.assay.valid(RULES, allow_missing_columns=True)) == [True]
            assert len(frame.assay.violations(RULES, allow_missing_columns=True)) == 0
    found = RULES.check_table(pyarrow.table({"nick": ["Ann"]}), allow_missing_columns=True)
    assert not found and found.counts == {"email: required": 1}


def test_not_one_column_is_an_error_whatever_is_allowed():
    message = (
        "^the table has no columns 'email', 'nick' \\(did you mean 'nik'\\?\\) and 'address', which are all that the rules "
        "must have; it has 'nik'$"
    )
    for frame in _frames({"nik": ["Annabel"]}):
        with pytest.raises(assay.InputError, match=message):
            RULES.check_table(frame, allow_missing_columns=True)
    pyarrow = pytest.importorskip("pyarrow")
    with pytest.raises(assay.InputError, match="; it has no column at all$"):
        RULES.check_table(pyarrow.table({}), allow_missing_columns=True)


def test_not_one_column_of_csv():
    # Allowing missing columns would be of no help, and is not said.
    with pytest.raises(assay.InputError, match="and 'nick', which are all that the rules must have; its header has 'x'"):
        CELLS.check_file(b"x,y\n1,2\n", format="csv")


def test_a_column_that_must_not_be_there_may_be_missing():
    pyarrow = pytest.importorskip("pyarrow")
    rules = assay.Rules({"email": "required", "secret": "prohibited"})
    assert rules.check_table(pyarrow.table({"email": ["x"]}))


def test_members_of_a_column_are_seen_or_not():
    pyarrow = pytest.importorskip("pyarrow")
    rows = [{"email": "a@b.cc", "nick": None, "address": {"zipp": "1"}}] * 2
    checked = RULES.check_table(pyarrow.Table.from_pylist(rows))
    assert [(one.field, one.nearest) for one in checked.never_seen] == [("address.zip", "zipp")]
    rows = [{"email": "a@b.cc", "nick": None, "address": {"zip": None}}] * 2
    assert RULES.check_table(pyarrow.Table.from_pylist(rows)).never_seen == []


# ---- fields that no record has ----


def test_fields_that_are_never_seen():
    records = [{"email": "a@b.cc", "nik": "Annabel"}, {"email": "a@b.cc", "nik": "Bob"}]
    checked = _run(_ndjson(*records))
    assert checked
    assert repr(checked) == "<FileCheck 2 records, 0 invalid, never seen: 'nick', 'address.zip'>"
    assert [str(one) for one in checked.never_seen] == [
        "no record has the field 'nick' (did you mean 'nik'?)", "no record has the field 'address.zip'"
    ]
    checked = _run(_ndjson({"email": "a@b.cc"}, {"nick": "x", "address": {"zip": 1}}))
    assert checked.never_seen == []
    # Fields that a record may lack.
    assert _run(_ndjson({"email": "a@b.cc"})).never_seen == []


def test_fields_are_those_of_each_file():
    one = RULES.check_file(_ndjson({"email": "a@b.cc", "nick": "x", "address": {"zip": "1"}}, {}), format="ndjson").run()
    other = _run(_ndjson({}, {"email": "x"}))
    assert one.never_seen == []
    assert [found.field for found in other.never_seen] == ["nick", "address.zip"]
    assert one.never_seen == []


def test_many_fields_are_told_in_short():
    rules = assay.Rules({f"field{number}": "digits" for number in range(7)})
    checked = _run(b"{}\n{}\n", rules)
    assert repr(checked).endswith("never seen: 'field0', 'field1', 'field2', 'field3', 'field4', 2 more>")
    assert len(checked.never_seen) == 7


def test_a_column_of_csv_that_is_never_seen():
    checked = CELLS.check_file(b"email,nik\na@b.cc,x\n", format="csv", allow_missing_columns=True).run()
    assert [one.field for one in checked.never_seen] == ["nick"]


def test_a_path_into_a_cell_is_an_error():
    with pytest.raises(assay.InputError, match="'address.zip' leads into an object"):
        RULES.check_file(b"email,nick,address.zip\na@b.cc,x,1\n", format="csv")


# ---- no records ----


@pytest.mark.parametrize(("data", "format"), [(b"", "ndjson"), (b"\n\n", "ndjson"), (b"[]", "json"), (b"email\n", "csv")])
def test_no_records_in_a_file(data, format):
    rules = assay.Rules({"email": "required"})
    with pytest.warns(assay.NoRecordsWarning, match="^no record was read, so nothing was checked: ") as told:
        checked = rules.check_file(data, format=format).run()
    assert [one.filename for one in told] == [__file__]
    assert repr(checked) == "<FileCheck 0 records: nothing was checked>"
    with pytest.raises(assay.InputError, match="^0 records were read, but at least 1 must be there \\(min_records\\)$"):
        rules.check_file(data, format=format, min_records=1).run()


def test_no_records_in_a_table():
    import assay.pandas

    pyarrow = pytest.importorskip("pyarrow")
    pandas = pytest.importorskip("pandas")
    rules = assay.Rules({"email": "required"})
    frame = pandas.DataFrame({"email": []})
    for call in (
        lambda: rules.check_table(pyarrow.table({"email": pyarrow.array([], "string")})),
        lambda: frame.assay.check(rules),
        lambda: frame.assay.valid(rules),
        lambda: frame.assay.split(rules),
    ):
        with pytest.warns(assay.NoRecordsWarning) as told:
            call()
        assert [one.filename for one in told] == [__file__]
    with pytest.raises(assay.InputError, match="^0 records were read, but at least 1 must be there"):
        frame.assay.split(rules, min_records=1)
    with pytest.raises(assay.InputError, match="^1 record was read, but at least 2 must be there"):
        rules.check_table(pyarrow.table({"email": ["x"]}), min_records=2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert rules.check_table(pyarrow.table({"email": ["x"]}), min_records=1)
    with pytest.raises(ValueError, match="^min_records must be at least 0, found -1$"):
        rules.check_table(pyarrow.table({"email": ["x"]}), min_records=-1)


def test_a_file_with_too_few_records_is_never_valid():
    checked = RULES.check_file(_ndjson({"email": "a@b.cc"}), format="ndjson", min_records=2)
    assert repr(checked) == "<FileCheck 0 records so far: nothing was checked>"
    with pytest.raises(assay.InputError, match="^1 record was read, but at least 2"):
        for _ in checked:
            pass
    with pytest.raises(ValueError, match="^this check is not read to its end"):
        bool(checked)


# ---- malformed and undecided records ----


@assay.rule("unseen.unsure", codes={"bad": "must be good"})
def unsure(value):
    return None if value == "?" else value == "good"


def test_every_record_is_counted_once():
    rules = assay.Rules({"a": "required, unseen.unsure"})
    checked = _run(_ndjson({"a": "good"}, {"a": "bad"}, {"a": "?"}, "{", {"a": "good"}, {}), rules)
    assert checked.verdicts == {"valid": 2, "invalid": 2, "undecided": 1, "malformed": 1}
    assert sum(checked.verdicts.values()) == checked.records == 6
    assert (checked.valid, checked.invalid, checked.undecided, checked.malformed) == (2, 4, 1, 1)
    assert checked.counts == {"a: required": 1, "a: unseen.unsure": 2, "record.malformed": 1}
    assert sum(checked.counts.values()) == checked.errors + checked.warnings + checked.faults


def test_a_table_has_the_same_numbers():
    pyarrow = pytest.importorskip("pyarrow")
    rules = assay.Rules({"a": "required, unseen.unsure"})
    checked = rules.check_table(pyarrow.table({"a": ["good", "bad", "?", None]}))
    assert checked.verdicts == {"valid": 1, "invalid": 2, "undecided": 1, "malformed": 0}
    assert (checked.rows, checked.valid, checked.invalid, checked.undecided) == (4, 1, 3, 1)


def test_malformed_text_between_records_is_not_valid():
    rules = assay.Rules({"a": "required"})
    checked = rules.check_file(b'[{"a": 1}] x', format="json").run()
    assert not checked
    assert (checked.invalid, checked.malformed, checked.errors) == (0, 1, 1)
    assert checked.counts == {"record.malformed": 1}
    assert repr(checked) == "<FileCheck 1 record, 0 invalid, 1 error>"


def test_unknown_fields_are_counted():
    rules = assay.Rules({"unknownFields": "reject", "fields": {"a": "required"}})
    checked = _run(_ndjson({"a": 1, "b": 2}, {"a": 1, "c": 2, "b": 3}), rules)
    assert checked.counts == {"record.unknownField": 3} and checked.invalid == 2
    pyarrow = pytest.importorskip("pyarrow")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", assay.NoRecordsWarning)
        for rows in (0, 3):
            checked = rules.check_table(pyarrow.table({"a": [1] * rows, "b": [2] * rows}))
            assert not checked and checked.counts == {"record.unknownField": 1} and checked.invalid == rows


def test_an_unknown_column_of_a_file_without_records_is_not_valid():
    rules = assay.Rules({"unknownFields": "reject", "fields": {"a": "required"}})
    with pytest.warns(assay.NoRecordsWarning):
        checked = rules.check_file(b"a,b\n", format="csv").run()
    assert not checked and checked.errors == 1
