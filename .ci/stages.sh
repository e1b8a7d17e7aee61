# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Stages of `run` and `all`: to be sourced at the root. A stage is a function. What it prints is kept and shown when it has ended. It
# passes, fails, or is skipped; a stage whose prerequisite did not pass is not run. Each of these is counted and named at the end.
#
# A script that cannot look at anything ends with status 77 after a line `skipped: REASON`. A script that leaves out a part goes on,
# and prints `skipped: PART: REASON`.

# A package's traits become options of the compiler in the order of a set, which is another one in each process without this:
# all would be compiled again.
export SWIFT_DETERMINISTIC_HASHING=1
export CI=${CI:-true}
exec </dev/null

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
started=$SECONDS
commit=$(git rev-parse --short HEAD)
git diff --quiet HEAD || commit+=' and changes'

# The stages that have to pass before a stage is run, by its name. Each one needs `dependencies`, if the run has such a stage.
declare -A needs=()

# Writes down how a stage has ended.
end_stage() { # NAME RESULT SECONDS PROCESSOR-SECONDS REASON
    printf '%s\n' "${@:2}" >"$results/$1.result"
}

# A line of what is known of a stage that has ended: result, seconds, processor seconds, reason.
known() { # NAME LINE
    [[ -e $results/$1.result ]] && sed -n "$2p" "$results/$1.result"
}

# The seconds of the processor that a shell and all that it has waited for have used, from the output of `times`.
processor_seconds() { # FILE
    tr ' ' '\n' <"$1" | awk -F '[ms]' 'NF > 1 { sum += 60 * $1 + $2 } END { printf "%.0f", sum }'
}

# Runs a stage. Not to be called in a condition, nor with `||`: a function ends at a command that fails only where no one asks for its
# status.
stage() { # NAME
    local name=$1 begin=$SECONDS status prerequisite
    for prerequisite in dependencies ${needs[$name]:-}; do
        case $(known "$prerequisite" 1) in
            '' | passed) ;;
            *)
                end_stage "$name" 'not run' 0 0 "${prerequisite//_/ } did not pass"
                return
                ;;
        esac
    done
    printf '==> %s\n' "${name//_/ }"
    (
        # Not in a pipe, whose shell would count from nothing.
        trap 'times >"$results/$name.times"' EXIT
        set -e
        "$name"
    ) >"$results/$name.log" 2>&1
    status=$?
    end_stage "$name" "$(result_of_status "$status")" $((SECONDS - begin)) "$(processor_seconds "$results/$name.times")" \
        "$(reason_of "$name" "$status")"
    show_stage "$name"
}

result_of_status() { # STATUS
    case $1 in
        0) echo passed ;;
        77) echo skipped ;;
        *) echo failed ;;
    esac
}

# What was left out, for a stage that passed or was skipped, and the status of one that failed.
reason_of() { # NAME STATUS
    case $2 in
        0 | 77) sed -n 's/^skipped: //p' "$results/$1.log" | awk '{ printf "%s%s", (NR > 1 ? "; " : ""), $0 }' ;;
        124) echo 'it took too long' ;;
        *) echo "status $2" ;;
    esac
}

# One write for all of it, or the output of lanes would be mixed.
show_stage() { # NAME
    {
        printf -- '--> %s\n' "${1//_/ }"
        cat "$results/$1.log"
        printf '<== %s: %s in %d s (processor: %d s)\n' "${1//_/ }" "$(known "$1" 1)" "$(known "$1" 2)" "$(known "$1" 3)"
    } >"$results/$1.shown"
    flock "$results" cat "$results/$1.shown"
}

# Runs stages one after another. One that fails does not end its lane: what needs it is not run.
lane() { # NAME...
    local name
    for name in "$@"; do stage "$name"; done
}

# The lines of a log that name an error; of one without them, the last lines.
errors_of() { # FILE
    local lines
    lines=$(grep -aE '^✘|(error|Fatal error|ERROR|WARNING): ' "$1" | grep -av '^◇' | tail -n 40) || true
    [[ -n $lines ]] || lines=$(grep -avE '^(✔|◇|\[[0-9]+/)' "$1" | tail -n 40) || true
    cut -c1-1000 <<<"$lines"
}

# The table of all stages, as Markdown.
table() { # NAME...
    local name
    printf '\n| stage | result | seconds | processor seconds | commit |\n|---|---|---|---|---|\n'
    for name in "$@"; do
        printf '| %s | %s | %s | %s | %s |\n' "${name//_/ }" "$(known "$name" 1)$(known "$name" 4 | sed '/./s/^/: /')" \
            "$(known "$name" 2)" "$(known "$name" 3)" "$commit"
    done
}

