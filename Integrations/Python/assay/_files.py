# SPDX-License-Identifier: Apache-2.0
"""Files, in constant memory."""

from __future__ import annotations

import os

from . import _assay, _json
from ._errors import CellWarning, InputError, NoRecordsWarning
from ._plain import Plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from ._assay import Violation
    from ._data_sets import DataSet
    from ._rules import Rules

_FORMATS = {None: 0, "ndjson": 1, "json": 2, "csv": 3}


class RecordResult(Plain):
    """A record of a file with violations; `record` is its number from 1, or None between records."""

    __slots__ = ("record", "violations")
    record: int | None
    violations: tuple[Violation, ...]

    def __init__(self, record: int | None, violations: tuple[Violation, ...]) -> None:
        self._set(record=record, violations=violations)

    def __bool__(self) -> bool:
        return all(found.severity == "warning" for found in self.violations)


class MissingField(Plain):
    """A field that a rule names and that no record has.

    No rule about it has run, but those about missing values: its name may be mistyped, in the rules or in the records.
    `nearest` is the name that is probably meant, or None; `names` are all names at its place that no rule is about.

    >>> print(MissingField("nick", "nik", ("nik",)))
    no record has the field 'nick' (did you mean 'nik'?)
    """

    __slots__ = ("field", "nearest", "names")
    field: str
    nearest: str | None
    names: tuple[str, ...]

    def __init__(self, field: str, nearest: str | None = None, names: tuple[str, ...] = ()) -> None:
        self._set(field=field, nearest=nearest, names=names)

    def __str__(self) -> str:
        text = f"no record has the field {self.field!r}"
        return f"{text} (did you mean {self.nearest!r}?)" if self.nearest else text


