# SPDX-License-Identifier: Apache-2.0
"""`python -m assay`: runs the ruleshell that the package carries, and no other one."""

import os
import sys

_MISSING = """assay: this package does not carry ruleshell, which does not fit into its wheel
help: 'make install' and the tarball of 'make dist' have it, as 'ruleshell'"""


def main() -> int:
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ruleshell")
    if not os.access(program, os.X_OK):
        print(_MISSING, file=sys.stderr)
        return 2
    os.execv(program, ["ruleshell", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
