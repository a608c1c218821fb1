import OpenCollection

extension FormBuilder {
    mutating func addAuth() {
        let auth = content.auth
        let titles = Auth.choices.filter { content.inherits || $0 != "inherit" }
        let input = FormInput(title: "Kind", kind: .choice(titles, other: false), text: auth.title) { content, title in
            guard titles.contains(title) else { return "Kind: one of \(titles.joined(separator: ", "))" }
            if title != content.auth.title { content.auth = Auth(title: title) }
            return nil
        }
        setting(
            .value("auth.type"), input, look: auth == .none ? .dimmed : .plain,
            hint: auth == .none ? "default" : "")
        if let token = surroundings.token { for part in token.parts { self.token(token, part) } }
        for part in auth.parts { addPart(part) }
        if case .unsupported(let details) = auth { addDetails(details) }
        if case .folder = content, auth == .none {
            note(
                "Requests below that inherit get nothing through this folder; choose inherit to pass on what is above.")
        }
    }

    private mutating func addPart(_ part: Auth.Part) {
        let kind: FormInput.Kind =
            part == .placement ? .choice(["header", "query"], other: false) : .line(breaks: false)
        let input = FormInput(title: part.title, kind: kind, text: content.auth.text(of: part)) {
            $0.auth.setText($1, of: part)
            return nil
        }
        setting(.value("auth.\(part.rawValue)"), input, look: part.isSecret ? .secret : .template)
    }

    // MARK: - Kinds with keys of their own

    private mutating func addDetails(_ details: AuthDetails) {
        if !details.isSendable { note("Kept and edited; this kind cannot be sent yet.") }
        for key in details.keys {
            if key.kind == .parameters { addParameters(key.path) } else { add(key, details.text(at: key.path)) }
        }
        if details.keys.isEmpty { note("Its keys are not known here; the file keeps them as they are.") }
    }

    private mutating func add(_ key: AuthKey, _ text: String) {
        let title = key.title
        let input = FormInput(title: title, kind: key.inputKind, text: text) { content, text in
            guard case .unsupported(var details) = content.auth else { return nil }
            if let complaint = key.complaint(about: text, titled: title) { return complaint }
            details.setText(text == AuthKey.notSaid ? "" : text, of: key)
            content.auth = .unsupported(details)
            return nil
        }
        let look: FormCell.Look = key.kind != .text ? .plain : key.isSecret ? .secret : .template
        setting(
            .value("auth.\(key.path.joined(separator: "."))"), input,
            shown: text.isEmpty && key.kind != .text ? whatHappens(unsaid: key) : text,
            look: text.isEmpty && key.kind != .text ? .dimmed : look)
    }

    /// Says how requests are sent while the file does not have this key.
    private func whatHappens(unsaid key: AuthKey) -> String {
        guard key.path.first == "pkce", key.path.last != "method", case .unsupported(let details) = content.auth,
            details.text(at: ["flow"]) == OAuth2Settings.Flow.authorizationCode.rawValue
        else { return AuthKey.notSaid }
        return details.text(at: ["credentials", "clientSecret"]).isEmpty
            ? "not said: PKCE is used, as the client has no secret"
            : "not said: no PKCE, as the client has a secret"
    }

    private mutating func addParameters(_ path: [String]) {
        let name = path.last ?? ""
        heading("Further parameters: \(AuthKey.words(of: name))")
        let table = FormTable.parameters(name)
        let list = \FormContent.auth[parametersAt: path]
        self.table(table, list, Self.parameterColumns, FormListEditing(blank: { _ in AuthParameter() }))
        if content.auth[parametersAt: path].isEmpty { emptyTable(table, "None. a here adds one.") }
    }

    private static var parameterColumns: [FormColumnRule<AuthParameter>] {
        [
            FormColumnRule(.name, "Name", \.name, look: .label),
            FormColumnRule(.value, "Value", \.value, look: .template),
            FormColumnRule(
                .placement, "Sent in", choices: ["header", "query", "body"], look: { _ in .dimmed },
                text: { $0.placement.isEmpty ? "header" : $0.placement }, write: { $0.placement = $1 }),
        ]
    }
}

