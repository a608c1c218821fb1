import Foundation

extension Endpoints {
    static let users: [Route] = [
        Route(method: "GET", pattern: "/users", summary: "users by page: page=1, limit=10; Link and X-Total-Count") {
            try listUsers($0)
        },
        Route(
            method: "POST", pattern: "/users", summary: "create a user from JSON; 422 names the wrong fields",
            bodyWish: .kept
        ) {
            try createUser($0)
        },
        Route(method: "GET", pattern: "/users/:id", summary: "one user") { .json(try existingUser($0).json) },
        Route(method: "PUT", pattern: "/users/:id", summary: "replace a user", bodyWish: .kept) {
            try changeUser($0, completely: true)
        },
        Route(method: "PATCH", pattern: "/users/:id", summary: "change some fields of a user", bodyWish: .kept) {
            try changeUser($0, completely: false)
        },
        Route(method: "DELETE", pattern: "/users/:id", summary: "delete a user") { call in
            let user = try existingUser(call)
            call.state.users.withLock { $0.remove(user.id) }
            return .empty()
        },
    ]

    private static func listUsers(_ call: Call) throws -> Reply {
        let limit = try call.number("limit", default: 10, in: 1...100)
        let page = try call.number("page", default: 1, in: 1...1_000_000)
        let all = call.state.users.withLock { $0.users }
        let shown = all.dropFirst((page - 1) * limit).prefix(limit)
        let link = pageLinks(call, page: page, lastPage: max(1, (all.count + limit - 1) / limit), limit: limit)
        let fields = [(name: "X-Total-Count", value: "\(all.count)"), (name: "Link", value: link)]
        return .json(.array(shown.map(\.json)), fields: fields)
    }

    /// Returns the links of RFC 8288: the pages before and after, where there are any, and the first and last.
    private static func pageLinks(_ call: Call, page: Int, lastPage: Int, limit: Int) -> String {
        var links: [(page: Int, relation: String)] = []
        if page < lastPage { links.append((page + 1, "next")) }
        if page > 1 { links.append((min(page - 1, lastPage), "prev")) }
        links += [(1, "first"), (lastPage, "last")]
        return links.map { "<\(call.ownOrigin)/users?page=\($0.page)&limit=\(limit)>; rel=\"\($0.relation)\"" }
            .joined(separator: ", ")
    }

    private static func existingUser(_ call: Call) throws -> User {
        let text = call.parameters["id"] ?? ""
        if let id = Int(text), let user = call.state.users.withLock({ $0[id] }) { return user }
        throw Refusal(status: 404, message: "no user \(text)", hint: "GET /users lists all users")
    }

    private static func createUser(_ call: Call) throws -> Reply {
        let user = try userForm(call).user(id: 0, base: nil)
        guard let added = call.state.users.withLock({ $0.add(user) }) else {
            throw Refusal(status: 409, message: "there are too many users", hint: "POST /reset starts afresh")
        }
        return .json(added.json, status: 201, fields: [("Location", "/users/\(added.id)")])
    }

    private static func changeUser(_ call: Call, completely: Bool) throws -> Reply {
        let user = try existingUser(call)
        let changed = try userForm(call).user(id: user.id, base: completely ? nil : user)
        call.state.users.withLock { $0.replace(changed) }
        return .json(changed.json)
    }

    /// - Throws: ``Refusal`` with 400 when the body is no JSON object.
    private static func userForm(_ call: Call) throws -> UserForm {
        do {
            return UserForm(try JSONDecoder().decode([String: UserForm.Value].self, from: Data(call.body.bytes)))
        } catch {
            throw Refusal(
                status: 400, message: "the body is no JSON object",
                hint: "send an object like {\"name\": \"Ada\", \"email\": \"ada@example.com\"}")
        }
    }
}

/// The fields of a user as sent, checked all at once so that one response names every mistake.
private struct UserForm {
    /// JSON as far as a user has it; a number is not taken for a truth value.
    enum Value: Decodable, Equatable {
        case text(String)
        case flag(Bool)
        case null
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = (try? container.decode(Bool.self)).map(Value.flag) ?? .other
            }
        }

        var text: String? { if case .text(let text) = self { text } else { nil } }
        var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    }

    private let values: [String: Value]

    init(_ values: [String: Value]) { self.values = values }

    /// - Parameter base: The user that absent fields come from; nil makes `name` and `email` necessary.
    /// - Throws: ``Refusal`` with 422 and one message per wrong field.
    func user(id: Int, base: User?) throws -> User {
        let messages = messages(isNew: base == nil)
        guard messages.isEmpty else {
            throw Refusal(
                status: 422, message: "the user is not valid", hint: "correct the fields named", fieldMessages: messages
            )
        }
        return User(
            id: id, name: values["name"]?.text ?? base?.name ?? "", email: values["email"]?.text ?? base?.email ?? "",
            role: values["role"]?.text ?? base?.role ?? "reader",
            city: values["city"] == nil ? base?.city : values["city"]?.text,
            active: values["active"]?.flag ?? base?.active ?? true)
    }

    private func messages(isNew: Bool) -> [(String, String)] {
        let checks: [(String, String?)] = [
            ("name", nameMessage(isNew)), ("email", emailMessage(isNew)), ("role", roleMessage), ("city", cityMessage),
            ("active", activeMessage),
        ]
        return checks.compactMap { name, message in message.map { (name, $0) } }
    }

    private func nameMessage(_ isNew: Bool) -> String? {
        guard let value = values["name"] else { return isNew ? "is missing" : nil }
        let length = value.text?.count ?? 0
        return (1...80).contains(length) ? nil : "must be text of 1 to 80 characters"
    }

    private func emailMessage(_ isNew: Bool) -> String? {
        guard let value = values["email"] else { return isNew ? "is missing" : nil }
        let parts = value.text?.split(separator: "@", omittingEmptySubsequences: false) ?? []
        let isAddress = parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(" ") }
        return isAddress ? nil : "must be an address like ada@example.com"
    }

    private var roleMessage: String? {
        guard let value = values["role"] else { return nil }
        if let role = value.text, UserDirectory.roles.contains(role) { return nil }
        return "must be one of \(UserDirectory.roles.joined(separator: ", "))"
    }

    private var cityMessage: String? {
        guard let value = values["city"], value != .null, value.text == nil else { return nil }
        return "must be text or null"
    }

    private var activeMessage: String? {
        guard let value = values["active"], value.flag == nil else { return nil }
        return "must be true or false"
    }
}
