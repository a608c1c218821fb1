import Secrets

/// Names and values in the requests of a collection that have been opened; of the others only the URL is known.
package struct NamesInUse {
    private var definitions: [RequestDefinition] = []
    private var urls: [String] = []

    package init(_ collection: Collection, besides shown: ItemPath?) {
        for item in collection.allItems where item.path != shown {
            if let head = item.kind.requestHead { urls.append(head.url) }
            if case .request(let file) = item.kind { definitions.append(file.definition) }
        }
    }

    package var headerNames: Set<String> { plain(definitions.flatMap { $0.headers.map(\.name) }) }

    package var queryNames: Set<String> {
        let written = urls.flatMap { url -> [String] in
            guard let query = url.cut(at: "?")?.after else { return [] }
            return query.split(at: "&").map { $0.cut(at: "=")?.before ?? $0 }
        }
        return plain(written + definitions.flatMap { $0.queryRows.map(\.field.name) })
    }

    package var formNames: Set<String> {
        plain(definitions.flatMap { $0.body.form.map(\.name) + $0.body.parts.map(\.name) })
    }

    /// Returns the values of a header, without those that are, or may be, a secret.
    package func values(ofHeader name: String) -> Set<String> {
        let fields = definitions.flatMap { $0.headers.filter { $0.name.lowercased() == name } }
        return Set(
            fields.filter {
                !$0.value.isEmpty && $0.value.utf8.count <= 120 && !$0.value.contains(where: \.isNewline)
                    && !SecretVocabulary.isAlwaysSecret(under: $0.name)
                    && LiteralSecret.all(in: $0.value, named: $0.name).isEmpty
            }.map(\.value))
    }

    /// Returns the names without those that look like a secret: a query may be a token without a name.
    private func plain(_ names: [String]) -> Set<String> {
        Set(
            names.filter {
                !$0.isEmpty && $0.utf8.count <= 120 && !$0.contains("{{") && !$0.contains(where: \.isNewline)
                    && LiteralSecret.all(in: $0).isEmpty
            })
    }
}
