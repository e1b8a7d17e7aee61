# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# How `swift build` builds what runs without Swift: to be sourced.

# The tests check at run time that memory is accessed exclusively; here that would be paid for at each access. Asked for by its name,
# a generic type is one for whose conformances the runtime searches; what starts needs dozens of them. With a section for each function
# the linker leaves out the functions that nothing calls.
# shellcheck disable=SC2034 # for who sources it
static_options=(-c release --static-swift-stdlib -Xswiftc -enforce-exclusivity=unchecked
    -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
    -Xswiftc -Xfrontend -Xswiftc -function-sections)
export ASSAY_BUILDS_LIBRARY=1
# The folders are their own, whatever other builds share.
unset SWIFTPM_BUILD_DIR
