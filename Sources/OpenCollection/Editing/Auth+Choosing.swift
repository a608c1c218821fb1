// Kinds of credentials and their keys, as the user chooses and reads them.

extension Auth {
    package static var choices: [String] {
        ["none", "inherit", "bearer", "basic", "API key"] + AuthDetails.types.map { AuthDetails(type: $0).title }
    }

    package var title: String {
        switch self {
        case .none: "none"
        case .inherit: "inherit"
        case .basic: "basic"
        case .bearer: "bearer"
        case .apiKey: "API key"
        case .unsupported(let details): details.title
        }
    }

    package init(title: String) {
        switch title {
        case "none": self = .none
        case "inherit": self = .inherit
        case "bearer": self = .bearer(token: "")
        case "basic": self = .basic(username: "", password: "")
        case "API key": self = .apiKey(name: "", value: "", placement: .header)
        default: self = .unsupported(.fresh(AuthDetails.type(titled: title)))
        }
    }

    /// Rows of further parameters of an OAuth 2 request.
    package subscript(parametersAt path: [String]) -> [AuthParameter] {
        get { if case .unsupported(let details) = self { details.parameters(at: path) } else { [] } }
        set {
            guard case .unsupported(var details) = self else { return }
            details.setParameters(newValue, at: path)
            self = .unsupported(details)
        }
    }
}

extension AuthKey {
    /// "Access token URL" for `accessTokenUrl`; what it belongs to comes before it.
    package func title(in type: String) -> String {
        if let title = Self.titles[type]?[path.last ?? ""] { return title }
        let words = path.suffix(2).map(Self.words).joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    private static let titles = [
        "basic": ["username": "User name"], "apikey": ["key": "Name", "placement": "Sent in"],
    ]

    package static func words(of key: String) -> String {
        let spaced = key.reduce(into: "") { text, character in
            if character.isUppercase { text += " " }
            text += character.lowercased()
        }
        return spaced.split(separator: " ").map { ["url", "id", "pkce"].contains($0) ? $0.uppercased() : String($0) }
            .joined(separator: " ")
    }
}
