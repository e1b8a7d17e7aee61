# SPDX-License-Identifier: Apache-2.0
"""Rules about records: of a file, of a table, and of several as one data set."""

import pickle

import pytest

import assay

pyarrow = pytest.importorskip("pyarrow")
pytestmark = pytest.mark.filterwarnings("ignore:rules about records")

IDS = {"fields": {"id": "required"}, "records": ["unique(id)"]}
ORDERS = {
    "fields": {"customer": "integer"},
    "sources": {"customers": {"key": ["id"]}},
    "records": ["references(customer, customers)"],
}


def lines(*ids):
    return "".join(f'{{"id": {one}}}\n' for one in ids).encode()


def table(*ids):
    return pyarrow.table({"id": list(ids)})


# ---- wrong uses ----


def test_a_data_set_needs_rules_about_records():
    rules = assay.Rules({"id": "required"})
    with pytest.raises(ValueError, match="no rules under 'records'"):
        rules.data_set()
    with pytest.raises(ValueError, match="no rules under 'records'"):
        rules.check_file(lines(1), format="ndjson", sources={"customers": "x.csv"})


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"scratch_memory": -1}, ValueError, "scratch_memory must be bytes"),
        ({"scratch_limit": 1 << 41}, ValueError, "scratch_limit must be bytes"),
        ({"sources": {"clients": "x.csv"}}, ValueError, "has no source 'clients'"),
        ({"select": "unique"}, TypeError, "select must be a list"),
        ({"select": ["uniqe"]}, ValueError, "no rule of the rule set has the code 'uniqe'"),
    ],
)
def test_options_of_a_data_set(options, error, message):
    with pytest.raises(error, match=message):
        assay.Rules(IDS).data_set(**options)


def test_a_finished_data_set_takes_nothing():
    data = assay.Rules(IDS).data_set()
    check = data.finish().run()
    assert check
    with pytest.raises(assay.AssayError, match="finished"):
        data.check_table(table(1))
    with pytest.raises(assay.AssayError, match="finished"):
        data.check_file(lines(1), format="ndjson")
    with pytest.raises(assay.AssayError, match="finished already"):
        data.finish()
    with pytest.raises(ValueError, match="read once"):
        check.run()


def test_a_part_of_a_data_set_says_nothing_of_the_whole():
    data = assay.Rules(IDS).data_set()
    checked = data.check_table(table(1, 1))
    with pytest.raises(ValueError, match="part of a data set"):
        bool(checked)
    with pytest.raises(ValueError, match="part of a data set"):
        checked.split()
    file = data.check_file(lines(1), format="ndjson").run()
    with pytest.raises(ValueError, match="part of a data set"):
        bool(file)
    found = data.finish()
    with pytest.raises(ValueError, match="not read to its end"):
        bool(found)


def test_valid_records_cannot_be_written_before_all_are_known(tmp_path):
    with pytest.raises(ValueError, match="decided after the last record"):
        assay.Rules(IDS).check_file(lines(1), format="ndjson", valid=tmp_path / "valid.ndjson")
    assert not (tmp_path / "valid.ndjson").exists()


def test_files_of_a_rule_set_that_is_a_text():
    with pytest.raises(assay.RuleSetError, match="only a rule set that is read from a file can name files"):
        assay.Rules({**ORDERS, "sources": {"customers": {"file": "customers.csv", "key": ["id"]}}})
    rules = assay.Rules({**ORDERS, "sources": {"customers": {"key": ["id"]}}})
    with pytest.raises(assay.InputError, match="the source 'customers' has no file"):
        rules.check_table(pyarrow.table({"customer": [1]}))


def test_scratch_that_cannot_be_written():
    data = assay.Rules(IDS).data_set(scratch="/no/such/directory", scratch_memory=4096)
    with pytest.raises(assay.ScratchError, match="/no/such/directory"):
        data.check_table(table(*range(20_000)))
    with pytest.raises(assay.ScratchError):
        data.finish()
    limited = assay.Rules(IDS).data_set(scratch_memory=4096, scratch_limit=1)
    with pytest.raises(assay.ScratchError, match="more than 1 byte"):
        limited.check_table(table(*range(20_000)))


# ---- not everything is there ----


def codes(found):
    return [one.code for result in found for one in result.violations]


def test_a_file_that_is_not_read_to_its_end():
    data = assay.Rules(IDS).data_set()
    checked = data.check_file(lines(1, 1), format="ndjson")
    found = data.finish()
    assert not found.complete
    assert codes(found) == ["fault.recordsIncomplete"]
    assert not found
    del checked


def test_a_file_that_cannot_be_read():
    data = assay.Rules(IDS).data_set()
    with pytest.raises(assay.InputError):
        data.check_file("/no/such/file.ndjson")
    assert codes(data.finish()) == ["fault.recordsIncomplete"]


def test_a_table_that_breaks_off():
    def batches():
        yield pyarrow.record_batch({"id": [1]})
        raise ValueError("it breaks off")

    reader = pyarrow.RecordBatchReader.from_batches(pyarrow.schema({"id": pyarrow.int64()}), batches())
    data = assay.Rules(IDS).data_set()
    with pytest.raises(ValueError, match="breaks off"):
        data.check_table(reader)
    assert codes(data.finish()) == ["fault.recordsIncomplete"]


def test_the_caller_can_say_that_records_are_missing():
    data = assay.Rules(IDS).data_set()
    data.check_table(table(1))
    assert codes(data.finish(incomplete=True)) == ["fault.recordsIncomplete"]


# ---- a file, a table ----


