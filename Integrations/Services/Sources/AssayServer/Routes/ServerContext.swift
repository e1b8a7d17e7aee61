// SPDX-License-Identifier: Apache-2.0
import AssayHummingbird
public import Hummingbird
import NIOCore

/// The context of a request: everything that a server knows of it beside the request itself.
public struct ServerContext: RequestContext {
    /// The storage of Hummingbird.
    public var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel

    /// Makes the context of one request.
    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// A part of the path with its escapes decoded, or as it is if they are invalid.
    func decodedParameter(_ name: String) throws -> String {
        try parameters.require(name)[...].decodedPathSegment
    }
}
