import MicroClientMacros

/// The store through requests built step by step.
struct BuiltPetstore: Petstore {
    let users: NetworkClient

    init(_ url: URL) { users = NetworkClient(url: url)("users") }

    func keepers(limit: Int) async throws -> [Keeper] { try await users.query("limit", limit).get() }
    func add(_ keeper: NewKeeper) async throws -> Keeper { try await users.body(keeper).post() }
    func keeper(_ id: Int) async throws -> Keeper { try await users(id).get() }
    func rename(_ id: Int, to name: String) async throws -> Keeper { try await users(id).body(["name": name]).patch() }
    func remove(_ id: Int) async throws { try await users(id).delete() }
}
