import Foundation
import HTTPArchive
import MicroClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Answers requests from an archive and never touches the network: for tests.
///
///     let session = try RecordedSession(contentsOf: recording)
///     let client = NetworkClient(configuration: NetworkConfiguration(session: session, baseURL: url))
///
/// It answers hops, so redirects, retries and decoding are the client's own, as they were when recorded. Requests that match the same
/// entries are answered in the recorded order. A request that the archive does not have fails with a
/// `TransferError` that names it, the nearest ones recorded and what differs; it is not repeated, and stands in
/// ``unrecorded``. So does one whose answer's body was not kept, or not whole, where the missing part would begin.
///
/// Failures are played back too, but entries that were cancelled before an answer are not. Bodies come decoded, in chunks of 64 KiB; 1xx
/// answers are not played back.
public final class RecordedSession: URLSessionProtocol, Transport {
    /// What is done when all answers to a request were given.
    public enum Repetition: Sendable, Hashable {
        /// The last one is given again.
        case lastAnswer
        /// The request counts as not recorded.
        case error
    }

    /// How fast answers come.
    public enum Pace: Sendable, Hashable {
        /// As fast as they are asked for.
        case immediate
        /// After the recorded times until the head, and until the body's end.
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

    /// - Parameters:
    ///   - har: e.g. ``ExchangeRecorder/archive``, or one exported by a browser.
    ///   - matching: what a request has in common with its entry. Default: method and URL; masked parts match anything.
    ///   - repetition: default: the last answer is given again.
    ///   - pace: default: immediate.
    ///   - clock: waits at the recorded pace. Default: the system's.
    public init(
        har: HAR, matching: Matching = Matching(), repetition: Repetition = .lastAnswer, pace: Pace = .immediate,
        clock: ClientClock = .live
    ) {
        entries = har.log.entries.filter(\.isAnswer).map(RecordedEntry.init)
        self.matching = matching
        self.repetition = repetition
        self.pace = pace
        self.clock = clock
        state = Locked(State())
    }

    /// The same from a file.
    ///
    /// - Throws: `HARError` when it is no archive; what Foundation throws when it cannot be read.
    public convenience init(
        contentsOf url: URL, matching: Matching = Matching(), repetition: Repetition = .lastAnswer,
        pace: Pace = .immediate, clock: ClientClock = .live
    ) throws {
        self.init(
            har: try HAR(contentsOf: url), matching: matching, repetition: repetition, pace: pace, clock: clock)
    }

    /// Recorded answers that nobody asked for so far: a test may demand that there are none.
    public var unused: [HAR.Entry] {
        let used = state.withLock { $0.used }
        return entries.indices.filter { !used.contains($0) }.map { entries[$0].entry }
    }

    /// Every request that was refused so far, in order: a test may demand that there are none, also where the code under test swallows
    /// errors.
    public var unrecorded: [UnrecordedRequest] { state.withLock { $0.unrecorded } }

    // MARK: URLSessionProtocol, Transport

    public var transport: any Transport { self }

    /// Redirects are followed as `URLSession` does.
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
        guard let entry = answer(to: asked) else { throw refusal(of: asked) }
        let steps = entry.steps(pace: pace, clock: clock)
        return body.length > 0 ? [.event(.uploaded(bytes: body.length))] + steps : steps
    }

    private func answer(to request: AskedRequest) -> HAR.Entry? {
        let matches = entries.indices.filter { matching.differences(of: request, from: entries[$0]).isEmpty }
        return state.withLock { state in
            if let next = matches.first(where: { !state.used.contains($0) }) {
                state.used.insert(next)
                return entries[next].entry
            }
            return repetition == .lastAnswer ? matches.last.map { entries[$0].entry } : nil
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
    /// Whether something came back, if only a failure.
    fileprivate var isAnswer: Bool { response.status > 0 || response.failure?.code != Exchange.Failure.cancelled.code }
}
