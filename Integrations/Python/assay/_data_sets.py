# SPDX-License-Identifier: Apache-2.0
"""Rules about records, across files and tables."""

from __future__ import annotations

import os

from . import _assay, _json
from ._files import Dialect, FileCheck, Outputs, ViolationTable, _by_record, _codes
from ._plain import Plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from ._assay import Violation
    from ._rules import Rules
    from ._tables import TableCheck


class DataSetResult(Plain):
    """A record of a data set, or the data set itself, with violations of rules about records.

    `input` is the number of the file or the table, from 1, in the order in which their checks began, and `record` the number
    of the record in it, from 1. Both are None for violations of the data set.
    """

    __slots__ = ("input", "record", "violations")
    input: int | None
    record: int | None
    violations: tuple[Violation, ...]

    def __init__(self, input: int | None, record: int | None, violations: tuple[Violation, ...]) -> None:
        self._set(input=input, record=record, violations=violations)

    def __bool__(self) -> bool:
        return all(found.severity == "warning" for found in self.violations)


class DataSet:
    """Files and tables whose records are one data set for the rules about records; `Rules.data_set` makes it.

    Check each of them, read its check to the end, and then `finish`. It belongs to one thread at a time.
    """

    def __init__(
        self,
        rules: Rules,
        sources: Mapping[str, str | os.PathLike[str]] | None = None,
        scratch: str | os.PathLike[str] | None = None,
        scratch_memory: int = 0,
        scratch_limit: int = 0,
        select: Iterable[str] = (),
        ignore: Iterable[str] = (),
    ) -> None:
        for name, size in (("scratch_memory", scratch_memory), ("scratch_limit", scratch_limit)):
            if not 0 <= size <= 1 << 40:
                raise ValueError(f"{name} must be bytes from 0 to {1 << 40:,}, found {size!r}")
        files = {name: os.fsdecode(path) for name, path in (sources or {}).items()}
        self._rules = rules
        self._arguments: tuple[Any, ...] = (
            tuple(files),
            tuple(files.values()),
            os.fsdecode(scratch or ""),
            scratch_memory,
            scratch_limit,
            _codes("select", select),
            _codes("ignore", ignore),
        )
        self.handle = _assay.open_data_set(rules, *self._arguments)
        self._failed = False

    def again(self) -> DataSet:
        """An empty data set with the same options."""
        _, _, scratch, memory, limit, select, ignore = self._arguments
        sources = dict(zip(self._arguments[0], self._arguments[1]))
        return DataSet(self._rules, sources, scratch, memory, limit, select, ignore)

    def check_file(
        self,
        source: str | os.PathLike[str] | bytes | Any,
        *,
        format: str | None = None,
        delimiter: str | None = None,
        header: bool = True,
        allow_missing_columns: bool = False,
        min_records: int = 0,
        skip: int = 0,
        skip_last: int = 0,
        comment: str | None = None,
        quote: str | None = None,
        escape: str | None = None,
        lazy_quotes: bool = False,
        skip_initial_space: bool = False,
        single_line: bool = False,
        null: Iterable[str] = (),
        encoding: str = "utf-8",
    ) -> FileCheck:
        """Checks the records of a file as `Rules.check_file` does, and adds them to the data set.

        Read the check to its end: a data set with a file that is not is incomplete.
        """
        dialect = Dialect(skip, skip_last, comment, quote, escape, lazy_quotes, skip_initial_space, single_line, null)
        select, ignore = self._arguments[-2:]
        try:
            return FileCheck(
                self._rules, source, format, delimiter, header, allow_missing_columns, min_records, dialect, encoding,
                select, ignore, Outputs(source, None, None), self,
            )
        except BaseException:
            self._failed = True
            raise

    def check_table(
        self, frame: object, *, violations: bool = True, allow_missing_columns: bool = False, min_records: int = 0
    ) -> TableCheck:
        """Checks the rows of a table as `Rules.check_table` does, and adds them to the data set.

        What it returns knows nothing of the rules about records, which `finish` decides.
        """
        from ._tables import TableCheck

        try:
            return TableCheck(
                self._rules, frame, violations, allow_missing_columns, min_records, data_set=self, is_shared=True
            )
        except BaseException:
            self._failed = True
            raise

    def end(self, incomplete: bool) -> dict[str, Any]:
        """Ends the data set and returns the numbers of its rules: `finish` for a check of this package."""
        summary: dict[str, Any] = _json.loads(self.handle.finish(incomplete or self._failed))
        return summary

    def finish(self, *, incomplete: bool = False) -> DataSetCheck:
        """Ends the data set and decides the rules about records.

        `incomplete=True` says that there are records that were not checked. Such a data set is not valid, as one with a
        file or a table that could not be read to its end is not: each rule has the fault `fault.recordsIncomplete`.
        """
        return DataSetCheck(self.handle, self.end(incomplete))


class DataSetCheck:
    """What the rules about records found: an iterator of records with violations, and numbers that grow meanwhile.

    It is read once. At its end it is true if no rule about records failed; before, `bool` raises. `complete` is false if not
    all records were there. `newly_invalid` is the number of records that no other rule makes invalid. `rules` are the numbers
    of each rule, as `records_rules` of a check.
    """

    def __init__(self, data_set: _assay.DataSet, summary: dict[str, Any]) -> None:
        self._data_set = data_set
        self.complete: bool = summary["complete"]
        self.rules: list[dict[str, Any]] = summary["rules"]
        self.errors = self.warnings = self.faults = self.newly_invalid = 0
        self._ended = False
        self._results: Iterator[DataSetResult] = iter(())

    def _advance(self) -> tuple[int | None, int] | None:
        if self._ended:
            raise ValueError("this check was read to its end, and a check is read once")
        part = self._data_set.advance()
        if part is None:
            self._ended = True
            return None
        self.errors += part[2]
        self.warnings += part[3]
        self.faults += part[4]
        self.newly_invalid += part[5]
        return (None if part[0] is None else part[0] + 1), part[1]

    def run(self) -> DataSetCheck:
        """Reads to the end, and keeps the numbers only."""
        while self._advance() is not None:
            pass
        return self

    def tables(self) -> Iterator[tuple[int | None, ViolationTable]]:
        """The violations as tables of Arrow, each with the number of its file or table, or None for the data set."""
        while (part := self._advance()) is not None:
            yield part[0], ViolationTable([self._data_set.findings(True)])

    def __iter__(self) -> Iterator[DataSetResult]:
        return self

    def __next__(self) -> DataSetResult:
        while True:
            for result in self._results:
                return result
            part = None if self._ended else self._advance()
            if part is None:
                raise StopIteration
            number, found = part[0], self._data_set.violations()
            self._results = (DataSetResult(number, one.record, one.violations) for one in _by_record(found))

    def __bool__(self) -> bool:
        if not self._ended:
            raise ValueError("this check is not read to its end: read it before, by run(), tables() or a loop")
        return self.complete and self.errors == self.faults == 0

    def __repr__(self) -> str:
        end = "" if self._ended else " so far"
        return f"<DataSetCheck {self.errors} errors, {self.newly_invalid} records newly invalid{end}>"


def own_data_set(
    rules: Rules,
    sources: Mapping[str, str | os.PathLike[str]] | None = None,
    scratch: str | os.PathLike[str] | None = None,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
) -> DataSet | None:
    """The data set of a file or a table that is all of it, or None for rules without any about records."""
    if not rules.unchecked and not sources and scratch is None:
        return None
    return DataSet(rules, sources, scratch, select=select, ignore=ignore)
