public import Foundation
public import MicroClient

/// What a send was and what came of it, apart from its bodies and its secrets: what a running exchange and a kept one have in common.
public struct ExchangeFacts: Sendable, Hashable {
    public internal(set) var id: UUID
    /// What went over the wire, attempt by attempt. When the request could not even be built, it has no attempts.
    public var exchange: Exchange
    /// Which request of which collection it was, and in which environment.
    public var origin: RecordedExchange.Origin
    /// Wall clock, when the send began.
    public var sentAt: Date
    /// Of the last hop; nil when none arrived.
    public var head: ResponseHead?
    /// Why there is no answer, or only a part of one; nil when it is whole, or still comes.
    public var failure: RecordedFailure?
    /// What actions set before the request and kept of the answer, in their order; none of the answer when the transfer failed.
    public var captures: [RecordedCapture] = []
    /// What came of each assertion, in their order; empty when the transfer failed.
    public var assertions: [RecordedAssertion] = []
    /// Lines that its scripts wrote to the console, secrets masked; of a kept exchange the first ones.
    public var console: [ConsoleLine] = []
    /// Number of its scripts that were not run.
    public var skippedScripts = 0
    /// Number of errors that the response to a GraphQL request lists and no assertion expects, which it may do with a status of 200.
    public var graphQLErrorCount = 0
    /// What was sent on its behalf, in order: for a token, to log in. Its own attempts are not among them.
    public var errands: [RecordedErrand] = []
    /// Names of the variables that it was made of, in order; never their values.
    public var variableNames: [String] = []

    init(id: UUID, exchange: Exchange, origin: RecordedExchange.Origin, sentAt: Date) {
        (self.id, self.exchange, self.origin, self.sentAt) = (id, exchange, origin, sentAt)
    }
}
