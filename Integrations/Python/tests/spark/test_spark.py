# SPDX-License-Identifier: Apache-2.0
"""Data frames of Spark, on local threads and on two executors: planted errors are counted."""

import datetime
import decimal
import os
import pathlib
import re

import pytest
from conftest import MASTER
from pyspark import TaskContext

import assay
import assay.spark

COUNT = 3000
RULES = assay.Rules({"email": "required, email", "age": "integer, range(18...120)", "tags[*]": "length(...3)"})
SCHEMA = "id long, email string, age int, tags array<string>, other binary"
ROWS = [
    (
        number,
        "x" if number % 7 == 0 else f"user{number}@example.com",
        5 if number % 10 == 3 else 20 + number % 60,
        ["abc", "abcd"] if number % 11 == 0 else [],
        b"no rule reads this",
    )
    for number in range(COUNT)
]
EMAILS = sum(number % 7 == 0 for number in range(COUNT))
AGES = sum(number % 10 == 3 for number in range(COUNT))
TAGS = sum(number % 11 == 0 for number in range(COUNT))
INVALID = sum(number % 7 == 0 or number % 10 == 3 or number % 11 == 0 for number in range(COUNT))


@pytest.fixture(scope="module")
def people(spark):
    return spark.createDataFrame(ROWS, SCHEMA).repartition(3)


def _counts(df):
    return {(row.field, row.rule): (row["count"], row.records, row.invalid) for row in df.collect()}


EXPECTED = {
    ("email", "required"): (0, COUNT, INVALID),
    ("email", "email"): (EMAILS, COUNT, INVALID),
    ("age", "integer"): (0, COUNT, INVALID),
    ("age", "range"): (AGES, COUNT, INVALID),
    ("tags[*]", "length"): (TAGS, COUNT, INVALID),
    ("tags", "path"): (0, COUNT, INVALID),
}


def test_a_missing_column_is_an_error_at_once(spark):
    df = spark.createDataFrame([(1, "a@b.cc")], "id int, emall string")
    rules = assay.Rules({"email": "email", "id": "integer"})
    message = (
        r"^the table has no column 'email' \(did you mean 'emall'\?\); it has 'id', 'emall'; "
        r"allow_missing_columns=True checks the others$"
    )
    for function in (assay.spark.annotate, assay.spark.split, assay.spark.summary, assay.spark.violations):
        with pytest.raises(assay.InputError, match=message):
            function(df, rules)
        with pytest.raises(assay.InputError, match=r"^the table has no column 'nick', which is all that the rules must have"):
            function(df, {"nick": "required"}, allow_missing_columns=True)
    good, _ = assay.spark.split(df, rules, allow_missing_columns=True)
    assert good.count() == 1
    assert assay.spark.summary(df, rules, allow_missing_columns=True).collect()[0].records == 1


def test_names_that_are_taken(spark):
    df = spark.createDataFrame([(1, "x")], "id int, code string")
    rules = assay.Rules({"id": "required"})
    with pytest.raises(ValueError, match="^the column 'code' is both in the data and in the result: rename it first$"):
        assay.spark.violations(df, rules, keys=["code"])
    for function in (assay.spark.annotate, assay.spark.split):
        with pytest.raises(ValueError, match="^the column 'code' is both in the data and in the result"):
            function(df, rules, column="code")


def test_arguments_of_other_types(spark):
    df = spark.createDataFrame([(1,)], "id int")
    for names in ({"keys": "id"}, {"columns": "id"}):
        (name,) = names
        with pytest.raises(TypeError, match=rf"^{name} must be names, as \['id'\], not a str$"):
            assay.spark.violations(df, {"id": "required"}, **names)
    for function in (assay.spark.violations, assay.spark.annotate, assay.spark.split, assay.spark.summary):
        with pytest.raises(TypeError, match="^a rule set must be a str, a path or a mapping, not int$"):
            function(df, 3)
    rules = {"id": "range(2...)"}
    assert [row.code for row in assay.spark.violations(df, rules, keys=["id"]).collect()] == ["range.tooSmall"]
    assert _counts(assay.spark.summary(df, rules)) == {("id", "range"): (1, 1, 1)}
    assert assay.spark.split(df, rules)[0].count() == 0 and assay.spark.annotate(df, rules).count() == 1


