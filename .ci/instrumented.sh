# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# The instrumented build that fuzzers and the counter of steps share, in .build-fuzz: to be sourced at the root. It is optimized, under
# the address sanitizer, with the coverage that libFuzzer reads and a call for each block of code that is run.

export SWIFT_DETERMINISTIC_HASHING=1
instrumented=.build-fuzz
instrumented_options=(-c release --scratch-path "$instrumented" --traits PCRE2 --sanitize=address
    -Xswiftc -sanitize=fuzzer -Xswiftc -sanitize-coverage=edge,trace-pc -Xswiftc -enable-testing
    -Xcc -fsanitize=fuzzer-no-link -Xcxx -fsanitize=fuzzer-no-link)

# Builds a target and all that it depends on; says in `products` where they are.
build_instrumented() { # TARGET
    swift build "${instrumented_options[@]}" --target "$1" && products=$(swift build "${instrumented_options[@]}" --show-bin-path)
}

# What a program in Swift that is compiled outside the package needs to import its modules, in the array `module_options`.
find_instrumented_modules() {
    local map package
    # The package is named after the folder of the checkout; most of the modules are its own.
    package=$(grep -o '"-package-name","[^"]*"' "$instrumented/release.yaml" | sort | uniq -c | sort -rn | head -n 1 | cut -d '"' -f 4)
    module_options=(-package-name "$package" -I "$products/Modules" -Xcc -IPlugins/ABI/include)
    for map in "$products"/*.build/module.modulemap Plugins/ABI/include/module.modulemap Sources/*/*/include/module.modulemap \
        Sources/*/C{PCRE2,YAML,Zlib,Zstd}/module.modulemap; do
        [[ ! -f $map ]] || module_options+=(-Xcc "-fmodule-map-file=$map")
    done
}

instrumented_libraries=(-lpcre2-8 -lsimdjson -lyaml -lz -lzstd -ledit -lstdc++)
