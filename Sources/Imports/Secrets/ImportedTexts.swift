import OpenCollection
import YAMLTree

// Every text of a request or folder that is sent: a template, with the name that it stands under.

/// Gives a text in the place of another one.
///
/// - Parameter name: of the header, row, variable or key that has the text as its value; nil: none.
typealias NamedTextChange = (_ text: String, _ name: String?) -> String

extension RequestDefinition {
    mutating func changeTexts(_ change: NamedTextChange) {
        url = change(url, nil)
        for index in headers.indices { headers[index].changeText(change) }
        for index in parameters.indices { parameters[index].field.changeText(change) }
        for index in variables.indices { variables[index].changeText(change) }
        auth.changeTexts(change)
        body.changeTexts(change)
    }
}

extension FolderDefinition {
    mutating func changeTexts(_ change: NamedTextChange) {
        for index in headers.indices { headers[index].changeText(change) }
        for index in variables.indices { variables[index].changeText(change) }
        auth.changeTexts(change)
    }
}

extension RequestExample {
    mutating func changeTexts(_ change: NamedTextChange) {
        if var request {
            request.url = request.url.map { change($0, nil) }
            for index in request.headers.indices { request.headers[index].changeText(change) }
            for index in request.parameters.indices { request.parameters[index].field.changeText(change) }
            request.body.changeTexts(change)
            self.request = request
        }
        if var response {
            for index in response.headers.indices { response.headers[index].changeText(change) }
            if let body = response.body { response.body?.data = change(body.data, nil) }
            self.response = response
        }
    }
}

extension RequestBody {
    mutating func changeTexts(_ change: NamedTextChange) {
        text = change(text, nil)
        graphQLVariables = graphQLVariables.map { change($0, nil) }
        for index in form.indices { form[index].changeText(change) }
        for index in parts.indices {
            let name = parts[index].name
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
    mutating func changeText(_ change: NamedTextChange) { if !isSecret { value = change(value, name) } }
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

extension YAMLMapping {
    /// - Parameter outer: the name of what has the mapping as its value.
    fileprivate func changingTexts(_ outer: String?, _ change: NamedTextChange) -> YAMLMapping {
        YAMLMapping(
            entries.map { entry in
                let name = ["value", "data"].contains(entry.key) ? outer : entry.key
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
