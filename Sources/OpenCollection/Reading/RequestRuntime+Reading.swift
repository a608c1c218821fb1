import YAMLTree

extension FileReading {
    mutating func readRuntime(_ runtime: YAMLNode?, into definition: inout RequestDefinition) {
        guard let runtime else { return }
        noteUnknownKeys(of: runtime, known: ["variables", "scripts", "assertions", "actions"], in: "runtime")
        definition.variables = variables(runtime["variables"], "runtime.variables")
        definition.scripts = scripts(runtime["scripts"], "runtime.scripts")
        definition.assertions = assertions(runtime["assertions"], "runtime.assertions")
        definition.actions = actions(runtime["actions"], "runtime.actions")
    }

    mutating func scripts(_ node: YAMLNode?, _ name: String) -> [Script] {
        let scripts = rows(node, name, known: ["type", "code"]) { reading, item, name, index in
            Script(
                reading.text(item["type"], "\(name).type") ?? "", reading.text(item["code"], "\(name).code") ?? "",
                origin: index)
        }
        if let node, !scripts.isEmpty {
            note(node, "scripts are kept but not run: what they change is not changed here")
        }
        return scripts
    }

    private mutating func assertions(_ node: YAMLNode?, _ name: String) -> [Assertion] {
        let known: Set = ["expression", "operator", "value", "disabled", "description"]
        return rows(node, name, known: known) { reading, item, name, index in
            Assertion(
                reading.text(item["expression"], "\(name).expression") ?? "",
                reading.text(item["operator"], "\(name).operator") ?? "",
                reading.text(item["value"], "\(name).value"), isEnabled: reading.isEnabled(item, name),
                description: reading.documentation(item["description"], "\(name).description"), origin: index)
        }
    }

    mutating func actions(_ node: YAMLNode?, _ name: String) -> [VariableAction] {
        let known: Set = ["type", "phase", "selector", "variable", "description", "disabled"]
        return rows(node, name, known: known) { $0.action($1, $2, origin: $3) }
    }

    private mutating func action(_ item: YAMLNode, _ name: String, origin: Int) -> VariableAction {
        let selector = mapping(item["selector"], "\(name).selector")
        let variable = mapping(item["variable"], "\(name).variable")
        return VariableAction(
            text(variable?["name"], "\(name).variable.name") ?? "",
            from: text(selector?["expression"], "\(name).selector.expression") ?? "",
            method: text(selector?["method"], "\(name).selector.method") ?? "",
            scope: text(variable?["scope"], "\(name).variable.scope") ?? "",
            type: text(item["type"], "\(name).type") ?? "", phase: text(item["phase"], "\(name).phase"),
            isEnabled: isEnabled(item, name),
            description: documentation(item["description"], "\(name).description"), origin: origin)
    }

    mutating func settings(_ node: YAMLNode?, _ name: String) -> RequestSettings {
        var settings = RequestSettings()
        guard let node else { return settings }
        settings.isPresent = node.isNull || node.entries != nil
        guard let node = mapping(node, name) else { return settings }
        noteUnknownKeys(of: node, known: Set(RequestSettings.keys), in: name)
        settings.inherited = Set(RequestSettings.Key.allCases.filter { node[$0.rawValue]?.string == "inherit" })
        settings.encodesURL = boolean(said(node, .encodeUrl), "\(name).encodeUrl")
        settings.followsRedirects = boolean(said(node, .followRedirects), "\(name).followRedirects")
        settings.forwardsAuthorization = boolean(
            said(node, .forwardAuthorizationHeader), "\(name).forwardAuthorizationHeader")
        settings.timeoutInMilliseconds = wholeNumber(said(node, .timeout), "\(name).timeout")
        settings.maximumRedirects = wholeNumber(said(node, .maxRedirects), "\(name).maxRedirects")
        return settings
    }

    private func said(_ node: YAMLNode, _ key: RequestSettings.Key) -> YAMLNode? {
        node[key.rawValue].flatMap { $0.string == "inherit" ? nil : $0 }
    }

    private mutating func wholeNumber(_ node: YAMLNode?, _ name: String) -> Int? {
        number(node, name).map { Int(exactly: $0.rounded(.towardZero)) ?? .max }
    }
}
