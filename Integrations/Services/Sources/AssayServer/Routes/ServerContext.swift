// SPDX-License-Identifier: Apache-2.0
import AssayHummingbird
public import Hummingbird
import NIOCore

/// What a server knows of a request beside the request itself.
public struct ServerContext: RequestContext {
    /// What Hummingbird keeps.
    public var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel

    /// Makes the context of one request.
    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// A part of the path as its sender means it; as it is where its escapes are none.
    func decodedParameter(_ name: String) throws -> String {
        try parameters.require(name)[...].decodedPathSegment
    }
}
