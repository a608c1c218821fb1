import Foundation
import Text

extension NetworkClient {
    /// The pages of a list, each asked for when it is read: the `Link` with `rel="next"` of one response leads to the next.
    ///
    /// - Source: RFC 8288.
    public struct Pages<Page: Sendable>: AsyncSequence, Sendable {
        public typealias Element = Page
        /// Nil is the first page.
        let load: @Sendable (_ url: URL?) async throws -> (page: Page, exchange: Exchange?)

        public func makeAsyncIterator() -> Iterator { Iterator(load: load) }

        /// Sends a request for each page.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let load: @Sendable (_ url: URL?) async throws -> (page: Page, exchange: Exchange?)
            private var url: URL?
            private var isOver = false

            fileprivate init(load: @escaping @Sendable (_ url: URL?) async throws -> (page: Page, exchange: Exchange?))
            {
                self.load = load
            }

            /// - Throws: what the request throws; ``NetworkClientError/unknown(_:)`` when the next page is at another origin, to which credentials must
            ///   not go.
            public mutating func next() async throws -> Page? {
                guard !isOver else { return nil }
                isOver = true
                let (page, exchange) = try await load(url)
                let next = try exchange?.nextPage()
                isOver = next == nil || next == url
                url = next
                return page
            }
        }
    }
}

extension NetworkClient {
    /// The pages of a list: the request itself, then those that `Link: <...>; rel="next"` names, sent with the same fields.
    public func pages<Body: Encodable & Sendable, Page: Decodable & Sendable>(
        _ request: NetworkRequest<Body, Page>
    ) -> NetworkClient.Pages<NetworkResponse<Page>> {
        NetworkClient.Pages { url in
            let response = try await run(url.map(request.at) ?? request)
            return (response, response.exchange)
        }
    }

    /// The pages of a list that the chain asks for: `for try await users in client("users").pages(of: [User].self)`.
    public func pages<Page: Decodable & Sendable>(of type: Page.Type) -> NetworkClient.Pages<Page> {
        NetworkClient.Pages { url in
            let client = url.map { url in modifyRequest { $0.url = url } } ?? self
            let response = try await client.call(.httpResponse, as: .decodable(type))
            return (response.value, response.exchange)
        }
    }
}

extension NetworkRequest {
    /// The same at another URL, which has its query already.
    fileprivate func at(_ url: URL) -> NetworkRequest {
        NetworkRequest(
            method: method, formItems: formItems, baseURL: url, body: body, decoder: decoder, encoder: encoder,
            additionalHeaders: additionalHeaders, retryStrategy: retryStrategy, interceptors: interceptors,
            responseInterceptors: responseInterceptors, options: options)
    }
}

extension Exchange {
    /// Where the response says that the next page is; nil when it says nothing.
    fileprivate func nextPage() throws -> URL? {
        guard let hop = attempts.last?.hops.last, let fields = hop.response?.headers.values(for: "Link"),
            let link = fields.flatMap(LinkField.links).first(where: \.isNext)?.url
        else { return nil }
        let target = URLReference(link).resolved(against: URLReference(hop.request.url))
        // That of the request: a redirect to another server dropped the credentials that the next page would take there.
        guard target.origin == URLReference(self.request.url).origin, let url = URL(string: target.text) else {
            let words =
                "The next page is at another origin: \(Redaction.url(target.text)). Ask for it by a request of its own."
            throw NetworkClientError.unknown(
                NetworkClientError.ExchangeFailure(TransferError.invalid(words), exchange: self))
        }
        return url
    }
}

extension LinkField.Link {
    fileprivate var isNext: Bool { (relation ?? "").lowercased().split(separator: " ").contains("next") }
}
