import MicroClient

// What the documents take for granted: types and values that their samples use and never declare.

struct PostsResponse: Codable {
    var posts: [String] = []
}

struct TimestampedResponse: Codable {
    var at: Date
}

struct LoginResponse: Codable {
    var token: String
}

struct SearchResults: Codable {
    var results: [String]
}

enum PostsAPIFactory {
    static func makeBookmarksRequest() -> NetworkRequest<VoidRequest, PostsResponse> {
        NetworkRequest(path: "/posts/bookmarks", method: .get)
    }
}

protocol TokenProviding: Sendable {
    func getFreshToken() async -> String
}
