# SPDX-License-Identifier: Apache-2.0
"""`python -m assay`: runs ruleshell."""

import os
import shutil
import sys
from pathlib import Path


def main() -> int:
    carried = Path(__file__).parent / "ruleshell"
    program = str(carried) if carried.exists() else shutil.which("ruleshell")
    if program is None:
        print("assay: this wheel does not carry ruleshell, and none is on PATH", file=sys.stderr)
        return 2
    os.execv(program, ["ruleshell", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
