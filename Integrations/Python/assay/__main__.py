# SPDX-License-Identifier: Apache-2.0
"""`python -m assay`: runs the ruleshell of the package `assay-ruleshell`, and no other one."""

import os
import sys

_MISSING = "assay: ruleshell is in a package of its own: pip install 'assay[ruleshell]'"


def main() -> int:
    try:
        import assay_ruleshell  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        print(_MISSING, file=sys.stderr)
        return 2
    # It tries plugins by the probe of this package, which is of the same version.
    probe = os.path.join(os.path.dirname(os.path.abspath(__file__)), "assay-plugin-probe")
    os.environ.setdefault("ASSAY_PLUGIN_PROBE", probe)
    os.execv(assay_ruleshell.path, ["ruleshell", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
