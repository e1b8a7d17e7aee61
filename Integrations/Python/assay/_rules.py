# SPDX-License-Identifier: Apache-2.0
"""Rule sets, compiled."""

from __future__ import annotations

import os
from _collections_abc import Mapping

from . import _assay, _engine, _json
from ._data_sets import DataSet, own_data_set
from ._errors import Invalid, RuleSetError
from ._files import Dialect, FileCheck, Outputs
from ._plain import Plain
from ._tables import TableCheck

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, BinaryIO

    from ._assay import Result


class RuleInfo(Plain):
    """One use of a rule in a rule set."""

    __slots__ = ("field", "rule", "expression", "severity")
    field: str
    rule: str
    expression: str
    severity: str

    def __init__(self, field: str, rule: str, expression: str, severity: str) -> None:
        self._set(field=field, rule=rule, expression=expression, severity=severity)


class Rules(_assay.RulesBase):
    """A compiled rule set: immutable, for any number of threads, and picklable.

    `source` is YAML or JSON as a str, a path (`pathlib.Path`), or a mapping: a whole rule set, or only its fields.
    `language` is that of messages (BCP 47), `timeout` the seconds after which a check ends with faults. A record has at
    most `maximum_record_bytes` (16 MiB unless it is given) and lists and objects of `maximum_depth` levels (64, which is
    also the most for a mapping), of which it is the first. `partial=True` is for records that have only some fields,
    such as the body of a PATCH: an absent field is not required, and a rule that reads one does not run. A field that is
    None, or an empty text, is not absent. `partial` says so, and so do the problem of a result and the check of a file.

    >>> Rules({"email": "required, email"}).check({"email": "a@b.cc"})
    <Result valid>

    Raises RuleSetError with every issue of the rule set.
    """

    def __init__(
        self,
        source: str | os.PathLike[str] | Mapping[str, Any],
        *,
        name: str | None = None,
        language: str = "",
        timeout: float | None = None,
        maximum_record_bytes: int = 0,
        maximum_depth: int = 0,
        partial: bool = False,
    ) -> None:
        if isinstance(source, Mapping):
            fields = source if isinstance(source.get("fields"), Mapping) else {"fields": dict(source)}
            text = _json.dumps({"assay": 1, **fields})
        elif isinstance(source, str):
            text = source
        elif isinstance(source, os.PathLike):
            path = os.fsdecode(source)
            text = _read(path)
            name = name or path
        else:
            raise TypeError(f"a rule set must be a str, a path or a mapping, not {type(source).__name__}")
        nanoseconds = _limited("timeout", timeout or 0, "seconds from 0 to", 1_000_000_000) * 1e9
        options = (
            name or "<text>",
            language,
            # Less than a nanosecond is not none at all.
            max(1, int(nanoseconds)) if nanoseconds > 0 else 0,
            _limited("maximum_record_bytes", maximum_record_bytes, "bytes from 0 to", 1 << 31),
            _limited("maximum_depth", maximum_depth, "levels from 0 to", 1000),
            bool(partial),
            isinstance(source, (os.PathLike, _FileText)),
        )
        self._source = (text, options)
        description = _json.loads(self._compile(text.encode(), *options))
        columns = tuple(description["columns"])
        known = None if description["unknownFields"] == "allow" else frozenset(columns)
        self._prepare(columns, known)
        self._columns = columns
        self._unchecked = tuple(description.get("unchecked", ()))
        if self._unchecked:
            import warnings

            warnings.warn(
                f"rules about records are not checked for single records: {', '.join(self._unchecked)}",
                stacklevel=2,
            )
        self._infos = [
            RuleInfo(*(used[key] for key in ("field", "rule", "expression", "severity"))) for used in description["rules"]
        ]

    @classmethod
    def load(cls, path: str | os.PathLike[str], **options: Any) -> Rules:
        """The rules of a file; files that it includes are looked for beside it."""
        return cls(_Named(os.fsdecode(path)), **options)

    @property
    def columns(self) -> tuple[str, ...]:
        """The top-level fields that the rules read: what a table needs for them.

        >>> Rules({"name": "required", "items[*].price": "positive"}).columns
        ('name', 'items')
        """
        return self._columns

    @property
    def partial(self) -> bool:
        """True if records have a part of the fields, so that a valid one says nothing of a whole record.

        >>> Rules({"name": "required", "age": "range(18...)"}, partial=True).check({"age": 20})
        <Result valid>
        """
        return bool(self._source[1][5])

    @property
    def unchecked(self) -> tuple[str, ...]:
        """The rules about records of a data set, such as "unique(orderId)", which no check of a single record decides.

        A valid record does not say that a data set with it is valid: `check_file`, `check_table` and `data_set` do.

        >>> Rules({"name": "required"}).unchecked
        ()
        """
        return self._unchecked

    @property
    def rules(self) -> list[RuleInfo]:
        """The uses of rules, in the order of the rule set."""
        return list(self._infos)

    def validate(self, record: object) -> None:
        """Checks one record and raises Invalid if it is invalid.

        >>> Rules({"name": "required"}).validate({})
        Traceback (most recent call last):
        assay.Invalid: /name: is required
        """
        result = self.check(record)
        if not result:
            raise Invalid(result)

    def check_many(self, records: Iterable[object]) -> Iterator[Result]:
        """Checks records one after the other, as they are asked for: the results in the same order.

        >>> [bool(result) for result in Rules({"name": "required"}).check_many([{"name": "Ann"}, {}])]
        [True, False]
        """
        return map(self.check, records)

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
        select: Iterable[str] = (),
        ignore: Iterable[str] = (),
        valid: str | os.PathLike[str] | BinaryIO | None = None,
        invalid: str | os.PathLike[str] | BinaryIO | None = None,
        sources: Mapping[str, str | os.PathLike[str]] | None = None,
        scratch: str | os.PathLike[str] | None = None,
    ) -> FileCheck:
        """Checks the records of a file: NDJSON, a JSON array or CSV, plain or packed with gzip or Zstandard.

        `source` is a path, the bytes themselves, or an open file with a descriptor, which is not packed. Memory does
        not grow with the file. Iterate over what is returned for the records with violations; `run` only counts, and
        `tables` gives the violations as tables of Arrow.

        A CSV that lacks a column for a field of the rules raises InputError, unless `allow_missing_columns` is true. At
        the end of a file with fewer than `min_records` records InputError is raised; without any record there is a
        NoRecordsWarning.

        `encoding` is that of the text: utf-8, utf-16, utf-16le, utf-16be, latin-1 or windows-1252. `select` are the only
        codes whose violations count, and `ignore` those that do not; the id of a rule, such as `length`, is all its codes.
        `valid` and `invalid` are files to which the valid and the invalid records are written while the check is read, as
        they are in `source`, in a file of the same format: paths, or files that are open for bytes.

        Rules about records, such as `unique`, are decided at the end: their violations come after all others. `sources` are
        the files of the rule set's sources, and `scratch` is the directory for keys that do not fit into memory, as those
        of `data_set`.

        The other options are for CSV that is not RFC 4180: `skip` lines before the header and `skip_last` at the end,
        lines that begin with `comment`; a `quote` other than `"`, or `"none"`, which is the default for paths that end
        with `.tsv`; an `escape`; `lazy_quotes`, which are text where they neither open nor end a cell;
        `skip_initial_space` before cells; `single_line`, which ends a record with its line; and the words of `null`, which
        mean that a value is missing. At the end there is a CellWarning if a cell may be read otherwise than it is meant.

        >>> checked = Rules({"name": "required"}).check_file(b'{"name": "Ann"}\\n{}\\n', format="ndjson")
        >>> [(result.record, result.violations[0].pointer) for result in checked]
        [(2, '/name')]
        >>> checked.records, checked.invalid, checked.counts
        (2, 1, {'name: required': 1})
        """
        dialect = Dialect(skip, skip_last, comment, quote, escape, lazy_quotes, skip_initial_space, single_line, null)
        return FileCheck(
            self, source, format, delimiter, header, allow_missing_columns, min_records, dialect, encoding, select, ignore,
            Outputs(source, valid, invalid), own_data_set(self, sources, scratch, select, ignore), True,
        )

    def check_table(
        self,
        frame: object,
        *,
        violations: bool = True,
        allow_missing_columns: bool = False,
        min_records: int = 0,
        sources: Mapping[str, str | os.PathLike[str]] | None = None,
        scratch: str | os.PathLike[str] | None = None,
    ) -> TableCheck:
        """Checks the rows of anything with `__arrow_c_stream__`: a table of pyarrow, polars, pandas or duckdb.

        A column that no rule reads is not looked at. A field of the rules that no column is raises InputError: its name
        may be mistyped. With `allow_missing_columns=True` such a field is absent in every row, and in `never_seen`; that
        not one field is there stays an error. A table of fewer than `min_records` rows raises InputError; one without any
        row is a NoRecordsWarning. `violations=False` counts only, and keeps no findings. Rules about records, such as
        `unique`, are about the rows of the table; `sources` and `scratch` are those of `data_set`.

        >>> import pyarrow
        >>> checked = Rules({"age": "required, range(18...)"}).check_table(pyarrow.table({"age": [17, 18, None]}))
        >>> checked.rows, checked.invalid, list(checked.valid_mask)
        (3, 2, [False, True, False])
        >>> good, quarantined = checked.split()
        >>> quarantined["age"].to_pylist()
        [17, None]
        """
        data_set = own_data_set(self, sources, scratch)
        return TableCheck(self, frame, violations, allow_missing_columns, min_records, data_set=data_set)

    def data_set(
        self,
        *,
        sources: Mapping[str, str | os.PathLike[str]] | None = None,
        scratch: str | os.PathLike[str] | None = None,
        scratch_memory: int = 0,
        scratch_limit: int = 0,
        select: Iterable[str] = (),
        ignore: Iterable[str] = (),
    ) -> DataSet:
        """A data set of several files and tables, for the rules about records.

        `sources` are the files of the rule set's sources, in place of those that a rule set in a file names. Keys take
        `scratch_memory` bytes (16 MiB unless it is given); further ones go to files in the directory `scratch` (`TMPDIR`, or
        /tmp) that have no names and `scratch_limit` bytes together. `select` and `ignore` are those of `check_file`.

        >>> import warnings
        >>> warnings.simplefilter("ignore")
        >>> data = Rules({"fields": {"id": "required"}, "records": ["unique(id)"]}).data_set()
        >>> for part in (b'{"id": 1}\n', b'{"id": 1}\n{}\n'):
        ...     print(data.check_file(part, format="ndjson").run())
        <FileCheck 1 record, 0 invalid>
        <FileCheck 2 records, 1 invalid>
        >>> for found in data.finish():
        ...     print(found.input, found.record, found.violations[0].message)
        2 1 is the same as in line 1 of input 1

        Raises ValueError for rules without any about records, InputError for a source that cannot be read.
        """
        return DataSet(self, sources, scratch, scratch_memory, scratch_limit, select, ignore)

    def __reduce__(self) -> tuple[Any, ...]:
        return made_again, (self._source, _engine.plugins())

    def __repr__(self) -> str:
        partial = ", partial" if self.partial else ""
        return f"<Rules {self._source[1][0]}: {len(self._infos)} rules{partial}>"


def _limited(name: str, value: Any, unit: str, most: int) -> Any:
    if not 0 <= value <= most:
        raise ValueError(f"{name} must be {unit} {most:,}, found {value!r}")
    return value


class _FileText(str):
    """The text of a file, whose path is the name of the rules."""


class _Named:
    """A path as it was written."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __fspath__(self) -> str:
        return self.path


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except UnicodeDecodeError as error:
        raise RuleSetError(f"{path}: expected UTF-8, found other bytes at {error.start}", []) from None


def made_again(source: tuple[str, tuple[Any, ...]], plugins: dict[str, str]) -> Rules:
    _engine.load_plugins(plugins)
    text, (name, language, timeout, record_bytes, depth, partial, named) = source
    return Rules(
        _FileText(text) if named else text,
        name=name,
        language=language,
        timeout=timeout / 1e9,
        maximum_record_bytes=record_bytes,
        maximum_depth=depth,
        partial=partial,
    )
