// Made by Scripts/generate-seed-snippets of Fixtures/003.md.
// swift-format-ignore-file

import MicroClient

enum Seed003 {
    static let blocks = [
        "usage",
        "execution",
        "exempt: output",
        "customConfig",
        "orderOfConfigs",
        "exempt: manifest",
        "exempt: shell",
    ]

    @discardableResult static func usage(baseURL: URL, token: String, updatedUser: User) async throws -> [String: Any] {
        let client = NetworkClient(url: baseURL)
          .auth(.bearer(token))
          .bodyDecoder(.json(dateDecodingStrategy: .iso8601))
          .bodyEncoder(.json(dateEncodingStrategy: .iso8601))
          .errorDecoder(.decodable(APIError.self))

        // Create a `NetworkClient` instance for /users path
        let usersClient = client("users")

        // GET /users?name=John&limit=1
        let john: User = try await usersClient
          .query(["name": "John", "limit": 1])
          .auth(enabled: false)
          .get()

        // Create a `NetworkClient` instance for /users/{userID} path
        let johnClient = usersClient(john.id)

        // GET /user/{userID}
        let user: User = try await johnClient.get()

        // PUT /user/{userID}
        try await johnClient.body(updatedUser).put()

        // DELETE /user/{userID}
        try await johnClient.delete()
        return ["client": client, "usersClient": usersClient, "john": john, "johnClient": johnClient, "user": user]
    }

    @discardableResult static func execution(client: NetworkClient) async throws -> [String: Any] {
        let user = try await client.call(.http, as: .decodable(User.self))
        try await client.call(.http, as: .void)
        let publisher = try client.call(.httpPublisher, as: .decodable(User.self))
        return ["user": user, "publisher": publisher]
    }

    @discardableResult static func orderOfConfigs(client: NetworkClient) throws -> [String: Any] {
        let configs = try client
          .configs(\.intValue, 1)
          .modifyRequest { _, configs in
            print(configs.intValue) // 3
          }
          .configs(\.intValue, 2)
          .modifyRequest { _, configs in
            print(configs.intValue) // 3
          }
          .configs(\.intValue, 3)
          .withRequest { _, configs in
            print(configs.intValue)  // 3
            return configs
          }
        print(configs.intValue) // 3
        return ["configs": configs]
    }
}

extension NetworkClient.Configs {

  var myCustomValue: MyConfig {
    get {
      self[\.myCustomValue] ?? myDefaultConfig
    }
    set {
      self[\.myCustomValue] = newValue
    }
  }
}

extension NetworkClient {
  func myCustomValue(_ myCustomValue: MyConfig) -> NetworkClient {
    configs(\.myCustomValue, myCustomValue)
  }
}
