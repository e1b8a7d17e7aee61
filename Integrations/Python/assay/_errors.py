# SPDX-License-Identifier: Apache-2.0
"""What is raised, and how the library's errors become exceptions."""

from __future__ import annotations

from . import _json
from ._plain import Plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._assay import Result, Violation

_E_CANCELLED, _E_NOMEM, _E_ARGUMENT, _E_RULES, _E_INPUT, _E_PLUGIN, _E_ARROW = -5, -3, -32, -33, -34, -35, -36
_E_SCRATCH = -39


class AssayError(Exception):
    """The base of all exceptions of this package."""


class InputError(AssayError):
    """An input that cannot be checked: no such file, missing columns, too few records, a type of Arrow."""


class ScratchError(AssayError):
    """A scratch file of a data set that cannot be used: a full disk, a limit, a directory that cannot be written."""


class CellWarning(UserWarning):
    """A warning about a cell of a file that may be read otherwise than it is meant."""


class NoRecordsWarning(UserWarning):
    """A file or a table without a record: nothing was checked, so that nothing is invalid."""


class PluginError(AssayError):
    """A plugin that fails to load, or a rule in Python that breaks the contract."""


class Issue(Plain):
    """Something wrong in a rule set, with its place where it is known.

    >>> str(Issue("rule.unknown", "there is no rule 'requird'", help="did you mean 'required'?", file="people.yaml"))
    "people.yaml: there is no rule 'requird' (did you mean 'required'?)"
    """

    __slots__ = ("code", "message", "help", "file", "line", "column", "field", "expression")
    code: str
    message: str
    help: str | None
    file: str | None
    line: int | None
    column: int | None
    field: str | None
    expression: str | None

    def __init__(
        self,
        code: str,
        message: str,
        help: str | None = None,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        field: str | None = None,
        expression: str | None = None,
    ) -> None:
        self._set(
            code=code, message=message, help=help, file=file, line=line, column=column, field=field, expression=expression
        )

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        text = f"{place}: {self.message}" if place else self.message
        return f"{text} ({self.help})" if self.help else text


class RuleSetError(AssayError):
    """A rule set with issues: all of them, in its order."""

    def __init__(self, message: str, issues: list[Issue]) -> None:
        super().__init__(message, issues)
        self.issues = issues

    def __str__(self) -> str:
        return "\n".join([str(issue) for issue in self.issues] or [str(self.args[0])])


class Invalid(AssayError):
    """Raised by `validate` for an invalid record; `result` has its violations."""

    def __init__(self, result: Result) -> None:
        super().__init__(result)
        self.result = result

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The violations of the record."""
        return self.result.violations

    def __str__(self) -> str:
        return "; ".join(f"{found.pointer or 'record'}: {found.message}" for found in self.result.violations)


def _issue(found: dict[str, Any]) -> Issue:
    known = {name: found.get(name) for name in ("help", "file", "line", "column", "field", "expression")}
    return Issue(code=found.get("code", ""), message=found.get("message", ""), **known)


def make_error(rc: int, text: bytes) -> Exception:
    """The exception for an error of the library."""
    error = _json.loads(text)
    message = error.get("message", "the library failed")
    if rc == _E_RULES:
        return RuleSetError(message, [_issue(found) for found in error.get("issues", ())])
    if rc == _E_PLUGIN:
        remedy = error.get("remedy")
        return PluginError(f"{message} ({remedy})" if remedy and remedy not in message else message)
    if error.get("code") == "column.missing":
        return InputError(f"{message}; {error.get('help')}; allow_missing_columns=True checks the others")
    if error.get("code") == "column.noneThere":
        return InputError(f"{message}; {error.get('help')}")
    if rc == _E_SCRATCH:
        return ScratchError(f"{message} ({error.get('help')})")
    if error.get("code", "").startswith("source."):
        return InputError(f"{message} ({error.get('help')})")
    if rc in (_E_INPUT, _E_ARROW):
        return InputError(message)
    if rc == _E_NOMEM:
        return MemoryError(message)
    if rc == _E_ARGUMENT:
        return ValueError(message)
    return AssayError(message)
