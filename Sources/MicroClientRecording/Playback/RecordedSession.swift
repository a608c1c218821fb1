import Foundation
import HTTPArchive
import MicroClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A session that plays back the responses of an archive without using the network, for tests.
///
///     let session = try RecordedSession(contentsOf: recording)
///     let client = NetworkClient(configuration: NetworkConfiguration(session: session, baseURL: url))
///
/// It plays back hops, so redirects, retries and decoding are the client's own, as when recorded. Requests that match the same
/// entries get their responses in the recorded order. A request that is not in the archive fails with a
/// `TransferError` that names it, the most similar recorded ones and what differs; it is not retried, and is added to
/// ``unrecorded``. A response whose body was not kept, or only in part, fails where the missing part would begin.
///
/// Failures are played back too, except entries that were cancelled before a response. Bodies arrive decoded, in chunks of 64 KiB; 1xx
/// responses are not played back.
public final class RecordedSession: URLSessionProtocol, Transport {
    /// The behavior when all responses to a request were used.
    public enum Repetition: Sendable, Hashable {
        /// The last response is returned again.
        case lastResponse
        /// The request counts as not recorded.
        case error
    }

    /// The speed of the playback.
    public enum Pace: Sendable, Hashable {
        /// Returns responses as soon as they are requested.
        case immediate
        /// Waits for the recorded times until the head, and until the body's end.
        case recorded
    }

    private let entries: [RecordedEntry]
    private let matching: Matching
    private let repetition: Repetition
    private let pace: Pace
    private let clock: ClientClock
    private let state: Locked<State>

    private struct State {
        var used: Set<Int> = []
        var unrecorded: [UnrecordedRequest] = []
    }

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - har: The archive, e.g. ``ExchangeRecorder/archive``, or one exported by a browser.
    ///   - matching: The parts that a request must have in common with its entry. Default: method and URL; masked parts match anything.
    ///   - repetition: The behavior when all responses were used. Default: the last response is returned again.
    ///   - pace: The speed. Default: immediate.
    ///   - clock: The clock that waits at the recorded pace. Default: the system's.
    public init(
        har: HAR, matching: Matching = Matching(), repetition: Repetition = .lastResponse, pace: Pace = .immediate,
        clock: ClientClock = .live
    ) {
        entries = har.log.entries.filter(\.isPlayable).map(RecordedEntry.init)
        self.matching = matching
        self.repetition = repetition
        self.pace = pace
        self.clock = clock
        state = Locked(State())
    }

    /// Creates a session from a file.
    ///
    /// - Throws: `HARError` when it is not an archive; `POSIXError` when it cannot be read.
    public convenience init(
        contentsOf url: URL, matching: Matching = Matching(), repetition: Repetition = .lastResponse,
        pace: Pace = .immediate, clock: ClientClock = .live
    ) throws {
        self.init(
            har: try HAR(contentsOf: url), matching: matching, repetition: repetition, pace: pace, clock: clock)
    }

    /// The recorded responses that were not requested so far: a test may require that there are none.
    public var unused: [HAR.Entry] {
        let used = state.withLock { $0.used }
        return entries.indices.filter { !used.contains($0) }.map { entries[$0].entry }
    }

    /// The requests that were refused so far, in order: a test may require that there are none, even if the code under test ignores
    /// errors.
    public var unrecorded: [UnrecordedRequest] { state.withLock { $0.unrecorded } }

    // MARK: URLSessionProtocol, Transport

    public var transport: any Transport { self }

    /// Returns the response; redirects are followed as `URLSession` does.
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        try await TransportSession(self).data(for: request)
    }

    public func transfer(_ request: WireRequest) -> Transfer {
        let playback = Playback { try await self.steps(for: request) }
        return Transfer { try await playback.next() }
    }

    private func steps(for request: WireRequest) async throws -> [PlaybackStep] {
        let body = try await request.body.read(isKept: matching.body)
        let asked = AskedRequest(request, body: body.kept)
        guard let entry = response(to: asked) else { throw refusal(of: asked) }
        let steps = entry.steps(pace: pace, clock: clock)
        return body.length > 0 ? [.event(.uploaded(bytes: body.length))] + steps : steps
    }

    private func response(to request: AskedRequest) -> HAR.Entry? {
        let matches = entries.indices.filter { matching.differences(of: request, from: entries[$0]).isEmpty }
        return state.withLock { state in
            if let next = matches.first(where: { !state.used.contains($0) }) {
                state.used.insert(next)
                return entries[next].entry
            }
            return repetition == .lastResponse ? matches.last.map { entries[$0].entry } : nil
        }
    }

    private func refusal(of request: AskedRequest) -> TransferError {
        let candidates = entries.map { entry in
            UnrecordedRequest.Candidate(
                request: entry.summary, differences: matching.differences(of: request, from: entry).map(\.text))
        }
        let nearest = zip(entries, candidates).sorted {
            matching.distance(of: request, from: $0.0) < matching.distance(of: request, from: $1.0)
        }
        let unrecorded = UnrecordedRequest(
            request: request.summary, recordedCount: entries.count, nearest: nearest.prefix(3).map(\.1))
        state.withLock { $0.unrecorded.append(unrecorded) }
        return TransferError(
            code: .invalidRequest, stage: .prepare, message: unrecorded.description, url: request.redactedURL,
            requestMayHaveBeenSent: false)
    }
}

extension HAR.Entry {
    /// Whether a response or a failure was received.
    fileprivate var isPlayable: Bool {
        response.status > 0 || response.failure?.code != Exchange.Failure.cancelled.code
    }
}
