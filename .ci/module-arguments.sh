# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# How the compiler finds the modules of a debug build, to type-check what is not part of a package: to be sourced at the root.

# Appends to the array `arguments`.
find_modules() { # FOLDER, where the package is built
    local map folder
    arguments+=(-I "$1/Modules" -I Plugins/ABI/include)
    # System libraries.
    for map in Sources/*/*/module.modulemap; do arguments+=(-I "${map%/*}"); done
    for folder in "$1"/../../checkouts/*/Sources/*/include; do arguments+=(-I "$folder"); done
    # The modules in C of which the package manager writes the map.
    for map in "$1"/*.build/module.modulemap; do arguments+=(-Xcc "-fmodule-map-file=$map"); done
}
