// Made by Scripts/generate-seed-snippets of Fixtures/000.md.
// swift-format-ignore-file

import MicroClient

enum Seed000 {
    static let blocks = [
        "protocolOfTheClient",
        "genericsOfTheRequest",
        "membersOfTheResponse",
        "membersOfTheConfiguration",
        "buildingRequests",
        "membersOfTheRequest",
        "performingRequests",
    ]

    struct ProtocolOfTheClient: NetworkClientProtocol {
        init(configuration: NetworkConfiguration) {}
        func run<RequestModel, ResponseModel>(
            _ networkRequest: NetworkRequest<RequestModel, ResponseModel>
        ) async throws -> NetworkResponse<ResponseModel> { throw CancellationError() }
    }

    static func genericsOfTheRequest<RequestModel, ResponseModel>(_ value: NetworkRequest<RequestModel, ResponseModel>) where RequestModel: Encodable, ResponseModel: Decodable {
        _ = value
    }

    static func membersOfTheResponse<ResponseModel>(_ value: NetworkResponse<ResponseModel>) {
        let _: ResponseModel = value.value
        let _: URLResponse = value.response
    }

    static func membersOfTheConfiguration(_ value: NetworkConfiguration) {
        let _: any URLSessionProtocol = value.session  // URLSession in the document; as 002 has it.
        let _: JSONDecoder = value.defaultDecoder
        let _: JSONEncoder = value.defaultEncoder
        let _: URL = value.baseURL
        let _: ((URLRequest) -> URLRequest)? = value.interceptor
        var changed = value
        changed.interceptor = value.interceptor
    }

    @discardableResult static func buildingRequests() -> [String: Any] {
        let request = NetworkRequest<VoidRequest, PostsResponse>(
            path: "/posts/bookmarks",
            method: .get
        )
        return ["request": request]
    }

    static func membersOfTheRequest<RequestModel, ResponseModel>(_ value: NetworkRequest<RequestModel, ResponseModel>) where RequestModel: Encodable, ResponseModel: Decodable {
        let _: String? = value.path
        let _: HTTPMethod = value.method
        let _: [URLQueryItem]? = value.queryItems
        let _: [URLFormItem]? = value.formItems
        let _: URL? = value.baseURL
        let _: RequestModel? = value.body
        let _: JSONDecoder? = value.decoder
        let _: JSONEncoder? = value.encoder
        let _: [String: String]? = value.additionalHeaders
    }

    @discardableResult static func performingRequests(client: NetworkClient) async throws -> [String: Any] {
        // Returns NetworkRequest<VoidRequest, PostsResponse>
        let bookmarksRequest = PostsAPIFactory.makeBookmarksRequest()

        // Returns NetworkResponse<PostsResponse> 
        let bookmarksResponse = try await client.run(bookmarksRequest)
        return ["bookmarksRequest": bookmarksRequest, "bookmarksResponse": bookmarksResponse]
    }
}
