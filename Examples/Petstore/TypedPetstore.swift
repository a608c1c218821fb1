import MicroClientMacros

/// The store through typed requests, run by a client.
struct TypedPetstore: Petstore {
    let client: NetworkClient

    init(_ url: URL) { client = NetworkClient(configuration: NetworkConfiguration(baseURL: url)) }

    func keepers(limit: Int) async throws -> [Keeper] {
        let limit = URLQueryItem(name: "limit", value: "\(limit)")
        return try await client.run(
            NetworkRequest<VoidRequest, [Keeper]>(path: "/users", method: .get, queryItems: [limit])
        ).value
    }

    func add(_ keeper: NewKeeper) async throws -> Keeper {
        try await client.run(NetworkRequest<NewKeeper, Keeper>(path: "/users", method: .post, body: keeper)).value
    }

    func keeper(_ id: Int) async throws -> Keeper {
        try await client.run(NetworkRequest<VoidRequest, Keeper>(path: "/users/\(id)", method: .get)).value
    }

    func rename(_ id: Int, to name: String) async throws -> Keeper {
        try await client.run(
            NetworkRequest<NewName, Keeper>(path: "/users/\(id)", method: .patch, body: NewName(name: name))
        ).value
    }

    func remove(_ id: Int) async throws {
        _ = try await client.run(NetworkRequest<VoidRequest, VoidResponse>(path: "/users/\(id)", method: .delete))
    }
}
