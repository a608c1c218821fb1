public import BodyStore

/// An exchange of the history with its bodies.
public struct PastExchange: Sendable {
    public var kept: StoredExchange
    /// The body of the request; nil without one, or if it is no longer kept.
    public var requestBody: BodyStore?
    public var responseBody: BodyStore?

    public init(_ kept: StoredExchange, requestBody: BodyStore? = nil, responseBody: BodyStore? = nil) {
        self.kept = kept
        self.requestBody = requestBody
        self.responseBody = responseBody
    }
}
