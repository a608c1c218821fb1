import Foundation

extension NetworkClient {
    /// A body that was saved, and what came with it.
    public struct Download: Sendable {
        /// Where the body was saved.
        public let file: URL
        /// Decoded.
        public let byteCount: Int64
        /// Of the answer that was saved.
        public let head: ResponseHead
        /// Every attempt and hop, complete.
        public let exchange: Exchange
    }
}

extension NetworkClient {
    /// Sends a request and saves the body of its answer to a file, with flat memory, as ``WireResponse/save(to:)`` does.
    ///
    /// A body that breaks off is a failed attempt like any other: with retries it is fetched anew, and the file is never half there. Only a
    /// status from 200 to 299 is saved.
    /// - Parameters:
    ///   - request: goes out as with ``send(_:options:observer:)``.
    ///   - url: of the file. Whether it can be written is tried before anything is sent.
    ///   - options: as with ``send(_:options:observer:)``.
    ///   - observer: as with ``send(_:options:observer:)``.
    /// - Throws: what ``send(_:options:observer:)`` throws; ``NetworkClientError/unacceptableStatusCode(statusCode:response:data:)`` with up to
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

    /// - Returns: with the beginning of the body when it is not one to be saved.
    func save(
        to file: SavedBody, if isAccepted: (ResponseHead) -> Bool
    ) async throws -> (head: ResponseHead, rejected: Data?) {
        let answer = try await perform { transfer, head in
            guard isAccepted(head) else {
                return (head: head, rejected: try await beginning(of: transfer) as Data?)
            }
            try file.restart()
            while let chunk = try await transfer.chunk() { try file.write(chunk) }
            try file.finish()
            return (head: head, rejected: nil)
        }
        recorder.finish(.response(status: answer.head.status))
        return answer
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
    /// As the last hop was answered; nil when Foundation does not take its URL.
    convenience init?(_ head: ResponseHead, exchange: Exchange) {
        let last = exchange.attempts.last?.hops.last?.request.url ?? exchange.request.url
        guard let url = URL(string: last) else { return nil }
        self.init(head, url: url, exchange: exchange)
    }
}