def test_a_table_is_a_data_set():
    checked = assay.Rules(IDS).check_table(table(1, 2, 1, None, 2, 1))
    assert not checked
    assert (checked.rows, checked.valid, checked.invalid, checked.errors) == (6, 2, 4, 4)
    assert list(checked.valid_mask) == [True, True, False, False, False, False]
    assert checked.counts == {"id: required": 1, "unique.repeated": 3}
    (rule,) = checked.records_rules
    assert rule["expression"] == "unique(id)"
    assert (rule["repeatedKeys"], rule["surplusRecords"], rule["concernedRecords"]) == (2, 3, 5)
    found = pyarrow.table(checked.violations).to_pylist()
    assert [(one["record"], one["code"], one["message"]) for one in found] == [
        (4, "required.missing", "is required"),
        (3, "unique.repeated", "is the same as in record 1"),
        (5, "unique.repeated", "is the same as in record 2"),
        (6, "unique.repeated", "is the same as in record 1"),
    ]
    good, quarantined = checked.split()
    assert good["id"].to_pylist() == [1, 2]
    assert quarantined["id"].to_pylist() == [1, None, 2, 1]


def test_a_valid_table_is_true():
    checked = assay.Rules(IDS).check_table(table(*range(10_000)))
    assert checked and checked.records_rules[0]["decided"] == 10_000


def test_frames_split_by_rules_about_records():
    pandas = pytest.importorskip("pandas")
    good, bad = assay.Rules(IDS).check_table(pandas.DataFrame({"id": [1, 1, 2]})).split()
    assert (list(good["id"]), list(bad["id"])) == ([1, 2], [1])


def test_a_file_is_a_data_set():
    checked = assay.Rules(IDS).check_file(lines(1, 2, 1), format="ndjson")
    (result,) = list(checked)
    (found,) = result.violations
    assert (result.record, found.line, found.code) == (3, 3, "unique.repeated")
    assert found.message == "is the same as in line 1"
    assert not checked
    assert (checked.records, checked.invalid, checked.errors) == (3, 1, 1)
    assert checked.records_rules[0]["surplusRecords"] == 1
    with pytest.raises(ValueError, match="read once"):
        checked.run()


def test_the_tables_of_a_file_have_rules_about_records():
    (one,) = assay.Rules(IDS).check_file(lines(1, 1), format="ndjson").tables()
    assert pyarrow.table(one).to_pylist()[0]["line"] == 2


def test_a_rule_that_is_left_out_does_not_run():
    checked = assay.Rules(IDS).check_file(lines(1, 1), format="ndjson", ignore=["unique"]).run()
    assert checked
    assert "decided" not in checked.records_rules[0]


def test_numbers_of_the_data_set_have_no_record():
    rules = assay.Rules({"fields": {"total": "number"}, "records": ["sum(total, 0...10)", "count(3...)"]})
    checked = rules.check_table(pyarrow.table({"total": [5, 6]}))
    assert not checked and checked.invalid == 0
    assert sorted(checked.counts) == ["count.tooFew", "sum.tooLarge"]
    assert [rule["result"] for rule in checked.records_rules] == ["11", "2"]


# ---- sources ----


def test_sources_are_passed(tmp_path):
    (tmp_path / "customers.csv").write_text("id\n1\n2\n")
    rules = assay.Rules(ORDERS)
    checked = rules.check_table(
        pyarrow.table({"customer": [1, 3]}), sources={"customers": tmp_path / "customers.csv"}
    )
    assert list(checked.valid_mask) == [True, False]


@pytest.mark.parametrize("ships", [False, True])
def test_sources_are_beside_the_file_of_the_rules(tmp_path, ships):
    (tmp_path / "customers.csv").write_text("id\n1\n")
    (tmp_path / "orders.yaml").write_text(
        "assay: 1\nfields: {customer: integer}\n"
        "sources: {customers: {file: customers.csv, key: [id]}}\n"
        "records: ['references(customer, customers)']\n"
    )
    rules = assay.Rules.load(tmp_path / "orders.yaml")
    if ships:
        rules = pickle.loads(pickle.dumps(rules))
    checked = rules.check_file(b'{"customer": 2}\n', format="ndjson").run()
    assert checked.counts == {"references.missing": 1}


# ---- several inputs ----


def test_several_inputs_are_one_data_set(tmp_path):
    (tmp_path / "a.ndjson").write_bytes(lines(1, 2))
    data = assay.Rules(IDS).data_set()
    data.check_file(tmp_path / "a.ndjson").run()
    data.check_table(table(3, 2))
    data.check_table(table())
    data.check_table(table(3))
    found = data.finish()
    assert found.complete
    assert [(one.input, one.record, one.violations[0].message) for one in found] == [
        (2, 2, f"is the same as in line 2 of {tmp_path / 'a.ndjson'}"),
        (4, 1, "is the same as in record 1 of input 2"),
    ]
    assert not found
    assert (found.errors, found.warnings, found.faults, found.newly_invalid) == (2, 0, 0, 2)


def test_findings_of_a_data_set_as_tables():
    data = assay.Rules(IDS).data_set()
    for _ in range(2):
        data.check_table(table(*range(5_000)))
    parts = [(number, len(part)) for number, part in data.finish().tables()]
    assert parts == [(2, 4096), (2, 904)]


def test_other_rules_are_rejected():
    data = assay.Rules(IDS).data_set()
    from assay import _assay

    with pytest.raises(ValueError, match="other rules"):
        _assay.open_lines(
            assay.Rules(IDS), b"", 1, 0, 0, 0, 0, 0, 0, 0, (), "utf-8", (), (), data.handle
        )
