// Made by Scripts/generate-seed-snippets of Fixtures/004.md.
// swift-format-ignore-file

import MicroClient
import MicroClientMacros

enum Seed004 {
    static let blocks = [
        "exempt: manifest",
        "createAClient",
        "DefineARequest",
        "makeARequest",
        "Get",
        "exempt: HTTP",
        "Post",
        "exempt: HTTP",
        "Put",
        "exempt: HTTP",
        "Delete",
        "exempt: HTTP",
        "Patch",
        "exempt: HTTP",
        "Head",
        "exempt: HTTP",
        "Options",
        "exempt: HTTP",
        "Connect",
        "exempt: HTTP",
        "Trace",
        "exempt: HTTP",
        "Path",
        "exempt: HTTP",
        "Query",
        "exempt: HTTP",
        "QueryName",
        "exempt: HTTP",
        "JSONBody",
        "exempt: HTTP",
        "DataBody",
        "exempt: HTTP",
        "FormBody",
        "exempt: HTTP",
        "CustomBody",
        "exempt: HTTP",
        "Headers",
        "decodedResponse",
        "emptyResponse",
        "rawResponse",
        "progress",
        "middleware",
        "interceptor",
        "logging",
        "exempt: output",
    ]

    @discardableResult static func createAClient() -> [String: Any] {
        let client = Client("https://api.example.com")
        return ["client": client]
    }

    enum DefineARequest {
        @Get("/users/:id")
        struct GetUserRequest {
            @Path
            var id: String

            @Query
            var includePosts: Bool
        }
    }

    enum Get {
        @Get("/users")
        struct GetUsersRequest {
            @Query
            var page: Int

            @Query
            var limit: Int
        }
    }

    enum Post {
        @Post("/users")
        struct CreateUserRequest {
            struct Body: HttpBody {
                let name: String
                let email: String
            }

            let body: Body
        }
    }

    enum Put {
        @Put("/users/:id")
        struct UpdateUserRequest {
            @Path
            var id: String

            let body: User
        }
    }

    enum Delete {
        @Delete("/users/:id")
        struct DeleteUserRequest {
            @Path
            var id: String
        }
    }

    enum Patch {
        @Patch("/users/:id")
        struct PatchUserRequest {
            @Path
            var id: String

            let body: UserPatch
        }
    }

    enum Head {
        @Head("/users/:id")
        struct CheckUserRequest {
            @Path
            var id: String
        }
    }

    enum Options {
        @Options("/users")
        struct OptionsUserRequest {
        }
    }

    enum Connect {
        @Connect("/proxy")
        struct ConnectProxyRequest {
            @Query
            var host: String

            @Query
            var port: Int
        }
    }

    enum Trace {
        @Trace("/debug")
        struct TraceRequest {
        }
    }

    enum Path {
        @Get("/users/:id/posts/:postId")
        struct GetPostRequest {
            @Path
            var id: String

            @Path
            var postId: String
        }
    }

    enum Query {
        @Get("/search")
        struct SearchRequest {
            @Query
            var query: String

            @Query
            var page: Int

            @Query
            var limit: Int
        }
    }

    enum QueryName {
        @Get("/search")
        struct SearchRequest {
            @Query("q")
            var query: String
        }
    }

    enum JSONBody {
        @Post("/users")
        struct CreateUserRequest {
            struct Body: HttpBody {
                let name: String
                let email: String
                let age: Int
            }

            let body: Body
        }
    }

    enum DataBody {
        @Post("/upload")
        struct UploadDataRequest {
            let body: Data
        }
    }

    enum FormBody {
        @Post("/upload")
        struct UploadRequest {
            let body: MultipartForm

            init(fileData: Data, fileName: String, description: String) {
                self.body = MultipartForm {
                    DataField(
                        named: "file",
                        data: fileData,
                        mimeType: .jpegImage,
                        fileName: fileName
                    )
                    TextField(named: "description", value: description)
                }
            }
        }
    }

    enum CustomBody {
        struct CustomBody: HttpBody {
            let content: String

            func modify(_ request: inout URLRequest, using encoder: JSONEncoder) throws {
                let data = content.data(using: .utf8) ?? Data()
                request.httpBody = data
                request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
                request.setValue("\(data.count)", forHTTPHeaderField: "Content-Length")
            }
        }

        @Post("/custom")
        struct CustomRequest {
            let body: CustomBody
        }
    }

    enum Headers {
        @Get("/me")
        struct GetMeRequest {
            let headers: [String: String?] = [
                "Authorization": "Bearer your-token"
            ]
        }
    }

    @discardableResult static func decodedResponse(client: Client, request: some HttpRequest) async throws -> [String: Any] {
        let response: Response<User> = try await client.perform(request)
        let user = response.data
        return ["response": response, "user": user]
    }

    @discardableResult static func emptyResponse(client: Client, deleteRequest: some HttpRequest) async throws -> [String: Any] {
        try await client.perform(deleteRequest)
        return [:]
    }

    @discardableResult static func rawResponse(client: Client, request: some HttpRequest) async throws -> [String: Any] {
        let response: Response<Data> = try await client.performRaw(request)
        let rawData = response.data
        return ["response": response, "rawData": rawData]
    }

    @discardableResult static func progress(client: Client, request: some HttpRequest) async throws -> [String: Any] {
        let response = try await client.perform(request) { progress in
            print("Progress: \(progress.fractionCompleted)")
        }
        return ["response": response]
    }

    @discardableResult static func middleware() -> [String: Any] {
        struct AuthMiddleware: Middleware {
            let token: String

            func modify(request: inout URLRequest) async throws {
                request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
            }
        }

        var client = Client("https://api.example.com")
        client.middlewares = [AuthMiddleware(token: "your-token")]
        return ["client": client]
    }

    @discardableResult static func interceptor() -> [String: Any] {
        struct RetryInterceptor: Interceptor {
            func intercept(
                data: Data,
                response: URLResponse,
                client: HttpClient,
                request: some HttpRequest
            ) async throws -> (data: Data, response: URLResponse) {
                guard let response = response as? HTTPURLResponse else { return (data, response) }
                guard response.statusCode == 403 else { return (data, response) }
                // Add retry logic here
                return (data, response)
            }
        }

        var client = Client("https://api.example.com")
        client.interceptors = [RetryInterceptor()]
        return ["client": client]
    }

    @discardableResult static func logging() -> [String: Any] {
        struct CustomLogger: ClientLogger {
            func logPerform(request: URLRequest) {
                print("ðŸš€ \(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "")")
            }

            func logResponse(request: URLRequest, response: URLResponse, data: Data) {
                if let httpResponse = response as? HTTPURLResponse {
                    print("ðŸ“¥ \(httpResponse.statusCode)")
                }
            }
        }

        var client = Client("https://api.example.com")
        client.logger = CustomLogger()
        return ["client": client]
    }
}

extension Seed004.DefineARequest {
    @discardableResult static func makeARequest(client: Client) async throws -> [String: Any] {
        let request = GetUserRequest(
            id: "123",
            includePosts: true
        )
        let response: Response<User> = try await client.perform(request)
        let user = response.data
        return ["request": request, "response": response, "user": user]
    }
}
