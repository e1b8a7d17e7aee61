# SPDX-License-Identifier: Apache-2.0
"""Tables through the Arrow C data interface."""

from __future__ import annotations

from . import _assay
from ._files import ViolationTable, count_by_rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

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


class TableCheck:
    """What a check of a table found; false if a row is invalid.

    `rows`, `invalid` and so on are numbers, `rule_counts` the violations of each of `rules.rules`, `counts` those that are
    not 0 by field and expression, `valid_mask` an array of booleans.
    """

    def __init__(self, rules: Rules, frame: Any, keep: bool) -> None:
        export = getattr(frame, "__arrow_c_stream__", None)
        if export is None:
            raise TypeError(f"a table must have __arrow_c_stream__, which {type(frame).__name__} has not")
        stream = _assay.open_table(rules, export())
        self._frame = frame
        self._batches: list[Any] = []
        self.rows = self.invalid = self.errors = self.warnings = self.faults = self.dropped = 0
        while (part := stream.advance()) is not None:
            self.rows += part[0]
            self.invalid += part[1]
            self.errors += part[3]
            self.warnings += part[4]
            self.faults += part[5]
            self.dropped += part[6]
            if keep and (part[2] > 0 or not self._batches):
                self._batches.append(stream.findings())
        if keep and not self._batches:
            self._batches.append(stream.findings())
        self._keeps = keep
        self._rules = rules
        self.rule_counts: list[int] = stream.counts() or [0] * len(rules.rules)
        self.counts: dict[str, int] = count_by_rule(rules, self.rule_counts)
        self.valid_mask = Mask(stream.valid_bits(), self.rows)

    @property
    def violations(self) -> ViolationTable:
        """The violations, with the number of their row in `record`."""
        if not self._keeps:
            raise ValueError("the table was checked with violations=False")
        return ViolationTable(self._batches)

    def split(self) -> tuple[Any, Any]:
        """The valid and the invalid rows, as tables of the same kind, or of pyarrow for what is neither of pyarrow, polars
        nor pandas."""
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
            mask = self._rules.check_table(table, violations=False).valid_mask
        return parted(table, pyarrow.array(mask))

    def __bool__(self) -> bool:
        return self.invalid == 0

    def __repr__(self) -> str:
        return f"<TableCheck {self.rows} rows, {self.invalid} invalid>"
