import Foundation

extension NetworkClient {
    /// Downloads as ``download(_:to:options:observer:)`` does, and goes on where an earlier attempt or call stopped.
    ///
    /// What came so far stays in `FILE.part`, beside the file, until the whole body is there; `FILE.part.validator` says which body it is part of. The
    /// rest is asked for by `Range`, with `If-Range` when the server named a strong `ETag` or a `Last-Modified`; without either, or when the
    /// body has changed, it is fetched from the beginning. Codings of the body are not asked for, since ranges count coded bytes.
    /// - Parameters: as with ``download(_:to:options:observer:)``.
    /// - Returns: ``NetworkClient/Download/head`` is that of the last part.
    /// - Throws: what ``download(_:to:options:observer:)`` throws; a ``NetworkClientError/FileFailure`` also when another download writes the same file.
    /// - Source: RFC 9110, sections 13.1.5 and 14.
    public func resumableDownload(
        _ request: WireRequest, to url: URL, options: SendOptions = SendOptions(), observer: Exchange.Observer? = nil
    ) async throws -> NetworkClient.Download {
        let part: PartOfBody
        do { part = try PartOfBody(of: request.url, for: url) } catch { throw NetworkClientError.unknown(error) }
        let interceptors = defaults.interceptors + options.interceptors
        let sending = sending(request, options: options, observer: observer) { request in
            part.askedForRest(by: try await request.intercepted(by: interceptors))
        }
        let (head, rejected) = try await sending.save(part)
        let exchange = sending.recorder.exchange
        if let rejected {
            throw NetworkClientError.unacceptableStatusCode(
                statusCode: head.status, response: ExchangeURLResponse(head, exchange: exchange), data: rejected)
        }
        return NetworkClient.Download(file: url, byteCount: part.file.byteCount, head: head, exchange: exchange)
    }
}

extension Sending {
    fileprivate func save(_ part: PartOfBody) async throws -> (head: ResponseHead, rejected: Data?) {
        let answer = try await perform { transfer, head in
            switch try part.answered(head) {
            case .rejected: return (head: head, rejected: try await beginning(of: transfer) as Data?)
            case .rest: while let chunk = try await transfer.chunk() { try part.file.write(chunk) }
            case .nothingMissing: await transfer.drain(head)
            }
            try part.finish()
            return (head: head, rejected: nil)
        }
        recorder.finish(.response(status: answer.head.status))
        return answer
    }
}

/// The beginning of a body in a file, and what it is the beginning of.
///
/// `@unchecked Sendable`: used by one send, one attempt after the other.
private final class PartOfBody: @unchecked Sendable {
    let file: SavedBody
    /// Secrets in it are masked, since it is written beside the file.
    private let url: String
    private let note: URL
    /// An `ETag` or a date of the body; nil when nothing says which body the part is of.
    private var validator: String?
    private var askedFrom: Int64?

    enum Answer {
        /// Its bytes belong behind those that are there.
        case rest
        case nothingMissing
        case rejected
    }

    /// - Throws: ``NetworkClientError/FileFailure``.
    init(of url: String, for destination: URL) throws {
        self.url = Redaction.url(url)
        file = try SavedBody(resuming: destination)
        note = URL(fileURLWithPath: file.temporaryPath + ".validator")
        let lines = (try? String(contentsOf: note, encoding: .utf8))?.components(separatedBy: "\n") ?? []
        validator = lines.count == 2 && lines[1] == self.url ? lines[0] : nil
    }

    func askedForRest(by request: WireRequest) -> WireRequest {
        var request = request
        if !request.headers.contains(named: "Accept-Encoding") { request.headers.append("Accept-Encoding", "identity") }
        askedFrom = nil
        guard let validator, file.byteCount > 0 else { return request }
        askedFrom = file.byteCount
        request.headers["Range"] = "bytes=\(file.byteCount)-"
        request.headers["If-Range"] = validator
        return request
    }

    /// Makes the file ready for what follows.
    func answered(_ head: ResponseHead) throws -> Answer {
        let range = head.headers["Content-Range"] ?? ""
        switch head.status {
        case 206:
            if let askedFrom, range.hasPrefix("bytes \(askedFrom)-") { return .rest }
            try begin(nil)
            return .rejected
        case 200...299:
            try begin(head.validator)
            return .rest
        case 416:
            if let askedFrom, range == "bytes */\(askedFrom)" { return .nothingMissing }
            try begin(nil)
            return .rejected
        default: return .rejected
        }
    }

    private func begin(_ validator: String?) throws {
        try file.restart()
        self.validator = validator
        // If it cannot be written, the next call starts over: no reason to fail.
        if let validator { try? Data("\(validator)\n\(url)".utf8).write(to: note, options: .atomic) } else { forget() }
    }

    private func forget() { try? FileManager.default.removeItem(at: note) }

    func finish() throws {
        try file.finish()
        forget()
    }
}

extension ResponseHead {
    /// What `If-Range` may name: no weak tag.
    fileprivate var validator: String? {
        guard let tag = headers["ETag"] else { return headers["Last-Modified"] }
        return tag.hasPrefix("\"") ? tag : nil
    }
}
