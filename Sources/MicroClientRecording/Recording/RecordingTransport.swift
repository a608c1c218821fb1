import Foundation
import MicroClient

/// Carries hops over another transport and records them.
struct RecordingTransport: Transport {
    let base: any Transport
    let recorder: ExchangeRecorder

    func transfer(_ request: WireRequest) -> Transfer {
        let recording = HopRecording(request, recorder: recorder)
        let reader = RecordedReader(base.transfer(recording.watched(request)), recording)
        return Transfer { try await reader.next() }
    }
}

/// The recording of one call to a transport: a hop, or more if the transport repeats it.
final class HopRecording: Sendable {
    private let request: WireRequest
    private let recorder: ExchangeRecorder
    private let hop: Locked<RecordedHop>

    init(_ request: WireRequest, recorder: ExchangeRecorder) {
        self.request = request
        self.recorder = recorder
        hop = Locked(Self.begin(request, recorder))
    }

    private var current: RecordedHop { hop.withLock { $0 } }

    private static func begin(_ request: WireRequest, _ recorder: ExchangeRecorder) -> RecordedHop {
        let hop = recorder.begin(Exchange.SentRequest(request))
        if recorder.redaction != nil, request.headers.isEncoded { hop.omitRequestBody() }
        switch request.body {
        case .bytes(let data): hop.uploads(data)
        case .file(let url): hop.uploads(file: url, upTo: recorder.maximumBodyBytes)
        case .none, .stream: break
        }
        return hop
    }

    /// Returns the request; its stream is recorded as it is read.
    func watched(_ request: WireRequest) -> WireRequest {
        guard case .stream(let stream) = request.body else { return request }
        var watched = request
        watched.body = .stream(
            BodySource.Stream(length: stream.length, isReplayable: stream.isReplayable) { [self] in
                let read = try stream.open()
                current.uploadStarts()
                return { [self] in
                    let chunk = try await read()
                    if let chunk { current.uploads(chunk) }
                    return chunk
                }
            })
        return watched
    }

    func take(_ event: Transfer.Event) {
        switch event {
        case .resending(let end):
            current.resent(end)
            let next = Self.begin(request, recorder)
            hop.withLock { $0 = next }
        case .head(let head):
            current.take(event)
            let isReadable = recorder.redaction == nil || request.options.decodesContent || !head.headers.isEncoded
            if !isReadable { current.omitResponseBody() }
        default: current.take(event)
        }
    }

    func fail(_ error: any Error) { current.fail(error) }
    func leave() { current.leave() }
}

/// Passes events on as they are requested; nothing is read ahead.
///
/// `@unchecked Sendable`: a transfer is pulled by one task at a time.
private final class RecordedReader: @unchecked Sendable {
    private var iterator: Transfer.Iterator
    private let recording: HopRecording

    init(_ transfer: Transfer, _ recording: HopRecording) {
        iterator = transfer.makeAsyncIterator()
        self.recording = recording
    }

    deinit { recording.leave() }

    func next() async throws -> Transfer.Event? {
        do {
            let event = try await iterator.next()
            if let event { recording.take(event) }
            return event
        } catch {
            recording.fail(error)
            throw error
        }
    }
}

extension HeaderFields {
    /// Whether the body is compressed or otherwise encoded.
    fileprivate var isEncoded: Bool {
        guard let coding = self["Content-Encoding"] else { return false }
        return !["", "identity"].contains(coding.lowercased())
    }
}

extension RecordedHop {
    fileprivate func uploads(file: URL, upTo maximum: Int) {
        guard maximum > 0, let handle = try? OrdinaryFile(file).handle else { return }
        if let beginning = try? handle.read(upToCount: maximum) { uploads(beginning, of: BodySource.file(file).length) }
        try? handle.close()
    }
}
