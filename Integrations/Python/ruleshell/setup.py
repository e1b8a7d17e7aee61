# SPDX-License-Identifier: Apache-2.0
"""The wheel has a program for a machine, and nothing for a version of Python."""

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class Program(Distribution):
    def has_ext_modules(self):
        return True


class Wheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(distclass=Program, cmdclass={"bdist_wheel": Wheel})
