public import Foundation
public import MicroClient

/// The course and the result of a send, apart from its bodies and its secrets: what a running exchange and a kept one have in common.
public struct ExchangeFacts: Sendable, Hashable {
    public internal(set) var id: UUID
    /// The traffic, attempt by attempt. Without attempts if the request could not even be built.
    public var exchange: Exchange
    /// The request, its collection and the environment that it was sent in.
    public var origin: RecordedExchange.Origin
    /// The wall-clock time when the send began.
    public var sentAt: Date
    /// The response head of the last hop; nil if none arrived.
    public var head: ResponseHead?
    /// The reason why there is no response, or only part of one; nil if it is whole, or still arriving.
    public var failure: RecordedFailure?
    /// The variables that actions set before the request and captured from the response, in their order; none of the response if the transfer failed.
    public var captures: [RecordedCapture] = []
    /// The result of each assertion, in their order; empty if the transfer failed.
    public var assertions: [RecordedAssertion] = []
    /// The lines that scripts wrote to the console, secrets masked; only the first ones if the exchange was read from the history.
    public var console: [ConsoleLine] = []
    /// The number of scripts that were not run.
    public var skippedScripts = 0
    /// The number of errors that the response to a GraphQL request lists and no assertion expects; its status may still be 200.
    public var graphQLErrorCount = 0
    /// The helper requests sent for this one, in order: for a token, to log in. Its own attempts are not among them.
    public var auxiliaryExchanges: [AuxiliaryExchange] = []
    /// The names of the variables that the request was made of, in order; never their values.
    public var variableNames: [String] = []

    init(id: UUID, exchange: Exchange, origin: RecordedExchange.Origin, sentAt: Date) {
        (self.id, self.exchange, self.origin, self.sentAt) = (id, exchange, origin, sentAt)
    }
}
