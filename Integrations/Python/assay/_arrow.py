# SPDX-License-Identifier: Apache-2.0
"""pyarrow, of whose functions type checkers know little."""

from __future__ import annotations

from typing import Any

import pyarrow as _pyarrow  # type: ignore[import-untyped,unused-ignore]
import pyarrow.compute as _compute  # type: ignore[import-untyped,unused-ignore]

pyarrow: Any = _pyarrow
compute: Any = _compute


def inverted(mask: Any) -> Any:
    """True where the mask is false."""
    return compute.invert(mask)


def parted(table: Any, mask: Any) -> tuple[Any, Any]:
    """The rows of a table or a batch where the mask is true, and the others."""
    try:
        return table.filter(mask), table.filter(inverted(mask))
    except pyarrow.ArrowNotImplementedError:
        return _chosen(table, mask), _chosen(table, inverted(mask))


def _chosen(table: Any, mask: Any) -> Any:
    columns = [_chosen_values(column, mask) for column in table.columns]
    return type(table).from_arrays(columns, schema=table.schema)


_VIEWS = {pyarrow.string_view(): pyarrow.large_string(), pyarrow.binary_view(): pyarrow.large_binary()}


def _chosen_values(column: Any, mask: Any) -> Any:
    """pyarrow does not filter views of texts, nor what contains some."""
    if column.type in _VIEWS:
        return column.cast(_VIEWS[column.type]).filter(mask).cast(column.type)
    try:
        return column.filter(mask)
    except pyarrow.ArrowNotImplementedError:
        return _runs(column, mask)


def _runs(column: Any, mask: Any) -> Any:
    """Its runs of chosen values, one after the other."""
    import itertools

    chunks, row = [column.slice(0, 0)], 0
    for chosen, run in itertools.groupby(mask.to_pylist()):
        length = sum(1 for _ in run)
        if chosen:
            chunks.append(column.slice(row, length))
        row += length
    if isinstance(column, pyarrow.ChunkedArray):
        return pyarrow.chunked_array([array for chunk in chunks for array in chunk.chunks], column.type).combine_chunks()
    return pyarrow.concat_arrays(chunks)
