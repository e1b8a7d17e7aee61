# SPDX-License-Identifier: Apache-2.0
"""Data frames of Spark, checked where their partitions are.

    import assay, assay.spark

    rules = assay.Rules.load("signup.yaml")
    assay.spark.violations(signups, rules, keys=["id"]).write.parquet("violations")
    good, quarantined = assay.spark.split(signups, rules)
    assay.spark.summary(signups, rules).show()

A field of the rules that no column is raises InputError at once; with `allow_missing_columns=True` it is absent in every
row. Every function returns a data frame, in which nothing has run yet. Rules are `assay.Rules`, or what makes them: a
mapping, a path. The rules, the plugins and the rules in Python that they
name, and the package itself travel to the executors.
"""

from __future__ import annotations

from ._frames import made
from ._shipping import Shipment, ship
from ._tables import TableCheck

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from pyspark.sql import DataFrame  # type: ignore[import-not-found,unused-ignore]

    from ._frames import RulesLike
    from ._rules import Rules

    _Batches = Callable[[Iterator[Any]], Iterator[Any]]

__all__ = ["annotate", "ship", "split", "summary", "violations"]

_FINDING = ("pointer", "field", "rule", "code", "severity", "message", "parameters", "value")
# Texts of JSON, which the messages say too, would be a third of what goes back to Spark.
_SHOWN = tuple(name for name in _FINDING if name != "parameters")
_COUNTED = ("field", "rule", "expression", "severity")


def violations(
    df: DataFrame,
    rules: RulesLike,
    keys: Iterable[str] = (),
    *,
    columns: Iterable[str] = _SHOWN,
    allow_missing_columns: bool = False,
) -> DataFrame:
    """A row for each violation: the columns `keys` of its row, then `columns` of the violation, by default pointer,
    field, rule, code, severity, message and value; `parameters` is one more, a JSON object.

    Only the keys and the columns that the rules read are taken from `df`. Each column goes back to Spark as texts: fewer
    take less time where much is invalid.
    """
    from pyspark.sql.types import StringType, StructField, StructType  # type: ignore[import-not-found,unused-ignore]

    names, shown = _names("keys", keys), _names("columns", columns)
    rules = made(rules)
    for name in shown:
        if name not in _FINDING:
            raise ValueError(f"violations have no column {name!r}, but {', '.join(_FINDING)}")
    if not names + shown:
        raise ValueError("name a column of the violations, or a key")
    _reject_taken(names, shown)
    _require_columns(df, rules, allow_missing_columns)
    shipment = Shipment(df.sparkSession, rules)

    def find(batches: Iterator[Any]) -> Iterator[Any]:
        checking = shipment.rules()
        for batch in batches:
            for found in _batches(_checked(checking, batch)):
                if len(found) > 0:
                    yield _rows_of_violations(batch, found, names, shown)

    chosen = _select(df, [*names, *(name for name in rules.columns if name not in names)])
    found = StructType([StructField(name, StringType()) for name in shown])
    return chosen.mapInArrow(find, StructType([*(df.schema[name] for name in names), *found.fields]))


def annotate(
    df: DataFrame, rules: RulesLike, column: str = "violations", *, allow_missing_columns: bool = False
) -> DataFrame:
    """`df` with a column of the violations of each row: an array of structs, empty where there is none."""
    rules = made(rules)
    _reject_taken(df.columns, [column])
    _require_columns(df, rules, allow_missing_columns)
    shipment = Shipment(df.sparkSession, rules)

    def find(batches: Iterator[Any]) -> Iterator[Any]:
        checking = shipment.rules()
        for batch in batches:
            yield _with_violations(batch, _checked(checking, batch), column)

    return df.mapInArrow(find, _annotated_schema(df, column))


def split(
    df: DataFrame, rules: RulesLike, column: str = "violations", *, allow_missing_columns: bool = False
) -> tuple[DataFrame, DataFrame]:
    """The valid rows, and the invalid ones with a column of their violations.

    Each of the two reads `df` when it runs: `df.cache()` if that is expensive, or if it does not give the same rows again.
    """
    rules = made(rules)
    _reject_taken(df.columns, [column])
    _require_columns(df, rules, allow_missing_columns)
    shipment = Shipment(df.sparkSession, rules)

    def keep(batches: Iterator[Any]) -> Iterator[Any]:
        checking = shipment.rules()
        for batch in batches:
            yield batch.filter(_valid(_checked(checking, batch, False)))

    def quarantine(batches: Iterator[Any]) -> Iterator[Any]:
        from ._arrow import inverted

        checking = shipment.rules()
        for batch in batches:
            checked = _checked(checking, batch)
            if not checked:
                invalid = inverted(_valid(checked))
                yield _with_violations(batch, checked, column).filter(invalid)

    return df.mapInArrow(keep, df.schema), df.mapInArrow(quarantine, _annotated_schema(df, column))


