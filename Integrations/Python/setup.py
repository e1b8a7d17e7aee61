# SPDX-License-Identifier: Apache-2.0
"""The extension: it links the libassay that ASSAY_PREFIX names."""

import os
from pathlib import Path

from setuptools import Extension, setup

prefix = Path(os.environ.get("ASSAY_PREFIX", "../../.build-libassay/prefix"))

setup(
    ext_modules=[
        Extension(
            "assay._assay",
            sorted(str(path) for path in Path("src").glob("*.c")),
            depends=["src/assay_python.h"],
            include_dirs=[str(prefix / "include")],
            library_dirs=[str(prefix / "lib")],
            libraries=["assay"],
            define_macros=[("Py_LIMITED_API", "0x030A0000"), ("_GNU_SOURCE", None)],
            extra_compile_args=["-std=c11", "-O2", "-g0", "-Wall", "-Wextra", "-Wno-cast-function-type"],
            extra_link_args=["-Wl,-rpath,$ORIGIN", "-Wl,-s"],
            py_limited_api=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp310"}},
)
