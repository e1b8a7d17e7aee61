# SPDX-License-Identifier: Apache-2.0
"""The engine of the process: plugins and rules in Python."""

from __future__ import annotations

import os
from _collections_abc import Mapping

from . import _answers, _assay, _json
from ._errors import make_error
from ._plain import Plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    _Function = TypeVar("_Function", bound=Callable[..., Any])

_CONCURRENT = 1
_plugins: dict[str, str] = {}
_functions: dict[str, PythonRule] = {}


def _convert(value: object) -> tuple[bool, Any]:
    """A value that JSON has no type for: whether it is a number by its text, and what stands for it."""
    import datetime
    import decimal
    import enum
    import uuid

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


def _number(text: str) -> object:
    """A number by its text: an int where it is one, a float where that says the same, else a Decimal."""
    if text.lstrip("-").isdigit():
        try:
            return int(text)
        except ValueError:
            pass  # more digits than Python makes an int of
    near = float(text)
    # A double keeps 15 digits of any number that is not far from 1.
    if len(text) <= 15 and "e" not in text and "E" not in text:
        return near
    from decimal import Decimal

    exact = Decimal(text)
    return near if exact == Decimal(repr(near)) else exact


def _probe() -> str:
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "assay-plugin-probe")


_assay.bind(make_error, _number, _convert, Mapping, _json.loads, _probe())


def load_plugin(path: str | os.PathLike[str], settings: Mapping[str, Any] | None = None) -> None:
    """Loads a plugin after it was tried in a process of its own; rule sets compiled from now on can name its rules.

    Raises PluginError, which says what was found, what was expected and what helps.
    """
    import json

    where = os.path.abspath(os.fspath(path))
    text = json.dumps(dict(settings)) if settings else ""
    if _plugins.get(where) == text:
        return
    _assay.load_plugin(where, text)
    _plugins[where] = text


_CRASHES, _EXITS = 1, 2


def watch_plugins(*, crashes: bool = True, exits: bool = True, timeout: float | None = None) -> None:
    """Reports plugins that end the process, or do not let it go on, in a line on standard error.

    The line names the plugin, its version, the rule and, in files, the records. Call it once, before you load the
    first plugin; the handlers stay for the life of the process, and a child made by `os.fork` has them too.

    With `crashes`, the line comes before a signal such as SIGSEGV ends the process. With `exits`, a plugin that makes
    the C library exit, or ends a thread, ends the process with status 2. With a `timeout` in seconds, so does a call of
    a plugin that takes longer: it holds the thread, which cannot be stopped, and ^C does nothing meanwhile.
    """
    if timeout is not None and not 0 < timeout < float("inf"):
        raise ValueError(f"timeout must be a number of seconds above 0, found {timeout!r}")
    flags = (_CRASHES if crashes else 0) | (_EXITS if exits else 0)
    nanoseconds = 0 if timeout is None else min(max(1, round(timeout * 1e9)), 2**63 - 1)
    _assay.watch_plugins("assay", flags, nanoseconds)


def plugins() -> dict[str, str]:
    """The plugins that are loaded, with their settings, for processes that receive rules by pickle."""
    return dict(_plugins)


def load_plugins(loaded: dict[str, str]) -> None:
    for path, settings in loaded.items():
        if _plugins.get(path) != settings:
            _assay.load_plugin(path, settings)
            _plugins[path] = settings


class PythonRule(Plain):
    """What `rule` received, for processes that make the rule again."""

    __slots__ = ("name", "codes", "summary", "columns", "function")
    name: str
    codes: tuple[tuple[str, str], ...]
    summary: str
    columns: bool
    function: Callable[..., Any]

    def __init__(
        self, name: str, codes: tuple[tuple[str, str], ...], summary: str, columns: bool, function: Callable[..., Any]
    ) -> None:
        self._set(name=name, codes=codes, summary=summary, columns=columns, function=function)

    def register(self) -> None:
        prefix, _, identifier = self.name.partition(".")
        numbers = {code: number for number, (code, _) in enumerate(self.codes)}
        described = tuple((f"{identifier}.{code}", message) for code, message in self.codes)
        decider = _answers.column_decider if self.columns else _answers.value_decider
        _assay.add_rule(
            prefix, identifier, self.summary, _CONCURRENT, described,
            decider(self.name, self.function, numbers), self.columns,
        )
        _functions[self.name] = self


def python_rules() -> list[PythonRule]:
    """The rules in Python of this process, in the order in which they came."""
    return list(_functions.values())


def rule(
    name: str, *, codes: Mapping[str, str], summary: str | None = None, columns: bool = False
) -> Callable[[_Function], _Function]:
    """Makes a function a rule that rule sets can name.

    `codes` are the codes with their messages in English; `{value}` stands for the value. Absent and null values do
    not reach the function. An exception is a fault of that record.

    The function gets a value, and returns True if it is valid, and otherwise the code, or False for the first code.
    Anything else that it returns is a fault of that record too: None is what a function returns that falls off its end.

    >>> @rule("acme.even", codes={"odd": "must be even"})
    ... def even(value):
    ...     return value % 2 == 0
    >>> from assay import Rules
    >>> [found.message for found in Rules({"count": "acme.even"}).check({"count": 3}).violations]
    ['must be even']

    With `columns=True` it gets many values at once, as a `Column`, an Arrow array that `pyarrow.array`,
    `polars.Series` and the like read without a copy, and returns as many answers: an array of booleans of any of
    these libraries, or a list of what a function on a value returns. A null among booleans is a fault of its record; an
    answer of another kind, or another number of answers, is a fault of every record of the column. Values of a column
    have one type: text, integer (64 bits), number (double) or boolean; a batch with values of several types is several
    calls.

    >>> @rule("acme.short", codes={"long": "must be short"}, columns=True)
    ... def short(column):
    ...     import pyarrow.compute
    ...     return pyarrow.compute.less(pyarrow.compute.utf8_length(pyarrow.array(column)), 5)
    >>> Rules({"name": "acme.short"}).check({"name": "Anna"})
    <Result valid>
    """
    prefix, _, identifier = name.partition(".")
    if not prefix or not identifier:
        raise ValueError(f"a rule's name must be '<prefix>.<rule>', found {name!r}")
    if not isinstance(codes, Mapping):
        raise TypeError(f"codes of rule {name} must be a mapping of codes to messages, not {type(codes).__name__}")
    if not codes:
        raise ValueError(f"rule {name} must have at least 1 code")
    if len(codes) > _answers.MAXIMUM_CODES:
        raise ValueError(f"rule {name} must have at most {_answers.MAXIMUM_CODES} codes, found {len(codes)}")

    for code, message in codes.items():
        if not isinstance(code, str) or not isinstance(message, str):
            raise TypeError(f"codes of rule {name} must be str with messages that are str, found {code!r}: {message!r}")
        if not (code.isascii() and code.replace("_", "a").isalnum()):
            raise ValueError(f"a code of rule {name} must be letters and digits, found {code!r}")

    def add(function: _Function) -> _Function:
        if not callable(function):
            raise TypeError(f"rule {name} must be a function, not {type(function).__name__}")
        documented = summary or (function.__doc__ or "").strip() or f"checks {identifier}"
        text = documented.splitlines()[0].strip()
        PythonRule(name, tuple(codes.items()), text, columns, function).register()
        return function

    return add
