# SPDX-License-Identifier: Apache-2.0
"""Tables through the Arrow C data interface."""

from __future__ import annotations

from . import _assay
from ._files import _SHARED, Check, ViolationTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._data_sets import DataSet
    from ._rules import Rules


class Mask:
    """Which rows are valid: an Arrow array of booleans, and an array for NumPy."""

    def __init__(self, bits: bytes, length: int) -> None:
        self._bits = bits
        self._length = length

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, row: int) -> bool:
        if row < 0:
            row += self._length
        if not 0 <= row < self._length:
            raise IndexError(f"row {row} of {self._length}")
        return bool(self._bits[row >> 3] >> (row & 7) & 1)

    def __iter__(self) -> Iterator[bool]:
        return (self[row] for row in range(self._length))

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return _assay.mask_array(self._bits, self._length)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy

        bits = numpy.frombuffer(self._bits, dtype=numpy.uint8)
        return numpy.unpackbits(bits, count=self._length, bitorder="little").astype(dtype or bool)


class TableCheck(Check):
    """What a check of a table found; false if a row is invalid.

    `rows`, `valid`, `invalid` and so on are numbers, `rule_counts` the violations of each of `rules.rules`, `counts` those
    that are not 0 by field and expression, `valid_mask` an array of booleans.
    """

    def __init__(
        self,
        rules: Rules,
        frame: Any,
        keep: bool = True,
        allow_missing_columns: bool = False,
        min_records: int = 0,
        *,
        stacklevel: int = 3,
        data_set: DataSet | None = None,
        is_shared: bool = False,
    ) -> None:
        export = getattr(frame, "__arrow_c_stream__", None)
        if export is None:
            raise TypeError(f"a table must have __arrow_c_stream__, which {type(frame).__name__} does not have")
        self._frame = frame
        self._allows_missing = allow_missing_columns
        data = None if data_set is None else data_set.handle
        super().__init__(rules, _assay.open_table(rules, export(), allow_missing_columns, data), min_records)
        self._data_set = data_set
        self._is_shared = is_shared
        stream = self._stream
        self._batches: list[Any] = []
        while (count := self._next()) is not None:
            if keep and (count > 0 or not self._batches):
                self._batches.append(stream.findings())
        if data_set is not None and not is_shared:
            self._take_records(data_set, keep)
        self._end(stacklevel)
        self._keeps = keep
        self.valid_mask = Mask(stream.valid_bits(), self._total)

    def _take_records(self, data_set: DataSet, keep: bool) -> None:
        """Adds what the rules about records find in the table, which is all of the data set."""
        self._finish_records(data_set)
        while (count := self._next_records(data_set)) is not None:
            self._stream.mark(data_set.handle)
            if keep and count > 0:
                self._batches.append(data_set.handle.findings(False))

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self._total

    @property
    def violations(self) -> ViolationTable:
        """The violations, with the number of their row in `record`, from 1."""
        if not self._keeps:
            raise ValueError("the table was checked with violations=False")
        return ViolationTable(self._batches)

    def split(self) -> tuple[Any, Any]:
        """The valid and the invalid rows, as tables of the same kind, or of pyarrow for what is neither of pyarrow, polars
        nor pandas."""
        if self._is_shared:
            raise ValueError("the table is a part of a data set, whose finish() decides which of its rows are invalid")
        mask = self.valid_mask
        library = type(self._frame).__module__.partition(".")[0]
        if library == "pandas":
            import numpy

            rows = numpy.asarray(mask)
            return self._frame[rows], self._frame[~rows]
        if library == "polars":
            import polars

            chosen = polars.Series(mask)
            return self._frame.filter(chosen), self._frame.filter(~chosen)
        from ._arrow import parted, pyarrow

        if isinstance(self._frame, pyarrow.RecordBatchReader):
            raise TypeError("a RecordBatchReader is read once: check its table, `reader.read_all()`, to split it")
        table = self._frame
        if library != "pyarrow":
            # A query may give its rows in another order when it runs again.
            table = pyarrow.table(self._frame)
            again = None if self._data_set is None else self._data_set.again()
            mask = TableCheck(
                self._rules, table, False, self._allows_missing, stacklevel=0, data_set=again
            ).valid_mask
        return parted(table, pyarrow.array(mask))

    def __bool__(self) -> bool:
        if self._is_shared:
            raise ValueError(_SHARED)
        return self._is_valid()

    def __repr__(self) -> str:
        return self._described("TableCheck", "row")
