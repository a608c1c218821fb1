import MicroClient

// The first experiment with the library is the top level of a program. Compiled with warnings as errors: a call that nothing waits for, and
// which sends nothing, has one.

struct User: Decodable { var id: Int }

let client = NetworkClient(url: URL(fileURLWithPath: "/"))
print(try await client.call(.http, as: .string))
try await client.call(.http, as: .void)
let user: User = try await client.call(.http, as: .decodable)
print(user.id, try await client.call(.http, as: .decodable(User.self)).id)
print(try await client.call(.httpResponse, as: .data).response)
print(try client.call(.mock(Data()), as: .string))
let publisher = try client.call(.httpPublisher, as: .string)
print(publisher)
