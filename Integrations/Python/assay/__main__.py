# SPDX-License-Identifier: Apache-2.0
"""`python -m assay`: runs ruleshell."""

import os
import shutil
import sys


def main() -> int:
    carried = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ruleshell")
    program = carried if os.access(carried, os.X_OK) else shutil.which("ruleshell")
    if program is None:
        print("assay: this wheel does not carry ruleshell, and none is on PATH", file=sys.stderr)
        return 2
    os.execv(program, ["ruleshell", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
