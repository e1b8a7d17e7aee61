# SPDX-License-Identifier: Apache-2.0
"""Files, in constant memory."""

from __future__ import annotations

import os

from . import _assay
from ._plain import Plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._assay import Violation
    from ._rules import Rules

_FORMATS = {None: 0, "ndjson": 1, "json": 2, "csv": 3}


class RecordResult(Plain):
    """A record of a file with violations; `record` is its number from 0, or None between records."""

    __slots__ = ("record", "violations")
    record: int | None
    violations: tuple[Violation, ...]

    def __init__(self, record: int | None, violations: tuple[Violation, ...]) -> None:
        self._set(record=record, violations=violations)

    def __bool__(self) -> bool:
        return all(found.severity == "warning" for found in self.violations)


def _by_record(violations: tuple[Violation, ...]) -> Iterator[RecordResult]:
    import itertools

    for record, found in itertools.groupby(violations, lambda one: one.record):
        yield RecordResult(record, tuple(found))


def _descriptor(file: Any) -> int:
    """The descriptor of an open file, at the place of the file: Python may have read ahead."""
    import io

    kind = type(file).__name__
    inner = getattr(file, "buffer", file)
    raw = getattr(inner, "raw", inner)
    try:
        descriptor: int = file.fileno()
    except io.UnsupportedOperation:
        raise TypeError(f"{kind} has no descriptor: pass the bytes, file.read()") from None
    if isinstance(raw, io.IOBase) and not isinstance(raw, io.RawIOBase):
        raise TypeError(
            f"{type(raw).__name__} gives other bytes than its descriptor: pass the path, of which gzip and Zstandard are "
            "unpacked, or the bytes, file.read()"
        )
    try:
        os.lseek(descriptor, 0, os.SEEK_CUR)
    except OSError:
        if inner is not file or _has_read_ahead(inner, raw):
            raise ValueError(f"{kind} may have read ahead and cannot be sought: open it with buffering=0") from None
        return descriptor
    if hasattr(file, "tell"):
        if hasattr(file, "flush"):
            file.flush()
        position = file.tell()
        # Of a text that position is no offset where a character is read in part.
        if position >> 63:
            raise ValueError(f"{kind} is inside of a character: open it with 'rb'")
        os.lseek(descriptor, position, os.SEEK_SET)
    return descriptor


def _has_read_ahead(buffered: Any, raw: Any) -> bool:
    """Whether a buffer has bytes that were not read, without reading: meanwhile its file has nothing."""
    if buffered is raw:
        return False
    raw.readinto = lambda into: None
    try:
        return bool(buffered.peek())
    finally:
        del raw.readinto


class FileCheck:
    """The check of a file: an iterator of the records with violations, and numbers that grow meanwhile.

    It is read once. At its end it is true if every record is valid; before, `bool` raises.
    """

    def __init__(
        self, rules: Rules, source: Any, format: str | None, delimiter: str | None, header: bool, missing: bool
    ) -> None:
        if format not in _FORMATS:
            raise ValueError(f"format must be 'ndjson', 'json' or 'csv', found {format!r}")
        if delimiter is not None and not (len(delimiter) == 1 and delimiter.isascii()):
            raise ValueError(f"delimiter must be 1 ASCII character, found {delimiter!r}")
        self._source = source
        self._rules = rules
        self.records = self.invalid = self.malformed = 0
        self.errors = self.warnings = self.faults = self.dropped = 0
        flags = (0 if header else 1) | (2 if missing else 0)
        if isinstance(source, (str, os.PathLike)):
            opened: Any = os.fsdecode(source)
        elif isinstance(source, (bytes, bytearray, memoryview)):
            opened = bytes(source)
        elif hasattr(source, "fileno"):
            opened = _descriptor(source)
        else:
            raise TypeError(f"a file must be a path, bytes or an open file, not {type(source).__name__}")
        self._stream = _assay.open_lines(rules, opened, _FORMATS[format], ord(delimiter or "\0"), flags)
        self._results: Iterator[RecordResult] = iter(())
        self._ended = self._iterated = False

    def _advance(self) -> int | None:
        if self._ended:
            raise ValueError("this check was read to its end, and a check is read once: call check_file again")
        part = self._stream.advance()
        if part is None:
            self._ended = True
            return None
        self.records += part[0]
        self.invalid += part[1]
        self.errors += part[3]
        self.warnings += part[4]
        self.faults += part[5]
        self.dropped += part[6]
        self.malformed += part[7]
        return part[2]

    def tables(self) -> Iterator[ViolationTable]:
        """The violations as tables of Arrow, one for each part of the file that has some."""
        while (count := self._advance()) is not None:
            if count > 0:
                yield ViolationTable([self._stream.findings()])

    def __iter__(self) -> Iterator[RecordResult]:
        return self

    def __next__(self) -> RecordResult:
        # Nothing that is kept refers to `self`: the session and the descriptor are free as soon as it is.
        while True:
            for result in self._results:
                return result
            count = None if self._iterated else self._advance()
            if count is None:
                self._iterated = True
                raise StopIteration
            if count > 0:
                self._results = _by_record(self._stream.violations())

    def run(self) -> FileCheck:
        """Reads to the end, and keeps the numbers only."""
        while self._advance() is not None:
            pass
        return self

    @property
    def counts(self) -> dict[str, int]:
        """Violations by the field and the rule's expression: `{'age: range(18...120)': 3}`."""
        return count_by_rule(self._rules, self._stream.counts())

    def __bool__(self) -> bool:
        if not self._ended:
            raise ValueError("this check is not read to its end: read it before, by run(), tables() or a loop")
        return self.invalid == 0


class ViolationTable:
    """Violations as a table: `pyarrow.table(violations)`, `polars.DataFrame(violations)`; any number of times.

    Its columns are record, pointer, field, rule, code, severity, message, parameters and value; violations of files
    have line, column, byte_offset and byte_length too.
    """

    def __init__(self, batches: list[Any]) -> None:
        self._batches = batches

    def __len__(self) -> int:
        return sum(len(batch) for batch in self._batches)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return _assay.batches_stream(self._batches)


def count_by_rule(rules: Rules, counts: list[int]) -> dict[str, int]:
    named: dict[str, int] = {}
    for used, count in zip(rules.rules, counts):
        if count:
            key = f"{used.field}: {used.expression}"
            named[key] = named.get(key, 0) + count
    return named