def summary(df: DataFrame, rules: RulesLike, *, allow_missing_columns: bool = False) -> DataFrame:
    """A row for each rule: field, rule, expression, severity, `count` of its violations, and of all rows `records` and
    `invalid`, which are not valid: they break a rule, or a rule could not decide about them.

    Counts are rows that Spark adds up, so that a task that is tried again does not count twice. A data frame without
    partitions, as an empty one may be, has no task, and its summary no rows.
    """
    from pyspark.sql import functions  # type: ignore[import-not-found,unused-ignore]

    rules = made(rules)
    _require_columns(df, rules, allow_missing_columns)
    shipment = Shipment(df.sparkSession, rules)

    def count(batches: Iterator[Any]) -> Iterator[Any]:
        checking = shipment.rules()
        records = invalid = 0
        counts = [0] * len(checking.rules)
        for batch in batches:
            checked = _checked(checking, batch, False)
            records, invalid = records + checked.rows, invalid + checked.invalid
            counts = [before + now for before, now in zip(counts, checked.rule_counts)]
        yield _counts_batch(checking, counts, records, invalid)

    schema = "position long, field string, rule string, expression string, severity string"
    counted = _select(df, rules.columns).mapInArrow(count, f"{schema}, count long, records long, invalid long")
    totals = [functions.sum(name).alias(name) for name in ("count", "records", "invalid")]
    return counted.groupBy("position", *_COUNTED).agg(*totals).orderBy("position").drop("position")


# ---- columns ----


def _names(of: str, names: Iterable[str]) -> list[str]:
    if isinstance(names, str):
        raise TypeError(f"{of} must be names, as [{names!r}], not a str")
    return list(names)


def _reject_taken(names: Iterable[str], taken: Iterable[str]) -> None:
    for name in names:
        if name in set(taken):
            raise ValueError(f"the column {name!r} is both in the data and in the result: rename it first")


def _require_columns(df: DataFrame, rules: Rules, allow_missing_columns: bool) -> None:
    """Raises what a table with these columns and without rows would."""
    from ._arrow import pyarrow

    table = pyarrow.Table.from_arrays([pyarrow.nulls(0)] * len(df.columns), names=list(df.columns))
    TableCheck(rules, table, False, allow_missing_columns, stacklevel=0)


def _select(df: DataFrame, names: Iterable[str]) -> DataFrame:
    """Those of the columns that there are, and one at least: without columns there would be no rows."""
    there = [name for name in names if name in df.columns] or df.columns[:1]
    return df.select(*["`" + name.replace("`", "``") + "`" for name in there])


def _annotated_schema(df: DataFrame, column: str) -> Any:
    from pyspark.sql import types  # type: ignore[import-not-found,unused-ignore]

    found = types.StructType([types.StructField(name, types.StringType()) for name in _FINDING])
    return types.StructType([*df.schema.fields, types.StructField(column, types.ArrayType(found, False), False)])


# ---- on the executors ----


def _checked(rules: Rules, batch: Any, violations: bool = True) -> TableCheck:
    """The check of a batch, which has some of the columns, as `_require_columns` has seen, and may have no row."""
    return TableCheck(rules, batch, violations, True, stacklevel=0)


def _valid(checked: TableCheck) -> Any:
    from ._arrow import pyarrow

    return pyarrow.array(checked.valid_mask)


def _batches(checked: TableCheck) -> Iterator[Any]:
    from ._arrow import pyarrow

    return iter(pyarrow.RecordBatchReader.from_stream(checked.violations))


def _text(array: Any) -> Any:
    """A column as Spark knows it: texts without a dictionary."""
    from ._arrow import pyarrow

    if pyarrow.types.is_dictionary(array.type):
        return array.dictionary.cast(pyarrow.string()).take(array.indices)
    return array.cast(pyarrow.string())


def _rows_of_violations(batch: Any, found: Any, keys: list[str], columns: list[str]) -> Any:
    from ._arrow import compute, pyarrow

    rows = compute.subtract(found["record"], pyarrow.scalar(1, pyarrow.uint64()))
    taken = [batch.column(key).take(rows) for key in keys]
    texts = [_text(found[name]) for name in columns]
    return pyarrow.RecordBatch.from_arrays([*taken, *texts], [*keys, *columns])


def _with_violations(batch: Any, checked: TableCheck, column: str) -> Any:
    import numpy
    from ._arrow import pyarrow

    table = pyarrow.table(checked.violations).combine_chunks()
    texts = [_text(table[name].combine_chunks()) for name in _FINDING]
    # Records count from 1, so that before the first row there are none.
    records = table["record"].to_numpy(zero_copy_only=False).astype("int64")
    offsets = numpy.cumsum(numpy.bincount(records, minlength=batch.num_rows + 1)).astype("int32")
    found = pyarrow.StructArray.from_arrays(texts, list(_FINDING))
    listed = pyarrow.ListArray.from_arrays(offsets, found)
    return pyarrow.RecordBatch.from_arrays([*batch.columns, listed], [*batch.schema.names, column])


def _counts_batch(rules: Rules, counts: list[int], records: int, invalid: int) -> Any:
    from ._arrow import pyarrow

    columns = {name: [getattr(used, name) for used in rules.rules] for name in _COUNTED}
    every = len(counts)
    numbers = {"count": counts, "records": [records] * every, "invalid": [invalid] * every}
    return pyarrow.RecordBatch.from_pydict({"position": list(range(every)), **columns, **numbers})
