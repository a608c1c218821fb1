import OpenCollection
import YAMLTree

// Every text that a reader took over: a template that is sent, or one that is only shown; with the name that it stands under.

/// Gives a text in the place of another one.
///
/// - Parameter name: the name of the header, row, variable or key that has the text as its value; nil: none.
typealias NamedTextChange = (_ text: String, _ name: String?) -> String

extension ImportedItem {
    /// Changes its texts and those of all items in it.
    mutating func changeTexts(_ change: NamedTextChange) {
        changeAll(
            { $0.changeTexts(change) }, { $0.changeTexts(change) }, { $0 = $0.changingTexts(nil, change) })
    }

    /// Changes what people read of the item and of all items in it.
    mutating func changeShownTexts(_ change: NamedTextChange) {
        changeAll({ $0.changeShownTexts(change) }, { $0.changeShownTexts(change) }, { _ in })
    }

    /// Changes the lists of variables of the item and of all items in it.
    mutating func changeVariables(_ change: (inout [Variable]) -> Void) {
        changeAll({ change(&$0.variables) }, { change(&$0.variables) }, { _ in })
    }

    /// Changes the paths of files that the item and all items in it send or sign with.
    mutating func changePaths(_ change: (inout String) -> Void) {
        changeAll({ $0.auth.changePath(change) }, { $0.changePaths(change) }, { _ in })
    }

    private mutating func changeAll(
        _ changeFolder: (inout FolderDefinition) -> Void, _ changeRequest: (inout RequestDefinition) -> Void,
        _ changeOther: (inout YAMLMapping) -> Void
    ) {
        let old = content
        // Values that nothing else holds are changed in place, not copied.
        content = .other(name: "", [:])
        switch consume old {
        case .folder(var folder, var children):
            changeFolder(&folder)
            for index in children.indices { children[index].changeAll(changeFolder, changeRequest, changeOther) }
            content = .folder(folder, children)
        case .request(var request):
            changeRequest(&request)
            content = .request(request)
        case .other(let name, var file):
            changeOther(&file)
            content = .other(name: name, file)
        }
    }
}

extension RequestDefinition {
    mutating func changeTexts(_ change: NamedTextChange) {
        url = change(url, nil)
        for index in headers.indices { headers[index].changeText(change) }
        for index in parameters.indices { parameters[index].field.changeText(change) }
        for index in variables.indices { variables[index].changeText(change) }
        for index in assertions.indices { assertions[index].value.change(change) }
        auth.changeTexts(change)
        body.changeTexts(change)
        for index in bodyVariants.indices { bodyVariants[index].body.changeTexts(change) }
    }
}

extension RequestDefinition {
    fileprivate mutating func changePaths(_ change: (inout String) -> Void) {
        auth.changePath(change)
        body.changePaths(change)
        for index in bodyVariants.indices { bodyVariants[index].body.changePaths(change) }
    }
}

extension RequestBody {
    fileprivate mutating func changePaths(_ change: (inout String) -> Void) {
        for index in files.indices { change(&files[index].path) }
        for index in parts.indices where parts[index].isFile {
            for number in parts[index].values.indices { change(&parts[index].values[number]) }
        }
    }
}

extension FolderDefinition {
    mutating func changeTexts(_ change: NamedTextChange) {
        for index in headers.indices { headers[index].changeText(change) }
        for index in metadata.indices { metadata[index].changeText(change) }
        for index in variables.indices { variables[index].changeText(change) }
        auth.changeTexts(change)
    }
}

extension CollectionInfo {
    mutating func changeTexts(_ change: NamedTextChange) {
        if let password = proxy?.server?.auth?.password {
            proxy?.server?.auth?.password = change(password, "password")
        }
        for index in certificates.indices { certificates[index].changeText(change) }
        extensions = extensions.changingTexts(nil, change)
    }
}

extension ClientCertificate {
    mutating func changeText(_ change: NamedTextChange) { passphrase = passphrase.map { change($0, "passphrase") } }
}

extension RequestBody {
    mutating func changeTexts(_ change: NamedTextChange) {
        text = change(text, nil)
        graphQLVariables = graphQLVariables.map { change($0, nil) }
        for index in form.indices { form[index].changeText(change) }
        for index in parts.indices {
            let name = parts[index].name
            parts[index].name = change(name, nil)
            parts[index].values = parts[index].values.map { change($0, name) }
        }
        for index in files.indices { files[index].path = change(files[index].path, nil) }
    }
}

extension Field {
    mutating func changeText(_ change: NamedTextChange) {
        name = change(name, nil)
        value = change(value, name)
    }
}

extension Variable {
    mutating func changeText(_ change: NamedTextChange) {
        guard !isSecret else { return }
        value = change(value, name)
        for index in variants.indices { variants[index].value = change(variants[index].value, name) }
    }
}

