# SPDX-License-Identifier: Apache-2.0
"""Validates records against rule sets.

>>> import assay
>>> rules = assay.Rules({"email": "required, email", "age": "integer, range(18...120)"})
>>> result = rules.check(b'{"email": "a@b.cc", "age": 12}')
>>> for violation in result.violations:
...     print(violation.pointer, violation.code)
/age range.tooSmall
"""

from ._engine import load_plugin, rule, watch_plugins
from ._data_sets import DataSet, DataSetCheck, DataSetResult
from ._errors import AssayError, CellWarning, InputError, Invalid, Issue, NoRecordsWarning, PluginError, RuleSetError, ScratchError
from ._files import FileCheck, MissingField, RecordResult, ViolationTable
from ._assay import Batch as Column
from ._assay import Result, Violation
from ._rules import RuleInfo, Rules
from ._tables import Mask, TableCheck

__version__ = "0.1.0"

__all__ = [
    "AssayError", "CellWarning", "Column", "DataSet", "DataSetCheck", "DataSetResult", "FileCheck", "InputError", "Invalid",
    "Issue", "Mask", "MissingField", "NoRecordsWarning", "PluginError", "RecordResult", "Result", "RuleInfo", "RuleSetError",
    "Rules", "ScratchError", "TableCheck", "Violation", "ViolationTable", "load_plugin", "rule", "watch_plugins",
]

# What users see is named by the package, also where it is shown.
for _name in __all__:
    _seen = globals()[_name]
    if _seen.__module__.startswith("assay._"):
        _seen.__module__ = "assay"
