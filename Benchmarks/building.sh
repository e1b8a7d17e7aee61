# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What the benchmarks build and read, for those who set $here (this folder) and $work (where results go): to be sourced.

fail() {
    echo "bench: $*" >&2
    exit 1
}

# Ends the script if a tool is missing; what is printed says what installs it.
need() { # TOOL...
    "$here/../.ci/need" "$@" || exit 1
}

# The first number of a key in a JSON document on standard input; nothing where the key is absent.
number() {
    { grep -o "\"$1\" *: *[0-9.eE+-]*" || true; } | head -n 1 | sed 's/.*: *//'
}

# Compiles a program in C. The toolchain of Swift has a compiler, too.
build_c() { # SOURCE OUT OPTION...
    need swift
    "${CC:-$(command -v gcc || command -v clang)}" -std=c11 -O2 -Wall -Wextra "$1" -o "$2" "${@:3}"
}

# Builds the generator of records, in a folder of its own, and prints its path.
build_generator() {
    (
        unset SWIFTPM_BUILD_DIR
        build_swift "$here/../Examples/signup" signup-generator
    )
}

# The hand-written program.
build_limit() {
    need swift pkg-config
    local cc=${CC:-$(command -v gcc || command -v clang)} cxx=${CXX:-$(command -v g++ || command -v clang++)}
    local optimise=(-O3 -march=native -Wall -Wextra) pcre2 simdjson
    read -ra pcre2 <<<"$(pkg-config --cflags --libs libpcre2-8)"
    read -ra simdjson <<<"$(pkg-config --cflags --libs simdjson)"
    "$cc" "${optimise[@]}" -std=c11 -c "$here/limit/checks.c" -o "$work/checks.o"
    "$cxx" "${optimise[@]}" -std=c++17 "$here/limit/assay_limit.cpp" "$work/checks.o" -o "$work/assay-limit" \
        "${pcre2[@]}" "${simdjson[@]}" -pthread
}

# Builds a product and prints its path.
build_swift() { # PACKAGE-PATH PRODUCT OPTION...
    need swift
    # The order of a package's traits is that of a set: where it differs between products, all is compiled again.
    SWIFT_DETERMINISTIC_HASHING=1 swift build -c release --package-path "$1" --product "$2" "${@:3}" >"$work/build.log" 2>&1 || {
        cat "$work/build.log" >&2
        fail "$2 does not build"
    }
    echo "$(swift build -c release --package-path "$1" "${@:3}" --show-bin-path)/$2"
}
