import YAMLTree

/// A text that credentials consist of: how it is read, written, merged and checked.
struct AuthText: Sendable {
    let key: String
    /// The title for the user, after "Auth".
    let title: String
    /// Whether the user who chooses between two of them sees neither.
    var isSecret = false
    var rule = SchemaRule.text
}

extension Auth {
    /// The kinds that have their own cases.
    static let kinds: [(type: String, texts: [AuthText])] = [
        (
            "basic",
            [
                AuthText(key: "username", title: "user name"),
                AuthText(key: "password", title: "password", isSecret: true),
            ]
        ),
        ("bearer", [AuthText(key: "token", title: "token", isSecret: true)]),
        (
            "apikey",
            [
                AuthText(key: "key", title: "key"), AuthText(key: "value", title: "value", isSecret: true),
                AuthText(key: "placement", title: "sent in", rule: .word(["header", "query"])),
            ]
        ),
    ]

    static func texts(of type: String) -> [AuthText] { kinds.first { $0.type == type }?.texts ?? [] }

    /// The kind, and the text of each of its keys; nil for a kind without a case of its own.
    var said: (type: String, texts: [String?])? {
        switch self {
        case .none, .inherit, .unsupported: nil
        case .basic(let username, let password): ("basic", [username, password])
        case .bearer(let token): ("bearer", [token])
        case .apiKey(let name, let value, let placement): ("apikey", [name, value, placement?.rawValue])
        }
    }

    /// Returns nil for a kind without a case of its own.
    init?(type: String, _ text: (AuthText) -> String?) {
        let texts = Self.texts(of: type).map(text)
        switch type {
        case "basic": self = .basic(username: texts[0] ?? "", password: texts[1] ?? "")
        case "bearer": self = .bearer(token: texts[0] ?? "")
        case "apikey":
            let placement = texts[2].flatMap(Placement.init(rawValue:))
            self = .apiKey(name: texts[0] ?? "", value: texts[1] ?? "", placement: placement)
        default: return nil
        }
    }
}