def test_violations(people):
    found = assay.spark.violations(people, RULES, keys=["id"])
    assert found.columns == ["id", *"pointer field rule code severity message value".split()]
    rows = found.orderBy("id", "pointer").collect()
    assert len(rows) == EMAILS + AGES + TAGS
    assert [(row.id, row.pointer, row.code, row.value) for row in rows[:4]] == [
        (0, "/email", "email.syntax", "x"),
        (0, "/tags/1", "length.tooLong", "abcd"),
        (3, "/age", "range.tooSmall", "5"),
        (7, "/email", "email.syntax", "x"),
    ]
    assert (rows[2].message, rows[2].severity) == ("must be at least 18", "error")


def test_chosen_columns_of_violations(people):
    found = assay.spark.violations(people, RULES, keys=["id"], columns=["code", "parameters"])
    assert found.columns == ["id", "code", "parameters"]
    rows = found.where("id = 3").collect()
    assert [tuple(row) for row in rows] == [(3, "range.tooSmall", '{"min":18,"max":120}')]
    assert assay.spark.violations(people, RULES, keys=["id"], columns=[]).where("id = 3").count() == 1
    with pytest.raises(ValueError, match="^name a column of the violations, or a key$"):
        assay.spark.violations(people, RULES, columns=[])
    with pytest.raises(ValueError, match="^violations have no column 'mesage', but pointer, field, rule, code, severity, "):
        assay.spark.violations(people, RULES, columns=["mesage"])


def test_needed_columns_are_selected_first(people):
    for df in (assay.spark.violations(people, RULES, keys=["id"]), assay.spark.summary(people, RULES)):
        (scanned,) = [line for line in df._jdf.queryExecution().optimizedPlan().toString().splitlines() if "MapInArrow" in line]
        assert "email" in scanned and "other" not in scanned


def test_no_rows(spark):
    df = spark.createDataFrame([], SCHEMA)
    assert assay.spark.violations(df, RULES, keys=["id"]).count() == 0
    assert {counted for counted in _counts(assay.spark.summary(df, RULES)).values()} <= {(0, 0, 0)}


def test_split_and_annotate(people):
    good, quarantined = assay.spark.split(people, RULES)
    assert good.schema == people.schema and (good.count(), quarantined.count()) == (COUNT - INVALID, INVALID)
    assert _counts(assay.spark.summary(good, RULES))["email", "email"] == (0, COUNT - INVALID, 0)
    first = quarantined.orderBy("id").first()
    assert [found.code for found in first.violations] == ["email.syntax", "length.tooLong"]
    annotated = assay.spark.annotate(people, RULES, column="found").selectExpr("id", "size(found) as size")
    assert annotated.filter("size = 0").count() == COUNT - INVALID
    assert annotated.groupBy().sum("size").first()[0] == EMAILS + AGES + TAGS


@pytest.mark.cluster
def test_summary_of_tasks_that_are_tried_again(people):
    def fail_once(batches):
        for batch in batches:
            yield batch
        if TaskContext.get().attemptNumber() == 0:
            raise RuntimeError("the first attempt fails, after all of its rows were read")

    assert _counts(assay.spark.summary(people, RULES)) == EXPECTED
    failing = people.mapInArrow(fail_once, people.schema)
    assert _counts(assay.spark.summary(failing, RULES)) == EXPECTED
    assert assay.spark.violations(failing, RULES, keys=["id"]).count() == EMAILS + AGES + TAGS


def test_nested_and_typed_columns(spark):
    rows = [
        (
            {"zip": "12345", "lines": ["a"]}, [{"price": decimal.Decimal("1.50")}, {"price": decimal.Decimal("-2.00")}],
            datetime.date(2026, 1, 31), datetime.datetime(2026, 1, 31, 12, 0), {"k": 1}, None, 2.5,
        ),
        ({"zip": "1234", "lines": []}, None, None, None, None, None, None),
    ]
    schema = (
        "address struct<zip string, lines array<string>>, items array<struct<price decimal(10,2)>>, day date, at timestamp, "
        "more map<string,int>, nothing string, weight double"
    )
    rules = assay.Rules({
        "address.zip": "regex(/^[0-9]{5}$/)", "address.lines[*]": "length(2...)", "items[*].price": "positive",
        "day": "required, date", "at": "required, dateTime", "weight": "range(...2)",
    })
    found = assay.spark.violations(spark.createDataFrame(rows, schema).coalesce(1), rules).collect()
    assert sorted((row.pointer, row.code) for row in found) == sorted([
        ("/address/lines/0", "length.tooShort"), ("/items/1/price", "positive.notPositive"), ("/weight", "range.tooLarge"),
        ("/address/zip", "regex.noMatch"), ("/day", "required.missing"), ("/at", "required.missing"),
    ])


