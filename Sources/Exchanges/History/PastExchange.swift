public import BodyStore

/// An exchange of the history with its bodies.
public struct PastExchange: Sendable {
    public var kept: KeptExchange
    /// Nil without one, and when it is no longer there.
    public var requestBody: BodyStore?
    public var responseBody: BodyStore?

    public init(_ kept: KeptExchange, requestBody: BodyStore? = nil, responseBody: BodyStore? = nil) {
        self.kept = kept
        self.requestBody = requestBody
        self.responseBody = responseBody
    }
}