# Ends the run: what failed is repeated where it is seen first, every stage is in the table, and the last line counts them. The
# status is 0 if each one passed or was skipped.
finish() { # NAME...
    local name passed=0 skipped=() failed=() missing=()
    for name in "$@"; do
        case $(known "$name" 1) in
            passed) passed=$((passed + 1)) ;;
            skipped) ;;
            failed)
                failed+=("${name//_/ }")
                printf '\n%s failed:\n' "${name//_/ }"
                errors_of "$results/$name.log"
                ;;
            'not run') missing+=("${name//_/ }: $(known "$name" 4)") ;;
            *)
                end_stage "$name" 'not run' 0 0 'its lane ended early'
                missing+=("${name//_/ }: its lane ended early")
                ;;
        esac
        case $(known "$name" 1) in
            passed | skipped) [[ -z $(known "$name" 4) ]] || skipped+=("${name//_/ }: $(known "$name" 4)") ;;
        esac
    done
    table "$@"
    printf '\nin %d s: passed %d, skipped %d%s, failed %d%s' $((SECONDS - started)) "$passed" "${#skipped[@]}" "$(listed "${skipped[@]}")" \
        "${#failed[@]}" "$(listed "${failed[@]}")"
    ((${#missing[@]} == 0)) || printf ', not run %d%s' "${#missing[@]}" "$(listed "${missing[@]}")"
    echo
    ((${#failed[@]} + ${#missing[@]} == 0))
}

# Words in parentheses, or nothing.
listed() { # WORD...
    (($# > 0)) || return 0
    local text
    text=$(printf '%s; ' "$@")
    printf ' (%s)' "${text%; }"
}

# Runs the stages of these names, in this order, and ends the run.
run_chosen() { # NAME...
    local name names=()
    for name in "$@"; do
        name=${name//[- ]/_}
        declare -F "$name" >/dev/null && ! grep -qx "declare -f $name" <<<"$no_stages" || { echo "no stage is called $name" >&2 && exit 2; }
        names+=("$name")
    done
    lane "${names[@]}"
    finish "${names[@]}"
}

# Ends a stage that cannot look at anything here.
skip() { # REASON
    echo "skipped: $1"
    exit 77
}

# --- Builds that several stages share ---

# Packages that are built with optimization share a folder, and so the modules of the engine. The cryptographic library takes
# minutes to build with optimization too; the folder of the tests would be locked.
optimised() { # COMMAND...
    SWIFTPM_BUILD_DIR=$PWD/.build-release ASSAY_BUILD_OPTIONS='--traits PCRE2' "$@"
}

# What builds on Hummingbird shares a folder, and so the modules of the engine and those of Hummingbird.
beside_services() { # COMMAND...
    SWIFTPM_BUILD_DIR=$PWD/.build-services "$@"
}

# Builds the tests of a package without whatever else could be built with it, and runs them.
test_package() { # PATH NAME OPTION...
    swift build --package-path "$1" --product "$2PackageTests" "${@:3}"
    .ci/run-tests swift test --skip-build --package-path "$1" "${@:3}"
}

# How much memory a sanitized program uses says nothing about the program; what the makefiles of new plugins build is not
# sanitized; a program takes one sanitizer's runtime and its addresses, debuggers are about programs without one, and a sanitizer
# ends a program that crashes in its own way.
not_sanitized='EndToEndTests.MemoryTests|EndToEndTests.NewPluginTests|EndToEndTests.PluginDebugTests|EndToEndTests.PluginCrashTests'
not_sanitized+='|AssayPluginHostTests.ReloadMemoryTests|HostilePlugins.RemedyTests/(limitOfAddresses|sanitizer)|EndToEndTests.PluginCheckOptionTests'
# Its commands have the checker of plugins measure the stack of a plugin.
not_sanitized+='|EndToEndTests.DocumentationTests/commandsOfTheReadmeWork'
# What these do happens in the process of the probe, which is not sanitized.
in_the_probe='HostilePlugins\.(Escape|Evaluate|Jail|ProcessState|Start|ThreadState)Tests'

# Runs tests under a sanitizer. It looks at optimized code, which is what users run, where memory is handled by hand; Package.swift says
# what is not optimized. The cryptographic library takes minutes to build; the other tests have had it.
sanitized_tests() { # SANITIZER TARGETS OPTION...
    local options=(-c release -Xswiftc -enable-testing --traits PCRE2 --sanitize="$1" --scratch-path ".build-$1")
    # Plugins in Swift take the sanitizer's functions from the program that loads them. The locks are those that the sanitizer sees.
    [[ $1 != thread ]] || options+=(-Xlinker --export-dynamic -Xswiftc -DTHREAD_SANITIZER)
    export ASSAY_SANITIZED_TESTS=$2
    swift build --build-tests "${options[@]}"
    # Leaks are not looked for: the Swift runtime keeps what it allocates for types. Short stacks make the many small allocations of the
    # tests cheaper.
    export ASAN_OPTIONS=detect_leaks=0:malloc_context_size=8 TSAN_OPTIONS=halt_on_error=1
    echo "not run under this sanitizer: $not_sanitized|$in_the_probe, and what the tests themselves say"
    timeout 45m .ci/run-tests swift test --skip-build "${options[@]}" --skip "$not_sanitized|$in_the_probe" "${@:3}"
}

# The functions of this file.
no_stages=$(declare -F)
