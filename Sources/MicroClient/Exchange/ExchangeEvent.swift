import Foundation

extension Exchange {
    /// The events of sending a request, in order. Passed to an ``Exchange/Observer`` as they happen.
    public enum Event: Sendable {
        /// The first event: the request as the first attempt sends it.
        case prepared(Exchange.SentRequest)
        /// An attempt begins; the number is 1 for the first, the request is as its interceptors left it.
        case attemptStarted(number: Int, Exchange.SentRequest)
        /// A hop has its connection, a new or a reused one.
        case connected(ConnectionFacts)
        /// A redirect is followed: the hop that received it, and the URL of the next one.
        case redirected(Exchange.Hop, to: String)
        /// The transport sends the request again by itself, for one of the reasons of ``Exchange/Hop/End``: the hop that is over.
        case resending(Exchange.Hop)
        /// The number of body bytes sent so far, and their total if known.
        case uploadProgress(bytes: Int64, of: Int64?)
        /// The head of the attempt's response; those of redirects come with ``redirected(_:to:)``.
        case responseHead(ResponseHead)
        /// The number of decoded body bytes received so far, and their total: the `Content-Length`, if there is one and the body is not encoded.
        case downloadProgress(bytes: Int64, of: Int64?)
        /// An attempt is over; its outcome is set.
        case attemptFinished(Exchange.Attempt)
        /// Another attempt follows after the wait; `next` is its number.
        case retrying(Exchange.Attempt.Retry, next: Int)
        /// The exchange is over: the last event.
        case finished(Exchange)
    }
}

extension Exchange {
    /// Receives the events of a send as they happen, in order, on an unspecified thread. Must return at once.
    public typealias Observer = @Sendable (Exchange.Event) -> Void
}
