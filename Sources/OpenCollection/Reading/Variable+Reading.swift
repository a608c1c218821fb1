import YAMLTree

extension FileReading {
    /// Variables of a request, a folder, the collection or an environment.
    mutating func variables(_ node: YAMLNode?, _ name: String) -> [Variable] {
        rows(node, name, known: ["name", "value", "description", "disabled", "secret", "type"]) {
            $0.variable($1, $2, origin: $3)
        }
    }

    private mutating func variable(_ item: YAMLNode, _ name: String, origin: Int) -> Variable {
        let isSecret = boolean(item["secret"], "\(name).secret") == true
        var variable = Variable(
            text(item["name"], "\(name).name") ?? "", "", isEnabled: isEnabled(item, name), isSecret: isSecret,
            description: documentation(item["description"], "\(name).description"), origin: origin)
        if isSecret {
            noteSecretValue(item["value"])
            variable.type = type(item["type"], "\(name).type")
        } else {
            readValue(item["value"], "\(name).value", into: &variable)
        }
        return variable
    }

    private mutating func noteSecretValue(_ value: YAMLNode?) {
        guard let value, value.string?.isEmpty != true else { return }
        note(value, "the value of a secret variable is not read from the file; take it out, and never commit one")
    }

    /// A text, `{type, data}`, or a list of variants of which the selected one counts.
    private mutating func readValue(_ node: YAMLNode?, _ name: String, into variable: inout Variable) {
        guard let node, node.items != nil else {
            (variable.value, variable.type) = typedValue(node, name)
            return
        }
        note(node, "variants of a value are not read by Bruno")
        variable.variants = rows(node, name, known: ["title", "selected", "value"]) { reading, item, name, index in
            let (value, type) = reading.typedValue(item["value"], "\(name).value")
            return ValueVariant(
                title: reading.text(item["title"], "\(name).title") ?? "",
                isSelected: reading.boolean(item["selected"], "\(name).selected") == true, value: value, type: type,
                origin: index)
        }
        guard let selected = variable.selectedVariant else { return }
        (variable.value, variable.type) = (variable.variants[selected].value, variable.variants[selected].type)
    }

    private mutating func typedValue(_ node: YAMLNode?, _ name: String) -> (String, Variable.ValueType) {
        guard let node, node.entries != nil else { return (text(node, name) ?? "", .string) }
        noteUnknownKeys(of: node, known: ["type", "data"], in: name)
        return (text(node["data"], "\(name).data") ?? "", type(node["type"], "\(name).type"))
    }

    private mutating func type(_ node: YAMLNode?, _ name: String) -> Variable.ValueType {
        guard let node, let word = text(node, name) else { return .string }
        // `type: null` without quotes is meant.
        if let type = node.isNull ? .null : Variable.ValueType(rawValue: word) { return type }
        note(node, "\(name) is \"\(word)\"; string, number, boolean, null or object was expected")
        return .string
    }
}
