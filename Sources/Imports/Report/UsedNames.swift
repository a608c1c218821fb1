import OpenCollection
import Quoting

extension ImportedCollection {
    /// Names that it defines, and those between braces, but for its environments'.
    var knownNames: Set<String> {
        let others = names { visit in
            var (items, info) = (allItems.filter(\.isOther), info)
            for index in items.indices { items[index].changeTexts(.sent, visit) }
            info.changeTexts(.sent, visit)
        }
        return defaults.knownNames.union(folders.flatMap(\.knownNames)).union(requests.flatMap(\.knownNames))
            .union(others)
    }
}

extension ImportedItem {
    fileprivate var isOther: Bool { if case .other = content { true } else { false } }
}

extension OpenCollection.Collection {
    /// Names that it defines, and those between braces.
    var knownNames: Set<String> {
        root.knownNames.union(allItems.flatMap(\.knownNames))
            .union(environments.flatMap(\.variables.knownNames))
    }
}

extension CollectionItem {
    fileprivate var knownNames: Set<String> {
        switch kind {
        case .folder(let folder, _): folder.knownNames
        case .request(let file): file.definition.knownNames
        case .unopened, .unsupported, .broken: []
        }
    }
}

extension [Variable] {
    var knownNames: Set<String> { Set(flatMap { [$0.name] + $0.value.placeholderNames }) }
}

extension String {
    var placeholderNames: [String] {
        utf8.contains(UInt8(ascii: "{")) ? Placeholder.all(in: self).map(\.name) : []
    }
}

extension FolderDefinition {
    fileprivate var knownNames: Set<String> {
        var copy = self
        return names { copy.changeTexts(.sent, $0) }.union(variables.knownNames)
    }
}

extension RequestDefinition {
    fileprivate var knownNames: Set<String> { usedNames.union(variables.knownNames) }

    /// Names between braces, but for those in its variables.
    var usedNames: Set<String> {
        var copy = self
        copy.variables = []
        return names { copy.changeTexts(.sent, $0) }
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