class Check:
    """The numbers that checks of files and of tables have.

    `invalid` is the number of all records that are not valid. Among them are `undecided`, which break no rule here, but
    about which a rule could not decide, and `malformed_records`, which could not be read.
    """

    invalid: int
    errors: int
    warnings: int
    faults: int
    dropped: int
    malformed: int
    undecided: int
    malformed_records: int

    def __init__(self, rules: Rules, stream: _assay.Stream, min_records: int) -> None:
        if min_records < 0:
            raise ValueError(f"min_records must be at least 0, found {min_records!r}")
        self._rules = rules
        self._stream = stream
        self._least = min_records
        self._total = self.invalid = self.undecided = self.malformed_records = 0
        self.errors = self.warnings = self.faults = self.dropped = self.malformed = 0
        self._issues = [0] * len(_ISSUES)
        self._records_rules: list[dict[str, Any]] = []
        self._records_codes: dict[str, int] = {}

    def _next(self) -> int | None:
        """The number of findings of the next part, or None at the end, after which `_end` has to be called."""
        part = self._stream.advance()
        if part is None:
            return None
        self._total += part[0]
        self.invalid += part[1]
        self.errors += part[3]
        self.warnings += part[4]
        self.faults += part[5]
        self.dropped += part[6]
        self.malformed += part[7]
        self.undecided += part[9]
        self.malformed_records += part[10]
        self._issues = [before + now for before, now in zip(self._issues, part[11:])]
        return part[2]

    def _finish_records(self, data_set: DataSet) -> None:
        """Ends the data set, of which the check is all."""
        summary = data_set.end(False)
        self._records_rules = summary["rules"]

    def _next_records(self, data_set: DataSet) -> int | None:
        """The number of further findings of rules about records, or None at the end."""
        part = data_set.handle.advance()
        if part is None:
            return None
        self.errors += part[2]
        self.warnings += part[3]
        self.faults += part[4]
        self.invalid += part[5]
        for found in data_set.handle.violations():
            self._records_codes[found.code] = self._records_codes.get(found.code, 0) + 1
        return part[1]

    @property
    def records_rules(self) -> list[dict[str, Any]]:
        """The numbers of each rule about records, once all records were read: its `rule`, `expression` and `severity`, the
        numbers of keys and values that were `decided`, that `failed`, that are `missing` and `undecided`, and of
        `malformed` records. `unique` has `repeatedKeys`, `surplusRecords` and `concernedRecords`; `count`, `sum`, `average`
        and `fresh` have their `result`."""
        return [dict(rule) for rule in self._records_rules]

    def _end(self, stacklevel: int) -> None:
        """Raises InputError for too few records, and warns of none at all."""
        if self._total < self._least:
            found = _counted(self._total, "record") + (" was" if self._total == 1 else " were")
            raise InputError(f"{found} read, but at least {self._least} must be there (min_records)")
        if self._total == 0 and stacklevel:
            import warnings

            warnings.warn(
                "no record was read, so nothing was checked: min_records=1 makes it an error",
                NoRecordsWarning,
                stacklevel=stacklevel + 1,
            )

    @property
    def valid(self) -> int:
        """The number of valid records."""
        return self._total - self.invalid

    @property
    def verdicts(self) -> dict[str, int]:
        """The numbers of records by their verdict: `{'valid': 3, 'invalid': 1, 'undecided': 0, 'malformed': 1}`.

        Each record is counted once, so that the sum is the number of all records. An invalid record breaks a rule. An
        undecided one breaks none, but a rule could not decide about it. A malformed one could not be read.
        """
        broken = self.invalid - self.undecided - self.malformed_records
        return {"valid": self.valid, "invalid": broken, "undecided": self.undecided, "malformed": self.malformed_records}

    @property
    def rule_counts(self) -> list[int]:
        """The number of violations of each of `rules.rules`."""
        return self._stream.counts() or [0] * len(self._rules.rules)

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of findings by the field and the rule's expression, as in `{'age: range(18...120)': 3}`, and of
        findings about records themselves, and of rules about records, by their code, as in `{'record.malformed': 1}`."""
        named: dict[str, int] = {}
        for used, count in zip(self._rules.rules, self.rule_counts):
            if count:
                key = f"{used.field}: {used.expression}"
                named[key] = named.get(key, 0) + count
        named.update((code, count) for code, count in zip(_ISSUES, self._issues) if count)
        named.update(self._records_codes)
        return named

    @property
    def never_seen(self) -> list[MissingField]:
        """The fields of the rules that no record so far has.

        A single record of JSON may lack them because they are optional: then it has only fields at whose place there are
        names that no rule is about. Columns that are there are seen, even if no row has a value in them.
        """
        return [
            MissingField(one["field"], one.get("nearest"), tuple(one["names"]))
            for one in _json.loads(self._stream.never_seen())
        ]

    def _is_valid(self) -> bool:
        # Errors between records, and in a header, are of no record.
        return self.invalid == self.errors == self.faults == 0

    def _described(self, kind: str, unit: str, end: str = "") -> str:
        text = _counted(self._total, unit) + end
        text += f", {self.invalid} invalid" if self._total else ": nothing was checked"
        if not self.invalid and not self._is_valid():
            text += f", {_counted(self.errors + self.faults, 'error')}"
        if self._rules.partial:
            text += ", partial"
        missing = self.never_seen
        if missing:
            names = [repr(one.field) for one in missing[:5]] + ([f"{len(missing) - 5} more"] if len(missing) > 5 else [])
            text += f", never seen: {', '.join(names)}"
        return f"<{kind} {text}>"


_SHARED = "the check is a part of a data set, whose finish() decides the rules about records"


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


# In the order of ASSAY_ISSUE_...
_ISSUES = ("record.unknownField", "record.duplicateKey", "record.malformed")


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


class Dialect:
    """CSV that is not RFC 4180, as the library takes it."""

    def __init__(
        self,
        skip: int,
        skip_last: int,
        comment: str | None,
        quote: str | None,
        escape: str | None,
        lazy_quotes: bool,
        skip_initial_space: bool,
        single_line: bool,
        null: Iterable[str],
    ) -> None:
        for name, count in (("skip", skip), ("skip_last", skip_last)):
            if not 0 <= count <= 1 << 20:
                raise ValueError(f"{name} must be a number of lines from 0 to 1,048,576, found {count!r}")
        if isinstance(null, str):
            raise TypeError(f"null must be a list of words, such as [{null!r}], not a str")
        words = tuple(null)
        is_none = quote == "none"
        self.flags = (
            (4 if is_none else 0)
            | (8 if lazy_quotes else 0)
            | (16 if skip_initial_space else 0)
            | (32 if single_line else 0)
        )
        self.arguments: tuple[int, int, int, int, int, tuple[str, ...]] = (
            skip,
            skip_last,
            _character("comment", comment),
            _character("quote", None if is_none else quote),
            _character("escape", escape),
            words,
        )


def _character(name: str, value: str | None) -> int:
    if value is not None and not (len(value) == 1 and value.isascii()):
        also = " or 'none'" if name == "quote" else ""
        raise ValueError(f"{name} must be 1 ASCII character{also}, found {value!r}")
    return ord(value or "\0")


class Outputs:
    """Where the valid and the invalid records of a file go: a path, or what has `write` for bytes."""

    def __init__(self, source: Any, valid: Any, invalid: Any) -> None:
        targets = {name: target for name, target in (("valid", valid), ("invalid", invalid)) if target is not None}
        for name, target in targets.items():
            if not isinstance(target, (str, os.PathLike)) and not hasattr(target, "write"):
                raise TypeError(f"{name} must be a path or a file that is open for bytes, not {type(target).__name__}")
        identities = [_identity(target) for target in targets.values()]
        if len(set(identities)) < len(identities):
            raise ValueError("valid and invalid must be two files")
        for name, identity in zip(targets, identities):
            if identity == _identity(source):
                raise ValueError(f"{name} must be another file than the one that is checked")
        self._targets = targets
        self._files: dict[str, Any] = {}

    def __bool__(self) -> bool:
        return bool(self._targets)

    def open(self) -> None:
        """Opens the files, and empties them."""
        for name, target in self._targets.items():
            self._files[name] = target if hasattr(target, "write") else open(target, "wb")

    def write(self, stream: _assay.Stream) -> None:
        """Writes the records of the part of the file that was checked last, or its end."""
        for name, file in self._files.items():
            file.write(stream.records(_RECORDS[name]))

    def close(self) -> None:
        for name, file in self._files.items():
            if file is self._targets[name]:
                getattr(file, "flush", lambda: None)()
            else:
                file.close()
        self._files = {}


# ASSAY_RECORDS_...
_RECORDS = {"valid": 0, "invalid": 1}


def _identity(file: Any) -> object:
    """What is equal for the same file."""
    path = isinstance(file, (str, os.PathLike))
    try:
        status = os.stat(file) if path else os.fstat(file.fileno())
    except FileNotFoundError:
        return os.path.realpath(os.fsdecode(file))
    except (AttributeError, OSError, ValueError):
        return os.fsdecode(file) if path else id(file)
    return status.st_dev, status.st_ino


def _codes(name: str, codes: Iterable[str]) -> tuple[str, ...]:
    if isinstance(codes, str):
        raise TypeError(f"{name} must be a list of codes, such as [{codes!r}], not a str")
    listed = tuple(codes)
    for code in listed:
        if not isinstance(code, str):
            raise TypeError(f"{name} must be a list of codes that are str, found {code!r}")
    return listed


class FileCheck(Check):
    """The check of a file: an iterator of the records with violations, and numbers that grow meanwhile.

    It is read once. At its end it is true if every record is valid; before, `bool` raises. `records`, `valid`, `invalid`
    and so on are numbers; `malformed` is that of malformed records, and of malformed text between records.
    """

    def __init__(
        self,
        rules: Rules,
        source: Any,
        format: str | None,
        delimiter: str | None,
        header: bool,
        missing: bool,
        min_records: int,
        dialect: Dialect,
        encoding: str,
        select: Iterable[str],
        ignore: Iterable[str],
        outputs: Outputs,
        data_set: DataSet | None = None,
        is_own: bool = False,
    ) -> None:
        if format not in _FORMATS:
            raise ValueError(f"format must be 'ndjson', 'json' or 'csv', found {format!r}")
        separator = _character("delimiter", delimiter)
        self._source = source
        flags = (0 if header else 1) | (2 if missing else 0) | dialect.flags
        if isinstance(source, (str, os.PathLike)):
            opened: Any = os.fsdecode(source)
        elif isinstance(source, (bytes, bytearray, memoryview)):
            opened = bytes(source)
        elif hasattr(source, "fileno"):
            opened = _descriptor(source)
        else:
            raise TypeError(f"a file must be a path, bytes or an open file, not {type(source).__name__}")
        if not isinstance(encoding, str):
            raise TypeError(f"encoding must be a str, not {type(encoding).__name__}")
        filters = (_codes("select", select), _codes("ignore", ignore))
        if data_set is not None and outputs:
            raise ValueError(
                "valid and invalid cannot be written with rules about records, which are decided after the last record: "
                "use split() of a table, or `ruleshell validate`"
            )
        stream = _assay.open_lines(
            rules, opened, _FORMATS[format], separator, flags, *dialect.arguments, encoding, *filters,
            None if data_set is None else data_set.handle,
        )
        super().__init__(rules, stream, min_records)
        # The data set that the file is all of, until its end; `_is_shared` if it is a part of one.
        self._data_set = data_set if is_own else None
        self._is_shared = data_set is not None and not is_own
        self._reads_records = False
        self._outputs = outputs
        outputs.open()
        self._results: Iterator[RecordResult] = iter(())
        self._ended = self._iterated = False

    def _advance(self) -> int | None:
        if self._ended:
            raise ValueError("this check was read to its end, and a check is read once: call check_file again")
        if self._reads_records:
            return self._advance_records()
        try:
            count = self._next()
            self._outputs.write(self._stream)
        except BaseException:
            self._outputs.close()
            raise
        if count is None:
            self._outputs.close()
            self._end(3)
            return self._advance_records()
        return count

    def _advance_records(self) -> int | None:
        """Goes on to the findings of rules about records, which come after all others."""
        count = None
        if self._data_set is not None:
            if not self._reads_records:
                self._finish_records(self._data_set)
            self._reads_records = True
            count = self._next_records(self._data_set)
        if count is None:
            self._ended = True
            self._warn(4)
        return count

    def _part(self) -> tuple[Violation, ...]:
        """The violations of the part that was read last."""
        if self._reads_records and self._data_set is not None:
            return self._data_set.handle.violations()
        return self._stream.violations()

    def _warn(self, stacklevel: int) -> None:
        for one in self.notes["warnings"]:
            import warnings

            warnings.warn(f"{one['message']}; {one['help']}", CellWarning, stacklevel=stacklevel + 1)

    @property
    def notes(self) -> dict[str, Any]:
        """Notes about the file besides its violations, so far: the numbers of `skippedLines` and `comments`,
        which were not checked, and `warnings` about cells that may be read otherwise than they are meant."""
        notes: dict[str, Any] = _json.loads(self._stream.notes())
        return notes

    @property
    def records(self) -> int:
        """The number of records that were read so far."""
        return self._total

    def tables(self) -> Iterator[ViolationTable]:
        """The violations as tables of Arrow, one for each part of the file that has some."""
        while (count := self._advance()) is not None:
            if count > 0:
                own = self._data_set if self._reads_records else None
                yield ViolationTable([self._stream.findings() if own is None else own.handle.findings(True)])

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
                self._results = _by_record(self._part())

    def run(self) -> FileCheck:
        """Reads to the end, and keeps the numbers only."""
        while self._advance() is not None:
            pass
        return self

    def __bool__(self) -> bool:
        if not self._ended:
            raise ValueError("this check is not read to its end: read it before, by run(), tables() or a loop")
        if self._is_shared:
            raise ValueError(_SHARED)
        return self._is_valid()

    def __repr__(self) -> str:
        return self._described("FileCheck", "record", "" if self._ended else " so far")


class ViolationTable:
    """Violations as a table: `pyarrow.table(violations)`, `polars.DataFrame(violations)`; any number of times.

    Its columns are record (from 1), pointer, field, rule, code, severity, message, parameters and value; violations of files
    have line, column, byte_offset and byte_length too.
    """

    def __init__(self, batches: list[Any]) -> None:
        self._batches = batches

    def __len__(self) -> int:
        return sum(len(batch) for batch in self._batches)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return _assay.batches_stream(self._batches)
