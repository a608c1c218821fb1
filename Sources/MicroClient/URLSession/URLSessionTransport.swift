import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A transport over a `URLSession`, or over a double of it.
///
/// A session without a delegate is replaced by one with the same configuration and our delegate: redirects are refused, so that the client
/// follows them, the body streams, and cookies and caches are disabled. A session with a delegate keeps it, and returns whole responses; on
/// Linux it keeps its own cookies, too. A double returns whole responses by `data(for:)`. Facts that Foundation does not report are nil:
/// connection, phases, trailers, bytes on the wire.
///
/// A slow reader slows the server down on Apple's systems only; elsewhere the unread bytes wait in memory
/// (``TransferOptions/Limits/bodyBytes`` bounds it).
///
/// There is one timeout: the shortest of first byte, idle and total that is set; ``TransferOptions/connectTimeout`` and
/// ``TransferOptions/Limits/headerBytes`` are ignored. Proxies are those that the session's configuration or the system sets. A body from a
/// file streams; one from a stream is read whole before it is sent. Every other option that is not at its default is refused with
/// ``TransferError/Code/invalidRequest`` before anything is sent: a transport over libcurl supports them.
///
/// On Linux, in addition: of two fields whose names differ only in case one is lost, values of one name are joined (`Set-Cookie` is split
/// again), and a body is received into memory however slow its reader is.
public struct URLSessionTransport: Transport {
    private let session: any URLSessionProtocol
    private let streaming: StreamingSession?

    /// Creates a transport over a session. A `URLSession` without a delegate streams, through a session with the same configuration; for any other
    /// session `data(for:)` is called.
    public init(session: any URLSessionProtocol) {
        self.session = session
        streaming = (session as? URLSession).flatMap(StreamingSession.like)
    }

    public func transfer(_ request: WireRequest) -> Transfer {
        if let streaming {
            let hop = URLSessionHop(session: streaming, request: request)
            return Transfer { try await hop.next() }
        }
        let hop = WholeResponse(session: session, request: request)
        return Transfer { try await hop.next() }
    }
}

/// One hop that cannot stream: one call, its response passed on as events.
private final class WholeResponse: Sendable {
    private let session: any URLSessionProtocol
    private let request: WireRequest
    /// The events, last first; nil until the response is there.
    private let events = Locked<[Transfer.Event]?>(nil)

    init(session: any URLSessionProtocol, request: WireRequest) {
        self.session = session
        self.request = request
    }

    func next() async throws -> Transfer.Event? {
        if !events.withLock({ $0 != nil }) {
            let asked = try await ask()
            events.withLock { $0 = asked }
        }
        return events.withLock { $0?.popLast() }
    }

    private func ask() async throws -> [Transfer.Event] {
        do {
            let (data, response) = try await urlResponse()
            if let limit = request.options.limits.bodyBytes, data.count > limit {
                throw TransferError.bodyTooLarge(Int(clamping: limit))
            }
            let head = try ResponseHead(response)
            return [.completed(Transfer.Summary(bodyBytesOnWire: nil)), .body(data), .head(head)]
        } catch {
            throw TransferError.of(error, request: request)
        }
    }

    /// Returns the response. A double gets the request as an interceptor left it; a real session is prevented from following redirects.
    private func urlResponse() async throws -> (Data, URLResponse) {
        try request.checkFoundationOptions()
        guard let session = session as? URLSession else {
            return try await session.data(for: request.foundationRequestWithFile())
        }
        var foundation = try await request.foundationRequestAlone()
        foundation.httpBody = try request.foundationRequestWithFile().httpBody ?? foundation.httpBody
        return try await session.response(to: foundation)
    }
}

extension URLSession {
    /// Returns the response to one request, without following redirects.
    ///
    /// `data(for:delegate:)` would do this, but on Linux it follows redirects whatever its delegate returns.
    fileprivate func response(to request: URLRequest) async throws -> (Data, URLResponse) {
        let task = Locked<URLSessionDataTask?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let started = dataTask(with: request) { data, response, error in
                    guard let response else { return continuation.resume(throwing: error ?? URLError(.unknown)) }
                    continuation.resume(with: error.map { .failure($0) } ?? .success((data ?? Data(), response)))
                }
                started.delegate = RedirectRefusal()
                task.withLock { $0 = started }
                started.resume()
                if Task.isCancelled { started.cancel() }
            }
        } onCancel: {
            task.withLock { $0 }?.cancel()
        }
    }
}

/// Leaves redirects to the client.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

extension WireRequest {
    /// - Throws: ``TransferError`` if Foundation cannot send the request.
    func foundationRequest() throws -> URLRequest {
        if method == .get, body.length != 0 {
            throw TransferError.invalid("URLSession cannot send a GET with a body.")
        }
        var request: URLRequest
        do { request = try urlRequest() } catch {
            throw TransferError(
                code: .malformedURL, stage: .prepare, message: "Foundation does not accept this URL.",
                requestMayHaveBeenSent: false)
        }
        let timeouts = [options.firstByteTimeout, options.idleTimeout, options.totalTimeout].compactMap { $0 }
        request.timeoutInterval = timeouts.min().timeoutInterval
        return request
    }

    /// Returns the same request with the body file's content in memory, for sessions that cannot upload from a file.
    func foundationRequestWithFile() throws -> URLRequest {
        var request = try foundationRequest()
        if let file = try fileToUpload() { request.httpBody = try OrdinaryFile(file).data() }
        return request
    }

    /// - Throws: ``TransferError`` with code ``TransferError/Code/uploadFailed`` when the file cannot be read.
    func fileToUpload() throws -> URL? {
        guard case .file(let url) = body else { return nil }
        guard FileManager.default.isReadableFile(atPath: url.path) else {
            throw TransferError(
                code: .uploadFailed, stage: .prepare, message: "The body's file cannot be read: \(url.path)",
                requestMayHaveBeenSent: false)
        }
        return url
    }

    /// Returns the same request with a streamed body read whole, and without the session's own cookies and cache.
    func foundationRequestAlone() async throws -> URLRequest {
        var request = try foundationRequest()
        if case .stream(let stream) = body {
            let pull = try stream.open()
            var bytes = Data()
            while let chunk = try await pull() { bytes.append(chunk) }
            request.httpBody = bytes
        }
        request.httpShouldHandleCookies = false
        request.cachePolicy = .reloadIgnoringLocalCacheData
        return request
    }
}

extension ResponseHead {
    /// - Throws: ``TransferError`` with code ``TransferError/Code/malformedResponse`` when it is no HTTP response.
    init(_ response: URLResponse) throws {
        guard let response = response as? HTTPURLResponse else {
            throw TransferError(
                code: .malformedResponse, stage: .receive, message: "The response is not an HTTP response.")
        }
        let fields = response.allHeaderFields.flatMap { name, value -> [HeaderField] in
            guard let name = name as? String else { return [] }
            let field = HeaderField(name, "\(value)")
            // Foundation joins fields of one name, which breaks cookies.
            return field.isNamed("Set-Cookie") ? SetCookie.parted(field.value).map { HeaderField(name, $0) } : [field]
        }
        self.init(status: response.statusCode, headers: HeaderFields(fields.sorted { $0.name < $1.name }))
    }
}
