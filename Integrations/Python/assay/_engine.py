# SPDX-License-Identifier: Apache-2.0
"""The engine of the process: plugins and rules in Python."""

from __future__ import annotations

import datetime
import decimal
import enum
import inspect
import json
import os
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from . import _assay
from ._errors import make_error

_Function = TypeVar("_Function", bound=Callable[[Any], "bool | str | None"])

_CONCURRENT = 1
_plugins: dict[str, str] = {}


def _convert(value: object) -> tuple[bool, Any]:
    """A value that JSON has no type for: whether it is a number by its text, and what stands for it."""
    if isinstance(value, decimal.Decimal):
        if not value.is_finite():
            return False, float("nan")
        return True, format(value, "f") if -30 < value.adjusted() < 30 else str(value)
    if isinstance(value, enum.Enum):
        return False, value.value
    if isinstance(value, str):
        return False, str.__str__(value)
    if isinstance(value, (datetime.date, datetime.time)):
        return False, value.isoformat()
    if isinstance(value, uuid.UUID):
        return False, str(value)
    if isinstance(value, (set, frozenset)):
        return False, list(value)
    raise TypeError(f"cannot check a value of type {type(value).__name__}")


def _probe() -> str:
    return str(Path(__file__).parent / "assay-plugin-probe")


_assay.bind(make_error, decimal.Decimal, _convert, Mapping, json.loads, _probe())


def load_plugin(path: str | os.PathLike[str], settings: Mapping[str, Any] | None = None) -> None:
    """Loads a plugin after it was tried in a process of its own; rule sets compiled from now on can name its rules.

    Raises PluginError, which says what was found, what was expected and what helps.
    """
    where = str(Path(path).absolute())
    text = json.dumps(settings) if settings else ""
    if _plugins.get(where) == text:
        return
    _assay.load_plugin(where, text)
    _plugins[where] = text


def plugins() -> dict[str, str]:
    """The plugins that are loaded, with their settings, for processes that receive rules by pickle."""
    return dict(_plugins)


def load_plugins(loaded: dict[str, str]) -> None:
    for path, settings in loaded.items():
        if _plugins.get(path) != settings:
            _assay.load_plugin(path, settings)
            _plugins[path] = settings


def rule(
    name: str, *, codes: Mapping[str, str], summary: str | None = None
) -> Callable[[_Function], _Function]:
    """Makes a function on a value a rule that rule sets can name.

    The function returns True or None if the value is valid, and otherwise the code, or False for the first one.
    `codes` are the codes with their messages in English; `{value}` stands for the value. An exception is a fault of
    that record. Absent and null values do not reach the function.

    >>> @rule("acme.even", codes={"odd": "must be even"})
    ... def even(value):
    ...     return value % 2 == 0
    """
    prefix, _, identifier = name.partition(".")
    if not prefix or not identifier:
        raise ValueError(f"a rule's name must be '<prefix>.<rule>', found {name!r}")
    if not codes:
        raise ValueError(f"rule {name} must have at least 1 code")

    def add(function: _Function) -> _Function:
        numbers = {code: number for number, code in enumerate(codes)}

        def decide(value: Any) -> int:
            answer = function(value)
            if answer is None or answer is True:
                return -1
            if answer is False:
                return 0
            if isinstance(answer, str) and answer in numbers:
                return numbers[answer]
            raise ValueError(f"rule {name} returned {answer!r}, expected True, False or one of {', '.join(numbers)}")

        text = summary or (inspect.getdoc(function) or f"checks {identifier}").splitlines()[0]
        described = tuple((f"{identifier}.{code}", message) for code, message in codes.items())
        _assay.add_rule(prefix, identifier, text, _CONCURRENT, described, decide)
        return function

    return add