@pytest.mark.cluster
def test_rules_in_python_travel(people):
    @assay.rule("spark.even", codes={"odd": "must be even"})
    def even(value):
        return value % 2 == 0

    @assay.rule("spark.low", codes={"high": "must be below 10"}, columns=True)
    def low(column):
        import pyarrow.compute

        return pyarrow.compute.less(pyarrow.array(column), 10)

    rules = assay.Rules({"id": "spark.even, spark.low"})
    counts = _counts(assay.spark.summary(people, rules))
    assert counts["id", "spark.even"][0] == COUNT // 2 and counts["id", "spark.low"][0] == COUNT - 10


@pytest.mark.cluster
@pytest.mark.skipif("ASSAY_TEST_PLUGIN" not in os.environ, reason="ASSAY_TEST_PLUGIN names no plugin")
def test_plugins_travel(people):
    assay.load_plugin(os.environ["ASSAY_TEST_PLUGIN"])
    rules = assay.Rules({"id": os.environ["ASSAY_TEST_PLUGIN_RULE"]})
    (counted,) = assay.spark.summary(people, rules).collect()
    assert (counted.records, counted["count"]) == (COUNT, COUNT // 2)


@pytest.mark.cluster
@pytest.mark.skipif(MASTER.startswith("local["), reason="only with executors beside this process")
def test_the_package_is_sent(people):
    def place(batches):
        import pyarrow

        import assay

        for _ in batches:
            yield pyarrow.RecordBatch.from_pydict({"at": [assay.__file__]})

    assay.spark.ship(people.sparkSession)
    places = {row.at for row in people.mapInArrow(place, "at string").collect()}
    assert places and all("app-" in at and at != assay.__file__ for at in places)


def test_streaming(spark, people, tmp_path):
    source, quarantine = str(tmp_path / "in"), str(tmp_path / "quarantine")
    people.write.parquet(source)

    def check(batch, number):
        good, quarantined = assay.spark.split(batch, RULES)
        quarantined.write.mode("append").parquet(quarantine)
        assay.spark.violations(batch, RULES, keys=["id"]).write.mode("append").parquet(quarantine + ".violations")

    stream = spark.readStream.schema(SCHEMA).option("maxFilesPerTrigger", 2).parquet(source)
    query = stream.writeStream.trigger(availableNow=True).option("checkpointLocation", str(tmp_path / "checkpoint"))
    query.foreachBatch(check).start().awaitTermination()
    assert spark.read.parquet(quarantine).count() == INVALID
    assert spark.read.parquet(quarantine + ".violations").count() == EMAILS + AGES + TAGS


def test_streaming_without_batches(spark, people, tmp_path):
    source = str(tmp_path / "in")
    people.write.parquet(source)
    stream = assay.spark.violations(spark.readStream.schema(SCHEMA).parquet(source), RULES, keys=["id"])
    stream.writeStream.format("memory").queryName("found").trigger(availableNow=True).start().awaitTermination()
    assert spark.sql("select * from found").count() == EMAILS + AGES + TAGS


def test_documentation(spark, people, tmp_path, monkeypatch):
    page = (pathlib.Path(__file__).parents[4] / "docs" / "python.md").read_text(encoding="utf-8")
    first, second = re.findall(r"^```python spark\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "signup.yaml").write_text('assay: 1\nfields:\n  email: required, email\n  username: required\n')
    signups = people.selectExpr("id", "email", "string(id) as username")
    names = {"assay": assay, "signups": signups}
    # Paths of Spark are those of the process in which it runs.
    place = tmp_path.as_uri()
    for name in ("violations", "good", "quarantined"):
        first, second = (text.replace(f'parquet("{name}")', f'parquet("{place}/{name}")') for text in (first, second))
    exec(first, names)
    assert (spark.read.parquet(f"{place}/violations").count(), names["quarantined"].count()) == (EMAILS, EMAILS)
    signups.write.parquet(f"{place}/in")
    names["signup_stream"] = spark.readStream.schema(signups.schema).parquet(f"{place}/in")
    exec(second, names)
    assert spark.read.parquet(f"{place}/quarantined").count() == EMAILS
