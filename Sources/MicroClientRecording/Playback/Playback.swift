import Foundation
import HTTPArchive
import MicroClient

enum PlaybackStep: Sendable {
    case event(Transfer.Event)
    case wait(Duration, ClientClock)
    case fail(TransferError)
}

/// The playback of one response, step by step on demand.
final class Playback: Sendable {
    private let prepare: @Sendable () async throws -> [PlaybackStep]
    /// The remaining steps; nil before the first.
    private let steps = Locked<ArraySlice<PlaybackStep>?>(nil)

    init(_ prepare: @escaping @Sendable () async throws -> [PlaybackStep]) { self.prepare = prepare }

    func next() async throws -> Transfer.Event? {
        if steps.withLock({ $0 == nil }) {
            let prepared = try await prepare()[...]
            steps.withLock { $0 = prepared }
        }
        while let step = steps.withLock({ $0?.popFirst() }) {
            try Task.checkCancellation()
            switch step {
            case .event(let event): return event
            case .wait(let duration, let clock): try await clock.sleep(duration)
            case .fail(let error): throw error
            }
        }
        return nil
    }
}

extension HAR.Entry {
    private static let chunkBytes = 64 << 10

    func steps(pace: RecordedSession.Pace, clock: ClientClock) -> [PlaybackStep] {
        let facts = ConnectionFacts(self)
        var steps = facts.map { [PlaybackStep.event(.connected($0))] } ?? []
        let timings = Transfer.Timings(self.timings)
        func wait(_ phases: [Duration?]) {
            let sum = phases.reduce(.zero) { $0 + ($1 ?? .zero) }
            if pace == .recorded, sum > .zero { steps.append(.wait(sum, clock)) }
        }
        wait([timings.nameLookup, timings.connect, timings.tls, timings.send, timings.wait])
        guard let head = ResponseHead(response) else { return steps + [.fail(recordedFailure)] }
        steps.append(.event(.head(head)))
        steps += chunks
        wait([timings.download])
        if let missing = missingBody { return steps + [.fail(missing)] }
        if response.failure != nil { return steps + [.fail(recordedFailure)] }
        return steps + [.event(.completed(summary(timings, facts)))]
    }

    private var chunks: [PlaybackStep] {
        guard let body = response.content.body else { return [] }
        return stride(from: 0, to: body.count, by: Self.chunkBytes).map { offset in
            let start = body.startIndex + offset
            return .event(.body(body[start..<min(start + Self.chunkBytes, body.endIndex)]))
        }
    }

    private func summary(_ timings: Transfer.Timings, _ facts: ConnectionFacts?) -> Transfer.Summary {
        Transfer.Summary(
            timings: timings, connection: facts ?? ConnectionFacts(),
            bodyBytesOnWire: response.bodySize >= 0 ? Int64(response.bodySize) : nil)
    }

    /// The recorded failure, or a default if the archive states no cause.
    private var recordedFailure: TransferError {
        let failure =
            response.failure ?? Exchange.Failure(stage: .wait, code: .emptyReply, message: "no answer recorded")
        return TransferError(
            code: failure.code, stage: failure.stage, message: failure.message, url: Redaction.url(request.url),
            timings: Transfer.Timings(timings), connection: ConnectionFacts(self),
            requestMayHaveBeenSent: failure.stage >= .send)
    }

    /// The error for a body that was not kept; nil for redirects, whose body is rarely kept and not read.
    private var missingBody: TransferError? {
        let content = response.content
        let isLost = content.text == nil && content.size > 0 && !(300...399).contains(response.status)
        guard isLost || content.isTruncated || (content.text != nil && content.body == nil) else { return nil }
        let kept = content.body?.count ?? 0
        let message =
            "The recording has \(kept) of the \(content.size) bytes of this body."
            + (content.comment.map { " " + $0 } ?? "")
        return TransferError(code: .invalidRequest, stage: .receive, message: message, url: Redaction.url(request.url))
    }
}

extension TransferError.Stage {
    fileprivate static func >= (one: Self, other: Self) -> Bool {
        let order = allCases
        return (order.firstIndex(of: one) ?? 0) >= (order.firstIndex(of: other) ?? 0)
    }
}

extension BodySource {
    /// Reads the body to its end, as a transport does.
    ///
    /// - Throws: ``TransferError`` with code ``TransferError/Code/uploadFailed``; `CancellationError`.
    func read(isKept: Bool) async throws -> (kept: Data, length: Int64) {
        switch self {
        case .none: return (Data(), 0)
        case .bytes(let data): return (data, Int64(data.count))
        case .file(let url):
            do {
                let file = try OrdinaryFile(url)
                return (isKept ? try file.data() : Data(), file.length)
            } catch { throw TransferError.upload(error) }
        case .stream(let stream): return try await stream.readAll(isKept: isKept)
        }
    }
}

extension BodySource.Stream {
    fileprivate func readAll(isKept: Bool) async throws -> (kept: Data, length: Int64) {
        var kept = Data()
        var length: Int64 = 0
        do {
            let read = try open()
            while let chunk = try await read() {
                length += Int64(chunk.count)
                if isKept { kept.append(chunk) }
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch { throw TransferError.upload(error) }
        return (kept, length)
    }
}

extension TransferError {
    fileprivate static func upload(_ error: any Error) -> TransferError {
        TransferError(
            code: .uploadFailed, stage: .send, message: "The body cannot be read: \(error.localizedDescription)")
    }
}
