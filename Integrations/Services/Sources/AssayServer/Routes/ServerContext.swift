// SPDX-License-Identifier: Apache-2.0
public import Hummingbird

/// What a server knows of a request beside the request itself.
public struct ServerContext: RequestContext {
    /// What Hummingbird keeps.
    public var coreContext: CoreRequestContextStorage

    /// Makes the context of one request.
    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
    }
}
