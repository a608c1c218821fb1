import Foundation

extension Exchange {
    /// What happens while a request is sent, in order. Given to an ``Exchange/Observer`` as it happens.
    public enum Event: Sendable {
        /// The first event: the request as the first attempt sends it.
        case prepared(Exchange.SentRequest)
        /// An attempt begins, 1 for the first, with the request as its interceptors left it.
        case attemptStarted(number: Int, Exchange.SentRequest)
        /// A hop has its connection, a new one or a kept one.
        case connected(ConnectionFacts)
        /// A redirect is followed: the hop that answered, and where the next one goes.
        case redirected(Exchange.Hop, to: String)
        /// The transport sends the request once more by itself, for one of the reasons of ``Exchange/Hop/End``: the hop that is over.
        case resending(Exchange.Hop)
        /// Body bytes sent so far, and how many there are if known.
        case uploadProgress(bytes: Int64, of: Int64?)
        /// The head of the attempt's answer; those of redirects come with ``redirected(_:to:)``.
        case responseHead(ResponseHead)
        /// Decoded body bytes received so far, and how many there will be: the `Content-Length`, if there is one and the body is not coded.
        case downloadProgress(bytes: Int64, of: Int64?)
        /// An attempt is over; its outcome is set.
        case attemptFinished(Exchange.Attempt)
        /// Another attempt follows after the wait; `next` is its number.
        case retrying(Exchange.Attempt.Retry, next: Int)
        /// The last event.
        case finished(Exchange)
    }
}

extension Exchange {
    /// Sees the events of a send as they happen, in order, on an unspecified thread. Must return at once.
    public typealias Observer = @Sendable (Exchange.Event) -> Void
}
