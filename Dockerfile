# SPDX-License-Identifier: Apache-2.0
#
# ruleshell with the libraries that it needs and nothing else: no shell, no package manager.
#
#     make dist
#     docker build -t ruleshell .
#     docker run --rm -v "$PWD:/work" --user "$(id -u):$(id -g)" ruleshell run
FROM debian:bookworm-slim AS root
COPY .ci/image-root /build/
ADD .build-dist/assay-*-linux-*.tar.gz /build/
RUN /build/image-root /image /build/assay-*

FROM scratch
COPY --from=root /image /
WORKDIR /work
USER 65532:65532
ENTRYPOINT ["/usr/bin/ruleshell"]
CMD ["--help"]
