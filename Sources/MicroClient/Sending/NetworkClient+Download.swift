import Foundation

extension NetworkClient {
    /// A saved body, and what came with it.
    public struct Download: Sendable {
        /// The file in which the body was saved.
        public let file: URL
        /// The size of the file in bytes, after decoding.
        public let byteCount: Int64
        /// The response head of the body that was saved.
        public let head: ResponseHead
        /// Every attempt and hop, complete.
        public let exchange: Exchange
    }
}

extension NetworkClient {
    /// Sends a request and saves the body of its response to a file, with constant memory, as ``WireResponse/save(to:)`` does.
    ///
    /// A body that breaks off is a failed attempt like any other: with retries it is downloaded again, and the file is never left half written.
    /// Only the body of a status from 200 to 299 is saved.
    /// - Parameters:
    ///   - request: The request, sent as with ``send(_:options:observer:)``.
    ///   - url: The URL of the file. Whether it can be written is checked before anything is sent.
    ///   - options: The options, as with ``send(_:options:observer:)``.
    ///   - observer: The observer, as with ``send(_:options:observer:)``.
    /// - Throws: The errors of ``send(_:options:observer:)``; ``NetworkClientError/unacceptableStatusCode(statusCode:response:data:)`` with up to
    ///   1 MiB of the body; ``NetworkClientError/unknown(_:)`` around a ``NetworkClientError/FileFailure``.
    public func download(
        _ request: WireRequest, to url: URL, options: SendOptions = SendOptions(), observer: Exchange.Observer? = nil
    ) async throws -> NetworkClient.Download {
        let file: SavedBody
        do { file = try SavedBody(replacing: url) } catch { throw NetworkClientError.unknown(error) }
        let sending = sending(request, options: options, observer: observer)
        let (head, rejected) = try await sending.save(to: file) { (200...299).contains($0.status) }
        let exchange = sending.recorder.exchange
        guard let rejected else {
            return NetworkClient.Download(file: url, byteCount: file.byteCount, head: head, exchange: exchange)
        }
        throw NetworkClientError.unacceptableStatusCode(
            statusCode: head.status, response: ExchangeURLResponse(head, exchange: exchange), data: rejected)
    }
}

extension Sending {
    private static var mostRejectedBytes: Int { 1 << 20 }

    /// - Returns: The response head, and the beginning of the body if it is not to be saved.
    func save(
        to file: SavedBody, if isAccepted: (ResponseHead) -> Bool
    ) async throws -> (head: ResponseHead, rejected: Data?) {
        let response = try await perform { transfer, head in
            guard isAccepted(head) else {
                return (head: head, rejected: try await beginning(of: transfer) as Data?)
            }
            try file.restart()
            while let chunk = try await transfer.chunk() { try file.write(chunk) }
            try file.finish()
            return (head: head, rejected: nil)
        }
        recorder.finish(.response(status: response.head.status))
        return response
    }

    func beginning(of transfer: RecordedTransfer) async throws -> Data {
        var body = Data()
        while body.count < Self.mostRejectedBytes, let chunk = try await transfer.chunk() {
            body.append(chunk.prefix(Self.mostRejectedBytes - body.count))
        }
        return body
    }
}

extension ExchangeURLResponse {
    /// Creates the response of the last hop; nil when Foundation does not accept its URL.
    convenience init?(_ head: ResponseHead, exchange: Exchange) {
        let last = exchange.attempts.last?.hops.last?.request.url ?? exchange.request.url
        guard let url = URL(string: last) else { return nil }
        self.init(head, url: url, exchange: exchange)
    }
}
