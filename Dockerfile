# SPDX-License-Identifier: Apache-2.0
#
# ruleshell with the libraries that it needs and nothing else: no shell, no package manager.
#
#     docker build -t ruleshell .
#     docker run --rm -v "$PWD:/work" ruleshell run
FROM swift:6.2-bookworm AS build
WORKDIR /source
COPY . .
RUN .ci/install-deps && .ci/dist && .ci/image-root /image .build-dist/assay-*-linux-*.tar.gz

FROM scratch
COPY --from=build /image /
WORKDIR /work
USER 65532:65532
ENTRYPOINT ["/usr/bin/ruleshell"]
CMD ["--help"]
