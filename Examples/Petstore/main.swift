import DemoAPI
import Foundation
import MicroClientMacros

// The same calls in all three ways of the library, against a demo API of its own, or the one at the URL given:
// `swift run petstore-example`, `swift run petstore-example http://127.0.0.1:8080`.

/// Looks around in a store and returns what was seen.
private func visit(_ store: any Petstore) async throws -> [String] {
    var lines = ["first: " + (try await store.keepers(limit: 2)).map(\.name).joined(separator: ", ")]
    let added = try await store.add(NewKeeper(name: "Ada", email: "ada@example.com"))
    lines.append("added: \(added.name)")
    lines.append("renamed: \(try await store.rename(added.id, to: "Grace").name)")
    lines.append("found: \(try await store.keeper(added.id).name)")
    try await store.remove(added.id)
    do {
        _ = try await store.keeper(added.id)
    } catch NetworkClientError.unacceptableStatusCode(let status, _, _) {
        lines.append("removed: \(status)")
    }
    return lines
}

private let server = CommandLine.arguments.count > 1 ? nil : try DemoServer()
guard let url = URL(string: server?.baseURL ?? CommandLine.arguments[1]) else {
    print("No URL: \(CommandLine.arguments[1])")
    exit(2)
}
let bothAPIs: KeyValuePairs<String, any Petstore> = [
    "typed": TypedPetstore(url), "built": BuiltPetstore(url), "declared": DeclaredPetstore(url),
]
for (name, store) in bothAPIs {
    print("== \(name)")
    for line in try await visit(store) { print(line) }
}

print("== as it came\n\(try await BuiltPetstore(url).users(1).call(.http, as: .string))")

// The builder needs to know what the server's errors look like.
do {
    try await BuiltPetstore(url).users(0).errorDecoder(.decodable(StoreError.self)).get()
} catch let error as StoreError {
    print("== the server's own words\n\(error.error)")
}
