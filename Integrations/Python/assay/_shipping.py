# SPDX-License-Identifier: Apache-2.0
"""How rules, plugins and this package come to the executors of Spark."""

from __future__ import annotations

import os

from . import _engine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._rules import Rules

_shipped: set[tuple[str, str]] = set()
_compiled: dict[bytes, Rules] = {}


def ship(session: Any) -> None:
    """Sends this package to the executors of a session, once for its application.

    The functions of `assay.spark` call it. Nothing is sent where executors are on this machine (`local`), with Spark
    Connect, or where `spark.assay.ship` is `false`: then the wheel has to be installed there.
    """
    context = _context(session)
    if context is None or session.conf.get("spark.assay.ship", "true") != "true":
        return
    package = os.path.dirname(os.path.abspath(__file__))
    libraries = f"{package}.libs"
    for folder in (package, libraries):
        if os.path.isdir(folder):
            _once(context, folder, lambda path: context.addArchive(_pack(path)))


class Shipment:
    """Rules on their way: what the closure of a task holds."""

    def __init__(self, session: Any, rules: Rules) -> None:
        from pyspark import cloudpickle  # type: ignore[import-not-found,unused-ignore]

        ship(session)
        context = _context(session)
        plugins = _engine.plugins()
        if context is not None:
            for path in plugins:
                _once(context, path, context.addFile)
        text = rules._source[0]
        named = [rule for rule in _engine.python_rules() if rule.name in text]
        self._packed = cloudpickle.dumps((rules._source, plugins, named))

    def rules(self) -> Rules:
        """The rules, compiled once for a process."""
        found = _compiled.get(self._packed)
        if found is None:
            found = _compiled[self._packed] = self._compile()
        return found

    def _compile(self) -> Rules:
        from pyspark import cloudpickle  # type: ignore[import-not-found,unused-ignore]

        from ._rules import made_again

        source, plugins, named = cloudpickle.loads(self._packed)
        _engine.load_plugins({_plugin_here(path): settings for path, settings in plugins.items()})
        known = {rule.name for rule in _engine.python_rules()}
        for rule in named:
            if rule.name not in known:
                rule.register()
        return made_again(source, {})


def _context(session: Any) -> Any:
    """The context of a cluster; None for `local`, and for Spark Connect, which has none here."""
    try:
        context = session.sparkContext
    except Exception:
        return None
    master = str(context.master)
    return None if master == "local" or master.startswith("local[") else context


def _once(context: Any, path: str, send: Any) -> None:
    if (context.applicationId, path) not in _shipped:
        send(path)
        _shipped.add((context.applicationId, path))


def _pack(folder: str) -> str:
    """An archive of the folder's content, which Spark unpacks into a folder of its name among its files, from where
    Python imports."""
    import tarfile
    import tempfile

    name = os.path.basename(folder)
    path = os.path.join(tempfile.mkdtemp(prefix="assay-"), f"{name}.tar.gz")
    with tarfile.open(path, "w:gz", compresslevel=1) as archive:
        archive.add(folder, ".", filter=lambda entry: None if "__pycache__" in entry.name else entry)
    return f"{path}#{name}"


def _plugin_here(path: str) -> str:
    from pyspark import SparkFiles  # type: ignore[import-not-found,unused-ignore]

    sent = str(SparkFiles.get(os.path.basename(path)))
    return sent if os.path.exists(sent) else path
