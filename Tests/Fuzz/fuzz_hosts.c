/* SPDX-License-Identifier: Apache-2.0
 *
 * Feeds bytes to the reader of hosts: the first are the options, the rest is the text, which lies in
 * memory of exactly its size. A name that was read is a name of lower-case ASCII that reads as itself.
 *
 *     .ci/fuzz 60 fuzz_hosts
 */
#include "assay_c_rules.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_name(const assay_read_host *host, uint32_t options) {
    static assay_read_host again;
    if (host->length == 0 || host->length > ASSAY_HOST_LONGEST || host->labels == 0)
        abort();
    for (uint32_t i = 0; i < host->length; i++)
        if (host->name[i] >= 0x80 || (host->name[i] >= 'A' && host->name[i] <= 'Z'))
            abort();
    if (!assay_read_name(host->name, host->length, options, &again) || again.version != 0 ||
        again.length != host->length || memcmp(again.name, host->name, host->length) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static assay_read_host host;
    if (size < 1)
        return 0;
    uint32_t options = data[0];
    uint8_t *text = size > 1 ? malloc(size - 1) : NULL;
    if (text)
        memcpy(text, data + 1, size - 1);
    if (assay_read_name(text, text ? size - 1 : 0, options, &host) && host.version == 0)
        check_name(&host, options);
    if (assay_read_v6_host(text, text ? size - 1 : 0, &host))
        (void)assay_host_is_public(&host);
    free(text);
    return 0;
}
