import MicroClientMacros

/// The store through requests declared as types.
struct DeclaredPetstore: Petstore {
    private var client: Client

    init(_ url: URL) {
        client = Client(url)
        client.logger = nil
    }

    func keepers(limit: Int) async throws -> [Keeper] { try await client.perform(ListKeepers(limit: limit)).data }
    func add(_ keeper: NewKeeper) async throws -> Keeper { try await client.perform(AddKeeper(body: keeper)).data }
    func keeper(_ id: Int) async throws -> Keeper { try await client.perform(GetKeeper(id: id)).data }

    func rename(_ id: Int, to name: String) async throws -> Keeper {
        try await client.perform(RenameKeeper(id: id, body: NewName(name: name))).data
    }

    func remove(_ id: Int) async throws { try await client.perform(RemoveKeeper(id: id)) }
}

@Get("/users", of: [Keeper].self)
struct ListKeepers {
    @Query var limit: Int
}

@Post("/users", of: Keeper.self)
struct AddKeeper {
    let body: NewKeeper
}

@Get("/users/:id", of: Keeper.self)
struct GetKeeper {
    @Path var id: Int
}

@Patch("/users/:id", of: Keeper.self)
struct RenameKeeper {
    @Path var id: Int
    let body: NewName
}

@Delete("/users/:id", of: VoidResponse.self)
struct RemoveKeeper {
    @Path var id: Int
}
