# SPDX-License-Identifier: Apache-2.0
"""provenance.py: results that are kept in the repository, in Benchmarks/results, with what they were measured with.

A result is worth keeping if its commit says what was measured, and if nothing else ran. `prepare` makes sure of both before a
benchmark begins. As a program this file does the same, and prints the commit."""

import datetime
import json
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
RESULTS = os.path.join(HERE, "results")
# What may differ from the commit: results, and the pictures that are drawn of them.
KEPT = ("Benchmarks/results", "docs/pictures")
# The load of a quiet machine, and how many seconds it may take to become quiet: a build before it counts for a minute.
QUIET_LOAD, PATIENCE = 0.5, 300


def git(*arguments):
    return subprocess.run(["git", "-C", HERE, *arguments], check=True, capture_output=True, text=True).stdout.rstrip()


def prepare():
    """The commit that is measured. Ends the program with a message if a result could not be kept; waits for a busy machine."""
    changed = git("status", "--porcelain", "--", ":/", *(f":(top,exclude){folder}" for folder in KEPT))
    if changed:
        sys.exit(f"bench: a result that is saved names its commit; commit these changes first, or leave out --save:\n{changed}")
    begun = time.monotonic()
    if os.getloadavg()[0] > QUIET_LOAD:
        print(f"bench: waiting up to {PATIENCE} seconds for the machine to become quiet", file=sys.stderr)
    while os.getloadavg()[0] > QUIET_LOAD:
        if time.monotonic() - begun > PATIENCE:
            sys.exit(f"bench: the machine is busy; a result that is saved needs a load of at most {QUIET_LOAD}, "
                     f"not {os.getloadavg()[0]:.2f}")
        time.sleep(5)
    return git("rev-parse", "--short=12", "HEAD")


def processor():
    """The name of the processor, with its family and model, which tell apart those of one name."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        values = dict(re.findall(r"^([a-z ]+?)\s*: (.*)$", file.read(), re.M))
    if "model name" not in values:
        return os.uname().machine
    return f"{values['model name']} (family {values['cpu family']}, model {values['model']})"


def save(name, command, commit, figures):
    """Writes a result."""
    measured = {
        "command": command, "processor": processor(), "cores": os.cpu_count(),
        "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(), "commit": commit}
    os.makedirs(RESULTS, exist_ok=True)
    with open(os.path.join(RESULTS, name + ".json"), "w", encoding="utf-8") as file:
        json.dump({"measured": measured, **figures}, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    print(prepare())
