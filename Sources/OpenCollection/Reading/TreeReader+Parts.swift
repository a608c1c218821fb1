import YAMLTree

extension TreeReader {
    /// Headers or form fields.
    mutating func fields(_ node: YAMLNode?, _ what: String) -> [Field] {
        rows(node, what).map { index, row in
            noteUnknownKeys(of: row, known: ["name", "value", "description", "disabled"], in: what)
            return field(row, origin: index, what)
        }
    }

    private mutating func field(_ row: YAMLNode, origin: Int, _ what: String) -> Field {
        Field(
            text(row["name"], "the name in \(what)") ?? "", text(row["value"], "the value in \(what)") ?? "",
            isEnabled: !(flag(row["disabled"], "disabled") ?? false), description: description(row["description"]),
            origin: origin)
    }

    mutating func parameters(_ node: YAMLNode?) -> [Parameter] {
        rows(node, "params").map { index, row in
            noteUnknownKeys(of: row, known: ["name", "value", "type", "description", "disabled"], in: "params")
            let word = row["type"]?.string
            if word != "query", word != "path" {
                note(
                    row["type"] ?? row, "a parameter without a known type is taken for a query; expected query or path")
            }
            return Parameter(word == "path" ? .path : .query, field(row, origin: index, "params"))
        }
    }

    mutating func variables(_ node: YAMLNode?) -> [Variable] {
        rows(node, "variables").map { index, row in
            let known: Set = ["name", "value", "description", "disabled", "secret", "type"]
            noteUnknownKeys(of: row, known: known, in: "variables")
            let isSecret = flag(row["secret"], "secret") ?? false
            let (value, type) = isSecret ? ("", Self.type(row["type"])) : value(row["value"])
            if isSecret, let written = row["value"], written.string != "" {
                note(written, "the value of a secret is ignored; secrets have their values outside the collection")
            }
            return Variable(
                text(row["name"], "the name of a variable") ?? "", value, type: type,
                isEnabled: !(flag(row["disabled"], "disabled") ?? false), isSecret: isSecret,
                description: description(row["description"]), origin: index)
        }
    }

    /// A value as text, typed, or as variants of which the selected one counts.
    private mutating func value(_ node: YAMLNode?) -> (String, Variable.ValueType) {
        guard let node else { return ("", .string) }
        if let variant = FilePlaces.selectedVariant(of: node) { return value(node[variant]?["value"]) }
        guard node.entries != nil else { return (text(node, "the value of a variable") ?? "", .string) }
        return (text(node["data"], "data of a value") ?? "", Self.type(node["type"]))
    }

    private static func type(_ node: YAMLNode?) -> Variable.ValueType {
        node?.string.flatMap(Variable.ValueType.init) ?? .string
    }

    mutating func auth(_ node: YAMLNode?) -> Auth {
        guard let node, !node.isNull else { return .none }
        if node.string == "inherit" { return .inherit }
        if node.string == "none" {
            note(node, "auth: none is read as no auth; the format leaves the key out for that")
            return .none
        }
        guard let kind = node["type"]?.string else {
            note(node, "auth is not read; expected inherit or a mapping with type")
            return .unsupported(node.string ?? "without type")
        }
        switch kind {
        case "basic":
            return .basic(
                username: text(node["username"], "username") ?? "", password: text(node["password"], "password") ?? "")
        case "bearer": return .bearer(token: text(node["token"], "token") ?? "")
        case "apikey":
            return .apiKey(
                name: text(node["key"], "key") ?? "", value: text(node["value"], "value") ?? "",
                placement: node["placement"]?.string.flatMap(Auth.Placement.init))
        default:
            note(node, "auth of the kind \(kind) is kept, but cannot be sent yet")
            return .unsupported(kind)
        }
    }

    mutating func settings(_ node: YAMLNode?) -> RequestSettings {
        var settings = RequestSettings()
        guard let node = mapping(node, "settings") else { return settings }
        noteUnknownKeys(of: node, known: Set(FilePlaces.settingsKeys), in: "settings")
        settings.isPresent = true
        settings.encodesURL = flag(node["encodeUrl"], "encodeUrl")
        settings.timeoutInMilliseconds = wholeNumber(node["timeout"], "timeout")
        settings.followsRedirects = flag(node["followRedirects"], "followRedirects")
        settings.maximumRedirects = wholeNumber(node["maxRedirects"], "maxRedirects")
        settings.forwardsAuthorization = flag(node["forwardAuthorizationHeader"], "forwardAuthorizationHeader")
        return settings
    }

    /// Markdown: text, or `{content, type}`.
    mutating func docs(_ node: YAMLNode?) -> String? {
        guard let node, !node.isNull else { return nil }
        return text(node.entries == nil ? node : node["content"], "docs")
    }

    mutating func noteScripts(_ node: YAMLNode?) {
        guard let node, node.items?.isEmpty != true, !node.isNull else { return }
        note(node, "scripts are kept, but not run: what they would change is not sent")
    }
}