extension AuthKey {
    /// "Access token URL" for `accessTokenUrl`; what it belongs to comes before it.
    fileprivate var title: String {
        let words = path.suffix(2).map(Self.words).joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    static func words(of key: String) -> String {
        let spaced = key.reduce(into: "") { text, character in
            if character.isUppercase { text += " " }
            text += character.lowercased()
        }
        return spaced.split(separator: " ").map { ["url", "id", "pkce"].contains($0) ? $0.uppercased() : String($0) }
            .joined(separator: " ")
    }

    /// An empty choice takes the key out.
    fileprivate var inputKind: FormInput.Kind {
        switch kind {
        case .text, .parameters: .line(breaks: path.contains("privateKey"))
        case .flag: .choice(["on", "off", Self.notSaid], other: false)
        case .words(let words), .alternative(let words):
            .choice(isChoiceRequired ? words : words + [Self.notSaid], other: false)
        }
    }

    fileprivate static let notSaid = "not said"
    private var isChoiceRequired: Bool { path == ["flow"] }

    fileprivate func complaint(about text: String, titled title: String) -> String? {
        guard case .choice(let words, _) = inputKind, !text.isEmpty, !words.contains(text) else { return nil }
        return "\(title): \(words.joined(separator: ", "))"
    }
}

extension Auth {
    static var choices: [String] {
        ["none", "inherit", "bearer", "basic", "API key"] + AuthDetails.types.map { AuthDetails(type: $0).title }
    }

    var title: String {
        switch self {
        case .none: "none"
        case .inherit: "inherit"
        case .basic: "basic"
        case .bearer: "bearer"
        case .apiKey: "API key"
        case .unsupported(let details): details.title
        }
    }

    init(title: String) {
        switch title {
        case "none": self = .none
        case "inherit": self = .inherit
        case "bearer": self = .bearer(token: "")
        case "basic": self = .basic(username: "", password: "")
        case "API key": self = .apiKey(name: "", value: "", placement: .header)
        default: self = .unsupported(.fresh(AuthDetails.type(titled: title)))
        }
    }

    enum Part: String, Hashable { case username, password, token, keyName, keyValue, placement }

    /// The parts that a form shows, in order.
    var parts: [Part] {
        switch self {
        case .none, .inherit, .unsupported: []
        case .basic: [.username, .password]
        case .bearer: [.token]
        case .apiKey: [.keyName, .keyValue, .placement]
        }
    }

    func text(of part: Part) -> String {
        switch (self, part) {
        case (.basic(let name, _), .username): name
        case (.basic(_, let password), .password): password
        case (.bearer(let token), .token): token
        case (.apiKey(let name, _, _), .keyName): name
        case (.apiKey(_, let value, _), .keyValue): value
        case (.apiKey(_, _, let placement), .placement): placement?.rawValue ?? "not said"
        default: ""
        }
    }

    mutating func setText(_ text: String, of part: Part) {
        switch (self, part) {
        case (.basic(_, let password), .username): self = .basic(username: text, password: password)
        case (.basic(let name, _), .password): self = .basic(username: name, password: text)
        case (.bearer, .token): self = .bearer(token: text)
        case (.apiKey(_, let value, let place), .keyName): self = .apiKey(name: text, value: value, placement: place)
        case (.apiKey(let name, _, let place), .keyValue): self = .apiKey(name: name, value: text, placement: place)
        case (.apiKey(let name, let value, _), .placement):
            self = .apiKey(name: name, value: value, placement: Auth.Placement(rawValue: text))
        default: break
        }
    }

    /// Rows of further parameters of an OAuth 2 request.
    fileprivate subscript(parametersAt path: [String]) -> [AuthParameter] {
        get { if case .unsupported(let details) = self { details.parameters(at: path) } else { [] } }
        set {
            guard case .unsupported(var details) = self else { return }
            details.setParameters(newValue, at: path)
            self = .unsupported(details)
        }
    }
}

extension Auth.Part {
    var title: String {
        switch self {
        case .username: "User name"
        case .password: "Password"
        case .token: "Token"
        case .keyName: "Name"
        case .keyValue: "Value"
        case .placement: "Sent in"
        }
    }

    /// Whether a literal here is a secret, shown as dots at rest.
    var isSecret: Bool { [.password, .token, .keyValue].contains(self) }
}
