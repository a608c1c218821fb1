import Foundation

/// One of the people of the store: a user of the demo API.
struct Keeper: Codable, Sendable, Hashable {
    var id: Int
    var name: String
    var email: String
    var city: String?
}

struct NewKeeper: Codable, Sendable, Hashable {
    var name: String
    var email: String
}

struct NewName: Codable, Sendable, Hashable {
    var name: String
}

/// The error that the store's server sends instead of a result.
struct StoreError: Error, Codable, Hashable {
    var error: String
}

/// The people of the store, whichever of the three ways is used.
protocol Petstore {
    func keepers(limit: Int) async throws -> [Keeper]
    func add(_ keeper: NewKeeper) async throws -> Keeper
    func keeper(_ id: Int) async throws -> Keeper
    func rename(_ id: Int, to name: String) async throws -> Keeper
    func remove(_ id: Int) async throws
}
