# SPDX-License-Identifier: Apache-2.0
"""Files and tables: the same errors are planted in the same records of every form, and counted."""

import csv
import gzip
import io
import json
import os
import signal
import threading

import pytest

import assay

RULES = assay.Rules({"email": "required, email", "age": "integer, range(18...120)"})
COUNT = 40000


def _record(number):
    email = "x" if number % 7 == 0 else f"user{number}@example.com"
    return {"email": email, "age": 5 if number % 10 == 3 else 20 + number % 60}


RECORDS = [_record(number) for number in range(COUNT)]
INVALID = sum(number % 7 == 0 or number % 10 == 3 for number in range(COUNT))
COUNTS = {
    "email: email": sum(number % 7 == 0 for number in range(COUNT)),
    "age: range(18...120)": sum(number % 10 == 3 for number in range(COUNT)),
}
NDJSON = "".join(json.dumps(record) + "\n" for record in RECORDS).encode()


def _csv():
    text = io.StringIO()
    writer = csv.DictWriter(text, ["email", "age"])
    writer.writeheader()
    writer.writerows(RECORDS)
    return text.getvalue().encode()


def test_wrong_inputs(tmp_path):
    with pytest.raises(assay.InputError):
        RULES.check_file(tmp_path / "none.ndjson")
    with pytest.raises(assay.InputError):
        RULES.check_file(b"name\nx\n", format="csv").run()
    with pytest.raises(ValueError, match="^format must be 'ndjson', 'json' or 'csv', found 'xml'$"):
        RULES.check_file(b"", format="xml")
    with pytest.raises(ValueError, match="^delimiter must be 1 ASCII character, found '::'$"):
        RULES.check_file(b"", delimiter="::")
    with pytest.raises(TypeError, match="^a file must be a path, bytes or an open file, not int$"):
        RULES.check_file(3)
    with pytest.raises(TypeError, match="^a table must have __arrow_c_stream__, which list does not have$"):
        RULES.check_table([])


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.ndjson", NDJSON),
        ("a.ndjson.gz", gzip.compress(NDJSON)),
        ("a.json", json.dumps(RECORDS).encode()),
        ("a.csv", _csv()),
    ],
)
def test_files(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    checked = RULES.check_file(path)
    results = list(checked)
    assert (checked.records, checked.invalid, checked.counts) == (COUNT, INVALID, COUNTS)
    assert [result.record for result in results[:3]] == [1, 4, 8]
    assert len(results) == INVALID and not any(results) and not checked
    if not name.endswith("gz"):
        with path.open("rb") as opened:
            assert RULES.check_file(opened, format=name.split(".")[1]).run().invalid == INVALID


def test_records():
    assert sum(not result for result in RULES.check_many(RECORDS)) == INVALID
    assert sum(not RULES.check(line) for line in NDJSON.splitlines()) == INVALID


def _frames():
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    pandas = pytest.importorskip("pandas")
    table = pyarrow.Table.from_pylist(RECORDS)
    padded = pyarrow.concat_tables([table.slice(1, 3), table])
    chunks = pyarrow.Table.from_batches(table.to_batches(max_chunksize=777))
    encoded = table.set_column(0, "email", table["email"].dictionary_encode())
    return [table, padded.slice(3), chunks, encoded, polars.DataFrame(RECORDS), pandas.DataFrame(RECORDS)]


def test_tables():
    import polars
    import pyarrow

    for frame in _frames():
        checked = RULES.check_table(frame)
        assert (checked.rows, checked.invalid, checked.counts) == (COUNT, INVALID, COUNTS)
        assert [number for number, valid in enumerate(checked.valid_mask) if not valid][:3] == [0, 3, 7]
        good, quarantined = checked.split()
        assert type(good) is type(frame) and (len(good), len(quarantined)) == (COUNT - INVALID, INVALID)
        assert RULES.check_table(good) and RULES.check_table(quarantined).invalid == INVALID
        for _ in range(2):
            violations = pyarrow.table(checked.violations)
            assert violations.num_rows == sum(COUNTS.values())
        assert violations["record"][:3].to_pylist() == [1, 4, 8]
        assert violations["code"][:2].to_pylist() == ["email.syntax", "range.tooSmall"]
        assert len(polars.DataFrame(checked.violations)) == violations.num_rows
        with pytest.raises(ValueError, match="^the table was checked with violations=False$"):
            _ = RULES.check_table(frame, violations=False).violations


def test_table_that_is_read_once():
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.Table.from_pylist(RECORDS)
    assert RULES.check_table(table.to_reader()).invalid == INVALID
    with pytest.raises(TypeError, match="is read once"):
        RULES.check_table(table.to_reader()).split()
    with pytest.raises(assay.InputError):
        RULES.check_table(pyarrow.table({"email": pyarrow.array([b"x"]), "age": [1]}))


def test_interrupt_ends_a_check():
    # What a shell starts in the background ignores interrupts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    reader, writer = os.pipe()

    def write():
        os.write(writer, NDJSON[:300000][: 1 << 16])
        os.kill(os.getpid(), signal.SIGINT)
        os.close(writer)

    thread = threading.Thread(target=write)
    with os.fdopen(reader, "rb") as opened, pytest.raises(KeyboardInterrupt):
        thread.start()
        RULES.check_file(opened, format="ndjson").run()
    thread.join()
    signal.signal(signal.SIGINT, before)


def test_fixture(assert_valid):
    assert_valid({"email": "a@b.cc"}, RULES)
    with pytest.raises(pytest.fail.Exception, match="/email: is required"):
        assert_valid({}, RULES)


def test_problem_details_of_fastapi():
    fastapi = pytest.importorskip("fastapi")
    client = pytest.importorskip("fastapi.testclient")
    from assay.starlette import answer_invalid, valid_body

    app = fastapi.FastAPI()
    app.add_exception_handler(assay.Invalid, answer_invalid)

    @app.post("/people")
    def create(body: bytes = fastapi.Depends(valid_body(RULES))):
        return {"length": len(body)}

    answers = client.TestClient(app)
    rejected = answers.post("/people", content=b'{"email": "x"}')
    assert (rejected.status_code, rejected.headers["content-type"]) == (422, "application/problem+json")
    assert rejected.json()["errors"][0]["pointer"] == "#/email"
    assert answers.post("/people", content=b'{"email": "a@b.cc"}').json() == {"length": 19}
