import OpenCollection
import Quoting

extension ImportedCollection {
    /// Names of variables, wherever they are defined.
    var variableNames: Set<String> {
        let lists =
            [defaults.variables] + environments.map(\.definition.variables) + folders.map(\.variables)
            + requests.map(\.variables)
        return Set(lists.flatMap { $0 }.map(\.name))
    }

    /// Names between braces, wherever they are used.
    var usedNames: Set<String> {
        var names = Set(environments.flatMap { $0.definition.variables.flatMap { $0.value.placeholderNames } })
        names.formUnion(defaults.usedNames)
        for folder in folders { names.formUnion(folder.usedNames) }
        for request in requests { names.formUnion(request.usedNames) }
        return names
    }
}

extension String {
    var placeholderNames: [String] {
        utf8.contains(UInt8(ascii: "{")) ? Placeholder.all(in: self).map(\.name) : []
    }
}

extension FolderDefinition {
    fileprivate var usedNames: Set<String> {
        var copy = self
        return names { copy.changeTexts($0) }
    }
}

extension RequestDefinition {
    var usedNames: Set<String> {
        var copy = self
        copy.variables = []
        return names { copy.changeTexts($0) }
    }
}

extension Auth {
    var usedNames: Set<String> {
        var copy = self
        return names { copy.changeTexts($0) }
    }
}

extension [Field] {
    var usedNames: Set<String> { Set(flatMap { $0.isEnabled ? ($0.name + $0.value).placeholderNames : [] }) }
}

private func names(in visit: (NamedTextChange) -> Void) -> Set<String> {
    var names: Set<String> = []
    visit { text, _ in
        names.formUnion(text.placeholderNames)
        return text
    }
    return names
}
