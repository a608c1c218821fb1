import MicroClient

/// The attempt that runs now, as far as the library's events describe it.
package struct AttemptUnderWay: Sendable, Hashable {
    /// The running attempt; nil before the first one and between attempts.
    package private(set) var attempt: Exchange.Attempt?
    /// The number of the latest attempt.
    package private(set) var number = 1

    package init() {}

    package mutating func note(_ event: Exchange.Event) {
        switch event {
        case .attemptStarted(let number, let request):
            self.number = number
            attempt = Exchange.Attempt(number: number, startedAfter: .zero, request: request)
            attempt?.hops = [Exchange.Hop(startedAfter: .zero, request: request)]
        case .connected(let facts): changeHop { $0.connection = facts }
        case .redirected(let hop, let url):
            var next = hop.request
            next.url = url
            begin(next, after: hop)
        case .resending(let hop): begin(hop.request, after: hop)
        case .responseHead(let head): changeHop { $0.response = head }
        case .downloadProgress(let bytes, _): changeHop { $0.bodyBytes = bytes }
        case .attemptFinished, .finished: attempt = nil
        case .prepared, .uploadProgress, .retrying: break
        }
    }

    private mutating func changeHop(_ change: (inout Exchange.Hop) -> Void) {
        guard var running = attempt, let last = running.hops.indices.last else { return }
        change(&running.hops[last])
        attempt = running
    }

    /// Finishes the hop with its result and begins the next one with its request.
    private mutating func begin(_ request: Exchange.SentRequest, after hop: Exchange.Hop) {
        guard let last = attempt?.hops.indices.last else { return }
        attempt?.hops[last] = hop
        attempt?.hops.append(Exchange.Hop(startedAfter: hop.startedAfter, request: request))
    }
}
