import YAMLTree

// Parts that several kinds of file share.

extension FileReading {
    /// Rows of headers or form fields.
    mutating func fields(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> [Field] {
        var fields: [Field] = []
        for (index, item) in try items(node, name).enumerated() {
            let row = "\(name)[\(index)]"
            guard try mapping(item, row) != nil else { continue }
            noteUnknownKeys(of: item, known: ["name", "value", "description", "disabled"], in: row)
            fields.append(try field(item, row, origin: index))
        }
        return fields
    }

    func field(_ item: YAMLNode, _ name: String, origin: Int) throws(FileProblem) -> Field {
        Field(
            try text(item["name"], "\(name).name") ?? "", try text(item["value"], "\(name).value") ?? "",
            isEnabled: try boolean(item["disabled"], "\(name).disabled") != true,
            description: try documentation(item["description"], "\(name).description"), origin: origin)
    }

    /// Variables of a request, a folder, the collection or an environment.
    mutating func variables(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> [Variable] {
        var variables: [Variable] = []
        for (index, item) in try items(node, name).enumerated() {
            let row = "\(name)[\(index)]"
            guard try mapping(item, row) != nil else { continue }
            noteUnknownKeys(of: item, known: ["name", "value", "description", "disabled", "secret", "type"], in: row)
            variables.append(try variable(item, row, origin: index))
        }
        return variables
    }

    private mutating func variable(_ item: YAMLNode, _ name: String, origin: Int) throws(FileProblem) -> Variable {
        let isSecret = try boolean(item["secret"], "\(name).secret") == true
        if isSecret, let value = item["value"], value.string?.isEmpty == false {
            note(value, "the value of a secret variable is not read from the file; take it out, and never commit one")
        }
        let (value, type) = isSecret ? ("", Variable.ValueType.string) : try typedValue(item["value"], name)
        return Variable(
            try text(item["name"], "\(name).name") ?? "", value, type: type,
            isEnabled: try boolean(item["disabled"], "\(name).disabled") != true, isSecret: isSecret,
            description: try documentation(item["description"], "\(name).description"), origin: origin)
    }

    /// A text, `{type, data}`, or a list of variants of which the selected one counts.
    private mutating func typedValue(
        _ node: YAMLNode?, _ name: String
    ) throws(FileProblem) -> (String, Variable.ValueType) {
        guard let node else { return ("", .string) }
        if let variants = node.items {
            note(node, "variants of a value are not read by Bruno")
            for variant in variants { _ = try boolean(variant["selected"], "\(name).selected") }
            return try typedValue(node.selectedVariant.flatMap { variants[$0]["value"] }, name)
        }
        guard node.entries != nil else { return (try text(node, "\(name).value") ?? "", .string) }
        let type = try text(node["type"], "\(name).value.type").flatMap(Variable.ValueType.init(rawValue:))
        return (try text(node["data"], "\(name).value.data") ?? "", type ?? .string)
    }

    /// `auth` of a request, a folder or the collection.
    mutating func auth(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> Auth {
        guard let node, !node.isNull else { return .none }
        if let word = node.string {
            if word == "inherit" { return .inherit }
            note(node, "\(name) is \"\(word)\"; inherit or a mapping was expected, it is read as none")
            return .none
        }
        let type = try text(node["type"], "\(name).type") ?? ""
        switch type {
        case "basic":
            return .basic(
                username: try text(node["username"], "\(name).username") ?? "",
                password: try text(node["password"], "\(name).password") ?? "")
        case "bearer": return .bearer(token: try text(node["token"], "\(name).token") ?? "")
        case "apikey":
            let placement = try text(node["placement"], "\(name).placement").flatMap(Auth.Placement.init(rawValue:))
            return .apiKey(
                name: try text(node["key"], "\(name).key") ?? "", value: try text(node["value"], "\(name).value") ?? "",
                placement: placement)
        default: return .unsupported(type)
        }
    }
}
