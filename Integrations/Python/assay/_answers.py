# SPDX-License-Identifier: Apache-2.0
"""What functions that are rules return, as numbers for the engine."""

from __future__ import annotations

from _collections_abc import Sequence

from . import _assay

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MAXIMUM_CODES = 250
# The bytes of a column's answers: 0 is valid, UNDECIDED is null, and other ones are 1 more than the index of a code.
UNDECIDED = 255


def _number(name: str, answer: object, numbers: dict[str, int]) -> int:
    """-1 for a valid value, else the index of the code."""
    if answer is True:
        return -1
    if answer is False:
        return 0
    if isinstance(answer, str) and answer in numbers:
        return numbers[answer]
    if type(answer).__module__ == "numpy" and type(answer).__name__ in ("bool", "bool_"):
        return -1 if answer else 0
    raise ValueError(f"rule {name} returned {answer!r}, expected True, False or one of {', '.join(numbers)}")


def _listed(name: str, answers: Any) -> Any:
    """The answers of a column, one by one. None is no answer, nor is what has no order."""
    for listed in ("to_pylist", "to_list", "tolist"):
        if hasattr(answers, listed):
            return getattr(answers, listed)()
    if isinstance(answers, Sequence) and not isinstance(answers, (str, bytes, bytearray, memoryview)):
        return answers
    raise ValueError(
        f"rule {name} returned {answers!r} for a column, expected an array of booleans, or a list of True, False and codes"
    )


def value_decider(name: str, function: Callable[[Any], Any], numbers: dict[str, int]) -> Callable[[Any], int]:
    """A function from a value to -1 or the index of a code."""

    def decide(value: Any) -> int:
        answer = function(value)
        return -1 if answer is True else _number(name, answer, numbers)

    return decide


def column_decider(
    name: str, function: Callable[[Any], Any], numbers: dict[str, int]
) -> Callable[[Any], tuple[bytes, str | None]]:
    """A function from a column to a byte for each of its values, and the reason of the values that are undecided."""

    def decide(column: Any) -> tuple[bytes, str | None]:
        answers = function(column)
        found = _booleans(answers)
        if found is None:
            found = bytes(_number(name, answer, numbers) + 1 for answer in _listed(name, answers))
        if len(found) != len(column):
            raise ValueError(f"rule {name} returned {len(found)} answers for {len(column)} values")
        nulls = found.count(UNDECIDED)
        return found, f"rule {name} returned null for {nulls} of {len(found)} values, expected True or False" if nulls else None

    return decide


def _booleans(answers: Any) -> bytes | None:
    """The bytes of an array of booleans; None for anything else."""
    if hasattr(answers, "__arrow_c_array__"):
        return _assay.boolean_answers(*answers.__arrow_c_array__())
    if hasattr(answers, "__arrow_c_stream__"):
        return _assay.boolean_answers(answers.__arrow_c_stream__(), None)
    if hasattr(answers, "filled"):
        return None  # a masked array of NumPy, whose memory has values where it has none
    try:
        view = memoryview(answers)
    except TypeError:
        return None
    return bytes(1 - valid for valid in view.tolist()) if view.format == "?" and view.ndim == 1 else None
