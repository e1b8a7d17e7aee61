/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of the plugin `kit` in C++ share. */
#ifndef CONFORMANCE_HPP
#define CONFORMANCE_HPP
#include "assay_plugin.hpp"

assay::rule shape();

#endif
