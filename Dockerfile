# SPDX-License-Identifier: Apache-2.0
#
# ruleshell with the libraries that it needs and nothing else: no shell, no package manager.
#
#     docker build -t ruleshell .
#     docker run --rm -v "$PWD:/work" ruleshell run
FROM swift:6.2-bookworm AS build
WORKDIR /source
COPY . .
RUN .ci/install-deps \
    && swift build -c release --static-swift-stdlib --product ruleshell \
    && swift build -c release --static-swift-stdlib --product assay-plugin-probe \
    && .ci/image-root /image .build/release/ruleshell .build/release/assay-plugin-probe

FROM scratch
COPY --from=build /image /
WORKDIR /work
USER 65532:65532
ENTRYPOINT ["/usr/bin/ruleshell"]
CMD ["--help"]
