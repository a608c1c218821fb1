import OpenCollection
import Text

/// Hides secrets in what people read and nothing sends: names, docs, descriptions and examples.
struct SecretHiding {
    /// Names of variables by the values that they replace.
    let names: [String: String]
    private var count = 0

    init(names: [String: String]) { self.names = names }

    mutating func hideSecrets(in collection: inout ImportedCollection) {
        collection.info.changeTexts(.shown) { hiding($0, $1) }
        collection.defaults.changeTexts(.shown) { hiding($0, $1) }
        for index in collection.items.indices { collection.items[index].changeTexts(.shown) { hiding($0, $1) } }
        for index in collection.environments.indices {
            collection.environments[index].definition.changeTexts(.shown) { hiding($0, $1) }
        }
        collection.notes += Self.scriptNote(collection.defaults.scripts, .whole)
        collection.notes += collection.allItems.flatMap { Self.scriptNote($0.scripts, $0.origin) }
        if count > 0 {
            let text = "values that look like secrets are hidden in names, docs and examples: \(count)"
            collection.notes.append(ImportNote(.note, .whole, text))
        }
    }

    private mutating func hiding(_ text: String, _ name: String?) -> String {
        text.replacingSecrets(named: name) { _, value in
            count += 1
            return names[value].map { "{{\($0)}}" } ?? "***"
        }
    }

    /// Returns a warning when a script holds a secret.
    private static func scriptNote(_ scripts: [Script], _ origin: ImportOrigin) -> [ImportNote] {
        guard scripts.contains(where: { !LiteralSecret.shapes(in: $0.code).isEmpty }) else { return [] }
        let text = "a script holds what looks like a secret: take it out before you share the file"
        return [ImportNote(.warning, origin, text)]
    }
}

extension ImportedItem {
    fileprivate var scripts: [Script] {
        switch content {
        case .folder(let folder, _): folder.scripts
        case .request(let request): request.scripts
        case .other: []
        }
    }
}

extension String {
    /// Returns the text with something else in the place of what looks like secrets.
    ///
    /// - Parameter name: the name of the header, row or key that has the text as its value; nil: none.
    func replacingSecrets(named name: String?, with text: (LiteralSecret, String) -> String) -> String {
        // Most texts are short, and without a name a short one holds none.
        guard !isEmpty, name != nil || utf8.count >= 8 else { return self }
        let secrets = LiteralSecret.all(in: self, named: name)
        guard !secrets.isEmpty else { return self }
        let bytes = Array(utf8)
        return replacing(
            secrets.map { ($0.range, text($0, String(decoding: bytes[$0.range], as: UTF8.self))) })
    }

    /// Returns the text with stars in the place of what looks like secrets.
    func hidingSecrets(named name: String) -> String { replacingSecrets(named: name) { _, _ in "***" } }
}
