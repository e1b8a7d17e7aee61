/* SPDX-License-Identifier: Apache-2.0
 *
 * assay-plugin-probe, as it comes with libassay: tries a plugin in a process of its own. The library starts
 * it; people have no use for it. All that it does is in the library. */
_Noreturn void assay_probe_main(void);

int main(void) { assay_probe_main(); }
