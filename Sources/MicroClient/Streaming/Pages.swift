import Foundation
import Text

extension NetworkClient {
    /// The pages of a list, each requested when it is read: the `Link` with `rel="next"` of one response leads to the next.
    ///
    /// - Source: RFC 8288.
    public struct Pages<Page: Sendable>: AsyncSequence, Sendable {
        public typealias Element = Page
        /// Loads the page at a URL; nil stands for the first page.
        let load: @Sendable (_ url: URL?) async throws -> (page: Page, exchange: Exchange?)

        public func makeAsyncIterator() -> Iterator { Iterator(load: load) }

        /// The iterator of pages, which sends a request for each page.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let load: @Sendable (_ url: URL?) async throws -> (page: Page, exchange: Exchange?)
            private var url: URL?
            private var isOver = false

            fileprivate init(load: @escaping @Sendable (_ url: URL?) async throws -> (page: Page, exchange: Exchange?))
            {
                self.load = load
            }

            /// Returns the next page; nil at the end.
            ///
            /// - Throws: The errors of the request; ``NetworkClientError/unknown(_:)`` when the next page is at another origin, to which credentials
            ///   must not be sent.
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
    /// Returns the pages of a list: the request itself, then those that `Link: <...>; rel="next"` names, sent with the same fields.
    public func pages<Body: Encodable & Sendable, Page: Decodable & Sendable>(
        _ request: NetworkRequest<Body, Page>
    ) -> NetworkClient.Pages<NetworkResponse<Page>> {
        NetworkClient.Pages { url in
            let response = try await run(url.map(request.at) ?? request)
            return (response, response.exchange)
        }
    }

    /// Returns the pages of a list that the chain requests: `for try await users in client("users").pages(of: [User].self)`.
    public func pages<Page: Decodable & Sendable>(of type: Page.Type) -> NetworkClient.Pages<Page> {
        NetworkClient.Pages { url in
            let client = url.map { url in modifyRequest { $0.url = url } } ?? self
            let response = try await client.call(.httpResponse, as: .decodable(type))
            return (response.value, response.exchange)
        }
    }
}

extension NetworkRequest {
    /// Returns the same request with another URL, which already has its query.
    fileprivate func at(_ url: URL) -> NetworkRequest {
        NetworkRequest(
            method: method, formItems: formItems, baseURL: url, body: body, decoder: decoder, encoder: encoder,
            additionalHeaders: additionalHeaders, retryStrategy: retryStrategy, interceptors: interceptors,
            responseInterceptors: responseInterceptors, options: options)
    }
}

extension Exchange {
    /// Returns the URL of the next page according to the response; nil when it names none.
    fileprivate func nextPage() throws -> URL? {
        guard let hop = attempts.last?.hops.last, let fields = hop.response?.headers.values(for: "Link"),
            let link = fields.flatMap(LinkField.links).first(where: \.isNext)?.url
        else { return nil }
        let target = URLReference(link).resolved(against: URLReference(hop.request.url))
        // The origin of the request: a redirect to another server dropped the credentials, which the next page would send there.
        guard target.origin == URLReference(self.request.url).origin, let url = URL(string: target.text) else {
            let words =
                "The next page is at another origin: \(Redaction.url(target.text)). Request it separately."
            throw NetworkClientError.unknown(
                NetworkClientError.ExchangeFailure(TransferError.invalid(words), exchange: self))
        }
        return url
    }
}

extension LinkField.Link {
    fileprivate var isNext: Bool { (relation ?? "").lowercased().split(separator: " ").contains("next") }
}
