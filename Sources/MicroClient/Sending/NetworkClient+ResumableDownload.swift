import Foundation

extension NetworkClient {
    /// Downloads as ``download(_:to:options:observer:)`` does, and continues where an earlier attempt or call stopped.
    ///
    /// The bytes received so far stay in `FILE.part`, next to the file, until the whole body is there; `FILE.part.validator` records which body they
    /// are part of. The rest is requested with `Range`, with `If-Range` when the server sent a strong `ETag` or a `Last-Modified`; without either, or
    /// when the body has changed, it is downloaded from the beginning. No content coding is requested, since ranges count coded bytes.
    /// - Parameters: The same as for ``download(_:to:options:observer:)``.
    /// - Returns: The saved body; its ``NetworkClient/Download/head`` is that of the last part.
    /// - Throws: The errors of ``download(_:to:options:observer:)``; a ``NetworkClientError/FileFailure`` also when another download writes the same
    ///   file.
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
        let response = try await perform { transfer, head in
            switch try part.received(head) {
            case .rejected: return (head: head, rejected: try await beginning(of: transfer) as Data?)
            case .rest: while let chunk = try await transfer.chunk() { try part.file.write(chunk) }
            case .nothingMissing: await transfer.drain(head)
            }
            try part.finish()
            return (head: head, rejected: nil)
        }
        recorder.finish(.response(status: response.head.status))
        return response
    }
}

/// The beginning of a body in a file, and which body it belongs to.
///
/// `@unchecked Sendable`: used by one send, one attempt after another.
private final class PartOfBody: @unchecked Sendable {
    let file: SavedBody
    /// The URL of the body, secrets masked, since it is written next to the file.
    private let url: String
    private let note: URL
    /// The `ETag` or date of the body; nil when it is not known which body the part belongs to.
    private var validator: String?
    private var askedFrom: Int64?

    enum Outcome {
        /// The bytes are to be appended to those already there.
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

    /// Prepares the file for what follows.
    func received(_ head: ResponseHead) throws -> Outcome {
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
    /// The value for `If-Range`; nil if there is only a weak tag, or nothing.
    fileprivate var validator: String? {
        guard let tag = headers["ETag"] else { return headers["Last-Modified"] }
        return tag.hasPrefix("\"") ? tag : nil
    }
}
