/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of the plugin `kit` in C share. */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H
#include "assay_plugin_c.h"

ASSAY_DECLARE_RULE(shape);

#endif
