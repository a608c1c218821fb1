import MicroClientMacros

// The requests of the NetworkKit README, as they stand there; extension macros are refused on local types, so an enum holds them.

struct User: Codable, Equatable {
    var name: String
    var email: String
}

struct UserPatch: Codable { var name: String }

enum Seed {
    @Get("/users/:id")
    struct GetUserRequest {
        @Path
        var id: String

        @Query
        var includePosts: Bool
    }

    @Get("/users")
    struct GetUsersRequest {
        @Query
        var page: Int

        @Query
        var limit: Int
    }

    @Post("/users")
    struct CreateUserRequest {
        struct Body: HttpBody {
            let name: String
            let email: String
            let age: Int
        }

        let body: Body
    }

    @Put("/users/:id")
    struct UpdateUserRequest {
        @Path
        var id: String

        let body: User
    }

    @Delete("/users/:id")
    struct DeleteUserRequest {
        @Path
        var id: String
    }

    @Patch("/users/:id")
    struct PatchUserRequest {
        @Path
        var id: String

        let body: UserPatch
    }

    @Head("/users/:id")
    struct CheckUserRequest {
        @Path
        var id: String
    }

    @Options("/users")
    struct OptionsUserRequest {
    }

    @Connect("/proxy")
    struct ConnectProxyRequest {
        @Query
        var host: String

        @Query
        var port: Int
    }

    @Trace("/debug")
    struct TraceRequest {
    }

    @Get("/users/:id/posts/:postId")
    struct GetPostRequest {
        @Path
        var id: String

        @Path
        var postId: String
    }

    @Get("/search")
    struct SearchRequest {
        @Query("q")
        var query: String
    }

    @Post("/upload")
    struct UploadDataRequest {
        let body: Data
    }

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

    @Get("/me")
    struct GetMeRequest {
        let headers: [String: String?] = [
            "Authorization": "Bearer your-token"
        ]
    }

    struct AuthMiddleware: Middleware {
        let token: String

        func modify(request: inout URLRequest) async throws {
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        }
    }

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
            let retried = try await client.performRaw(request)
            return (retried.data, retried.response)
        }
    }
}
