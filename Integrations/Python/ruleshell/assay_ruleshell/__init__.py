# SPDX-License-Identifier: Apache-2.0
"""`ruleshell`, which `python -m assay` runs."""

import os

__all__ = ["path"]

path: str = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ruleshell")
"""The executable."""
