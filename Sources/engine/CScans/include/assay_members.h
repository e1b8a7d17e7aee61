// SPDX-License-Identifier: Apache-2.0
//
// Members of many objects by their keys.

#ifndef ASSAY_MEMBERS_H
#define ASSAY_MEMBERS_H

#include "assay_plugin.h"

#include <stdbool.h>
#include <stddef.h>

// Looks up keys in `count` objects. columns[k][row] becomes the value of the last member with the key keys[k]
// of objects[row], or absent where there is none, or no object. Returns true if all values are objects, null
// or absent.
bool assay_find_members(const assay_value *objects, size_t count, const assay_str *keys, size_t key_count,
                        assay_value *const *columns);

#endif
