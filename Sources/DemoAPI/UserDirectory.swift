/// A user of the demo API.
struct User: Sendable, Equatable {
    var id: Int
    var name: String
    var email: String
    var role: String
    var city: String?
    var active: Bool

    var json: JSON {
        .object([
            ("id", .integer(id)), ("name", .string(name)), ("email", .string(email)), ("role", .string(role)),
            ("city", JSON(city)), ("active", .bool(active)),
        ])
    }
}

/// The users, the same ones after every start.
struct UserDirectory: Sendable {
    static let roles = ["admin", "editor", "reader"]
    /// Enough for any demo, and memory stays bounded.
    static let capacity = 10_000

    private(set) var users: [User]
    private var lastID: Int

    init() {
        users = Self.first.enumerated().map { index, person in
            User(
                id: index + 1, name: person.name, email: person.email, role: Self.roles[index % 3], city: person.city,
                active: index % 4 != 3)
        }
        lastID = users.count
    }

    subscript(id: Int) -> User? { users.first { $0.id == id } }

    /// - Returns: the user with its new number; nil when the directory is full.
    mutating func add(_ user: User) -> User? {
        guard users.count < Self.capacity else { return nil }
        lastID += 1
        var added = user
        added.id = lastID
        users.append(added)
        return added
    }

    mutating func replace(_ user: User) {
        guard let index = users.firstIndex(where: { $0.id == user.id }) else { return }
        users[index] = user
    }

    mutating func remove(_ id: Int) { users.removeAll { $0.id == id } }

    private static let first: [(name: String, email: String, city: String?)] = [
        ("Ada Lovelace", "ada@example.com", "London"), ("Grace Hopper", "grace@example.com", "New York"),
        ("Alan Turing", "alan@example.com", "Manchester"), ("Åsa Öberg", "asa@example.com", "Göteborg"),
        ("José Núñez", "jose@example.com", "Sevilla"), ("山田花子", "hanako@example.com", "京都"),
        ("Zoë O'Brien", "zoe@example.com", "Dublin"), ("Edsger Dijkstra", "edsger@example.com", "Rotterdam"),
        ("Barbara Liskov", "barbara@example.com", "Los Angeles"), ("Ольга Ильина", "olga@example.com", nil),
        ("Niklaus Wirth", "niklaus@example.com", "Winterthur"), ("Margaret Hamilton", "margaret@example.com", "Paoli"),
        ("Dennis Ritchie", "dennis@example.com", "Bronxville"), ("François Viète", "francois@example.com", "Paris"),
        ("Radia Perlman", "radia@example.com", "Portsmouth"), ("محمد الخوارزمي", "musa@example.com", "بغداد"),
        ("Tony Hoare", "tony@example.com", "Colombo"), ("Katherine Johnson", "katherine@example.com", nil),
        ("Ken Thompson", "ken@example.com", "New Orleans"), ("Sophie Wilson", "sophie@example.com", "Leeds"),
        ("Leslie Lamport", "leslie@example.com", "New York"), ("Frances Allen", "frances@example.com", "Peru"),
        ("Paul Erdős", "paul@example.com", "Budapest"), ("Emmy Noether", "emmy@example.com", "Erlangen"),
        ("Vint Cerf", "vint@example.com", "New Haven"),
    ]
}
