/* SPDX-License-Identifier: Apache-2.0
 *
 * known_tld.h: the parameter of rules about hosts that looks up the top-level domain. */
#ifndef ASSAY_KNOWN_TLD_H
#define ASSAY_KNOWN_TLD_H
#include "assay_plugin_c.h"

#define KNOWN_TLD_PARAMETER(host)                                                                            \
    ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "knownTLD",                                                         \
                    "The " host " must have a dot and end with a top-level domain of IANA's root zone",      \
                    ASSAY_DEFAULT_BOOLEAN(false))

#endif