extension Auth {
    mutating func changeTexts(_ change: NamedTextChange) {
        switch self {
        case .none, .inherit: break
        case .basic(let username, let password):
            self = .basic(username: change(username, nil), password: change(password, "password"))
        case .bearer(let token): self = .bearer(token: change(token, "token"))
        case .apiKey(let name, let value, let placement):
            self = .apiKey(name: change(name, nil), value: change(value, "apiKey"), placement: placement)
        case .unsupported(var details):
            details.members = details.members.changingTexts(nil, change)
            self = .unsupported(details)
        }
    }
}

extension Auth {
    /// Changes the path of a private key, if there is one.
    mutating func changePath(_ change: (inout String) -> Void) {
        guard case .unsupported(var details) = self, case .mapping(var key)? = details.members["privateKey"],
            key["type"] == "file", case .string(var path)? = key["value"]
        else { return }
        change(&path)
        key["value"] = .string(path)
        details.members["privateKey"] = .mapping(key)
        self = .unsupported(details)
    }
}

extension YAMLMapping {
    /// - Parameter outer: the name of the row or key that has the mapping as its value.
    fileprivate func changingTexts(_ outer: String?, _ change: NamedTextChange) -> YAMLMapping {
        var own: String?
        if case .string(let name)? = self["name"] { own = name }
        // The path of a file with a private key is none itself.
        let outer = self["type"] == "file" ? nil : outer
        return YAMLMapping(
            entries.map { entry in
                let name = ["value", "data"].contains(entry.key) ? own ?? outer : entry.key
                return (entry.key, entry.value.changingTexts(name, change))
            })
    }
}

extension YAMLValue {
    fileprivate func changingTexts(_ name: String?, _ change: NamedTextChange) -> YAMLValue {
        switch self {
        case .string(let text): .string(change(text, name))
        case .sequence(let items): .sequence(items.map { $0.changingTexts(name, change) })
        case .mapping(let mapping): .mapping(mapping.changingTexts(name, change))
        case .null, .bool, .int, .double: self
        }
    }
}

// MARK: - Texts that are only shown

extension CollectionInfo {
    mutating func changeShownTexts(_ change: NamedTextChange) {
        name.change(change)
        summary.change(change)
        version.change(change)
        for text in [\Author.name, \.email, \.url] { authors.change(text, change) }
    }
}

extension EnvironmentDefinition {
    mutating func changeShownTexts(_ change: NamedTextChange) {
        name = change(name, nil)
        description.change(change)
        variables.change(\.description, change)
    }
}

extension FolderDefinition {
    mutating func changeShownTexts(_ change: NamedTextChange) {
        name.change(change)
        docs.change(change)
        description.change(change)
        headers.change(\.description, change)
        variables.change(\.description, change)
    }
}

extension RequestDefinition {
    mutating func changeShownTexts(_ change: NamedTextChange) {
        name.change(change)
        docs.change(change)
        description.change(change)
        for index in tags.indices { tags[index] = change(tags[index], nil) }
        if let code = app?.code { app?.code = change(code, nil) }
        headers.change(\.description, change)
        parameters.change(\.field.description, change)
        variables.change(\.description, change)
        body.changeShownTexts(change)
        for index in bodyVariants.indices { bodyVariants[index].body.changeShownTexts(change) }
        for index in examples.indices { examples[index].changeShownTexts(change) }
    }
}

extension RequestBody {
    fileprivate mutating func changeShownTexts(_ change: NamedTextChange) {
        form.change(\.description, change)
        parts.change(\.description, change)
    }
}

extension RequestExample {
    /// All of its texts: nothing sends them.
    fileprivate mutating func changeShownTexts(_ change: NamedTextChange) {
        name.change(change)
        description.change(change)
        if var request {
            request.url.change(change)
            for index in request.headers.indices { request.headers[index].changeAll(change) }
            for index in request.parameters.indices { request.parameters[index].field.changeAll(change) }
            request.body.changeTexts(change)
            request.body.changeShownTexts(change)
            self.request = request
        }
        if var response {
            response.statusText.change(change)
            for index in response.headers.indices { response.headers[index].changeAll(change) }
            if let body = response.body { response.body?.data = change(body.data, nil) }
            self.response = response
        }
    }
}

extension Field {
    fileprivate mutating func changeAll(_ change: NamedTextChange) {
        changeText(change)
        description.change(change)
    }
}

extension String? {
    fileprivate mutating func change(_ change: NamedTextChange) { self = map { change($0, nil) } }
}

extension Array {
    fileprivate mutating func change(_ text: WritableKeyPath<Element, String?>, _ change: NamedTextChange) {
        for index in indices { self[index][keyPath: text].change(change) }
    }
}
