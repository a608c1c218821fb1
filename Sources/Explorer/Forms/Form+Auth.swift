import OpenCollection

extension FormBuilder {
    mutating func addAuth() {
        let auth = content.auth
        let titles = Auth.choices.filter { content.inherits || $0 != "inherit" }
        let input = FormInput(title: "Type", kind: .choice(titles, other: false), text: auth.title) { content, title in
            guard titles.contains(title) else { return "Type: one of \(titles.joined(separator: ", "))" }
            if title != content.auth.title { content.auth = Auth(title: title) }
            return nil
        }
        setting(
            .value("auth.type"), input, look: auth == .none ? .dimmed : .plain,
            hint: auth == .none ? "default" : "")
        if let token = surroundings.token { for part in token.parts { self.token(token, part) } }
        if let details = auth.details { addDetails(details) }
        if case .folder = content, auth == .none {
            note(
                "Requests below that inherit get no auth from this folder; choose inherit to pass on its parent's.")
        }
    }

    private mutating func addDetails(_ details: AuthDetails) {
        if !details.isSendable { note("Saved and editable; this type cannot be sent yet.") }
        for key in details.keys {
            if key.kind == .parameters { addParameters(key.path) } else { add(key, details) }
        }
        if details.keys.isEmpty { note("Unknown keys: the file keeps them unchanged.") }
    }

    private mutating func add(_ key: AuthKey, _ details: AuthDetails) {
        let (title, text) = (key.title(in: details.type), details.text(at: key.path))
        let input = FormInput(title: title, kind: key.inputKind, text: text) { content, text in
            guard var details = content.auth.details else { return nil }
            if let complaint = key.complaint(about: text, titled: title) { return complaint }
            details.setText(text == AuthKey.unset ? "" : text, of: key)
            content.auth = Auth(details)
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
        else { return AuthKey.unset }
        return details.text(at: ["credentials", "clientSecret"]).isEmpty
            ? "not set: PKCE is used, as the client has no secret"
            : "not set: no PKCE, as the client has a secret"
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
    /// An empty choice takes the key out.
    fileprivate var inputKind: FormInput.Kind {
        switch kind {
        case .text, .parameters: .line(breaks: path.contains("privateKey"))
        case .flag: .choice(["on", "off", Self.unset], other: false)
        case .words(let words), .alternative(let words):
            .choice(isChoiceRequired ? words : words + [Self.unset], other: false)
        }
    }

    fileprivate static let unset = "not set"
    private var isChoiceRequired: Bool { path == ["flow"] }

    fileprivate func complaint(about text: String, titled title: String) -> String? {
        guard case .choice(let words, _) = inputKind, !text.isEmpty, !words.contains(text) else { return nil }
        return "\(title): \(words.joined(separator: ", "))"
    }
}
