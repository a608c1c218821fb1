import MicroClientMacros

// The requests of the NetworkKit README are those of `Seed004.swift`, which the generator of the snippets makes; here they get short names.
// What is in functions there, or is only begun, is written out.

struct User: Codable, Equatable {
    var name: String
    var email: String
}

struct UserPatch: Codable { var name: String }

enum Seed {
    typealias GetUserRequest = Seed004.DefineARequest.GetUserRequest
    typealias GetUsersRequest = Seed004.Get.GetUsersRequest
    typealias CreateUserRequest = Seed004.JSONBody.CreateUserRequest
    typealias UpdateUserRequest = Seed004.Put.UpdateUserRequest
    typealias DeleteUserRequest = Seed004.Delete.DeleteUserRequest
    typealias PatchUserRequest = Seed004.Patch.PatchUserRequest
    typealias CheckUserRequest = Seed004.Head.CheckUserRequest
    typealias OptionsUserRequest = Seed004.Options.OptionsUserRequest
    typealias ConnectProxyRequest = Seed004.Connect.ConnectProxyRequest
    typealias TraceRequest = Seed004.Trace.TraceRequest
    typealias GetPostRequest = Seed004.Path.GetPostRequest
    typealias SearchRequest = Seed004.QueryName.SearchRequest
    typealias UploadDataRequest = Seed004.DataBody.UploadDataRequest
    typealias UploadRequest = Seed004.FormBody.UploadRequest
    typealias CustomRequest = Seed004.CustomBody.CustomRequest
    typealias GetMeRequest = Seed004.Headers.GetMeRequest

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
